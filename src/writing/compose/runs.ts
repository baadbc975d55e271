import { containmentOf, diceOf, numbersIn, shinglesOf, type Shingles } from '../../language/near-duplicates.ts';
import { candidateWords, type Candidate, type UsablePassage } from '../sources/candidates.ts';

/** Neighbouring sentences as in their source, with the lists and the code among them. */
export interface Run {
  units: Candidate[];
  /** It makes sense only right after the run before it. */
  follows: boolean;
  /** It goes on in a paragraph whose opening is another run. */
  continues: boolean;
  /** Nothing was left out between it and the run before it. */
  adjoins: boolean;
}

const maxSentences = 4;
const maxRunWords = 120;
/** A sentence alone, with fewer words, says too little. */
const minLoneWords = 14;
/** Sentences this similar (Dice), or one that contains this share of the other, are repeats. */
const repeatSimilarity = 0.6;
const repeatContainment = 0.8;

/** The runs of passages of one section, in order. None opens with a sentence that needs one left out. */
export function runsOf(passages: readonly UsablePassage[]): Run[] {
  const runs: Run[] = [];
  let last: Candidate | null = null;
  for (const unit of passages.flatMap(({ candidates }) => candidates)) {
    const run = runs.at(-1);
    const adjoins = last !== null && isNext(last, unit);
    last = unit;
    if (run && adjoins && run.units.at(-1) !== undefined && (unit.isCode || (!unit.opensParagraph && hasRoom(run, unit)))) {
      run.units.push(unit);
      continue;
    }
    // What leans on a sentence that was left out is left out too.
    if (unit.leans && !adjoins) {
      last = null;
      continue;
    }
    runs.push({ units: [unit], follows: unit.leans, continues: !unit.opensParagraph, adjoins });
  }
  return runs.filter((run, index) => !isLone(run) || run.adjoins || runs[index + 1]?.adjoins);
}

function isNext(last: Candidate, unit: Candidate): boolean {
  if (last.passage === unit.passage) return unit.index === last.index + 1;
  const ends = last.isCode || last.index === last.passage.units.length - 1;
  return ends && unit.index === 0 && unit.source.position === last.source.position + 1;
}

function hasRoom({ units }: Run, next: Candidate): boolean {
  return (
    next.list !== null ||
    (units.filter(({ isCode }) => !isCode).length < maxSentences && candidateWords(units) + next.wordCount <= maxRunWords)
  );
}

function isLone({ units }: Run): boolean {
  return units.length === 1 && units[0]!.list === null && units[0]!.wordCount < minLoneWords;
}

/** More lines of code are an example, which is shown once. */
const minListing = 3;

interface Measured {
  shingles: Shingles;
  numbers: ReadonlySet<string>;
}

/** What the article says so far, so that it says nothing twice. */
export class Told {
  readonly #units = new Set<Candidate>();
  readonly #measured: Measured[] = [];

  /** The run up to what was said already; null if its opening was, or if too little is left. */
  fresh({ units }: Run): Candidate[] | null {
    const own: Measured[] = [];
    const end = units.findIndex((unit) => {
      if (this.#units.has(unit) || this.#repeats(unit, own)) return true;
      if (unit.isCode) own.push(measure(unit));
      return false;
    });
    const kept = end < 0 ? units : units.slice(0, end);
    if (end > 0 && units[end]!.isCode && kept.at(-1)!.text.endsWith(':')) kept.pop();
    return kept.length === 0 || (kept.length < units.length && candidateWords(kept) < minLoneWords) ? null : kept;
  }

  add(units: readonly Candidate[]): void {
    for (const unit of units) {
      this.#units.add(unit);
      if (isTelling(unit)) this.#measured.push(measure(unit));
    }
  }

  #repeats(unit: Candidate, before: readonly Measured[]): boolean {
    if (!isTelling(unit)) return false;
    const own = measure(unit);
    return [...this.#measured, ...before].some((other) => {
      if (haveOtherNumbers(own, other)) return false;
      return diceOf(own.shingles, other.shingles) >= repeatSimilarity || containmentOf(own.shingles, other.shingles) >= repeatContainment;
    });
  }
}

/** A short command may be needed again. */
function isTelling({ isCode, text }: Candidate): boolean {
  return !isCode || text.split('\n').length > minListing;
}

const known = new WeakMap<Candidate, Measured>();

function measure(unit: Candidate): Measured {
  const measured = known.get(unit) ?? { shingles: shinglesOf(unit.text), numbers: new Set(numbersIn(unit.text)) };
  known.set(unit, measured);
  return measured;
}

/** Whether each has a number that the other lacks: then they say the same about two things, such as two models, and are not repeats. */
function haveOtherNumbers({ numbers: a }: Measured, { numbers: b }: Measured): boolean {
  return [...a].some((number) => !b.has(number)) && [...b].some((number) => !a.has(number));
}

/** Takes runs in order until there are about `room` words; a run that would go far beyond is cut after its second sentence or later. */
export function take(runs: readonly Run[], room: number, told: Told): Candidate[][] {
  const taken = new Map<Run, Candidate[]>();
  for (const isLater of [false, true]) {
    for (const [index, run] of runs.entries()) {
      const left = room - candidateWords([...taken.values()].flat());
      if (left < minLoneWords) break;
      const before = runs[index - 1];
      const isBare = run.follows && (before === undefined || taken.get(before)?.length !== before.units.length);
      if (run.continues !== isLater || taken.has(run) || isBare) continue;
      const units = cut(told.fresh(run) ?? [], left);
      if (units.length === 0) continue;
      told.add(units);
      taken.set(run, units);
    }
  }
  return runs.flatMap((run) => (taken.has(run) ? [taken.get(run)!] : []));
}

const minCut = 2;
const maxOverrun = 1.35;

function cut(units: readonly Candidate[], room: number): Candidate[] {
  const kept: Candidate[] = [];
  for (const unit of units) {
    const isOver = candidateWords(kept) + unit.wordCount > room * maxOverrun && unit.list === null;
    if (isOver && kept.length >= minCut && !unit.isCode) break;
    kept.push(unit);
  }
  return kept;
}

import { containmentOf, diceOf, numbersIn, shinglesOf, type Shingles } from '../../language/near-duplicates.ts';
import { candidateWords, type Candidate, type UsablePassage } from '../sources/candidates.ts';
import { isEnded, refersBack } from '../sources/standing.ts';

/** Neighbouring sentences of one paragraph of a source, with the lists and the code among them. */
export type Paragraph = readonly Candidate[];

/** With less room left, nothing more is taken. */
const minRoom = 14;
/** A paragraph may be this much longer than the room for it; a longer one is cut after its second sentence or later. */
const maxOverrun = 1.35;
const minCut = 2;
/** In words. */
const minClosing = 12;

/**
 * What passages of one section say, in order, without what only points elsewhere. Nothing is quoted that leans on a sentence left out, and
 * after a sentence that cannot be quoted its paragraph ends, so that no hole is in the middle of a thought.
 */
export function paragraphsOf(passages: readonly UsablePassage[], language: string): Paragraph[] {
  const paragraphs: Candidate[][] = [];
  // Below its heading a section may open with "It".
  let isIntact = passages[0]?.source.heading !== null && passages[0]?.source.heading !== undefined;
  let hasGap = false;
  let isBroken = false;
  let before: UsablePassage | undefined;
  for (const unit of passages.flatMap(({ units }) => units)) {
    const { passage, standing, opensParagraph, isCode } = unit;
    const isNext = before === undefined || before === passage || passage.source.position === endOf(before) + 1;
    if (!isNext) isIntact = false;
    before = passage;
    if (opensParagraph) isBroken = false;
    if (standing === 'never') isBroken = true;
    const stands: boolean = standing === 'alone' && !(hasGap && refersBack(unit.text, language));
    const goesOn = unit.list?.goesOn ?? false;
    const isQuoted: boolean =
      !isBroken && standing !== 'pointer' && (isIntact || stands) && (!goesOn || isContinued(paragraphs.at(-1), unit));
    // A list in two passages is quoted whole, or not at all.
    if (goesOn && !isQuoted && isContinued(paragraphs.at(-1), unit)) paragraphs.at(-1)!.pop();
    if (goesOn && isQuoted) paragraphs.at(-1)!.push(unit);
    else if (isQuoted && (opensParagraph || paragraphs.length === 0 || (!isIntact && !isCode))) paragraphs.push([unit]);
    else if (isQuoted) paragraphs.at(-1)!.push(unit);
    hasGap = !isQuoted;
    isIntact = isQuoted;
  }
  return paragraphs.map(closed).filter((paragraph) => paragraph.length > 0);
}

function isContinued(before: Paragraph | undefined, { list }: Candidate): boolean {
  const open = before?.at(-1)?.list;
  if (!open || !list) return false;
  return list.start === null || open.start === null ? list.start === open.start : open.start + open.items.length === list.start;
}

function endOf({ source, units }: UsablePassage): number {
  return source.position + units.filter(({ isCode }) => isCode).length;
}

/** Without what announces or asks for something that was left out. */
function closed(units: readonly Candidate[]): Candidate[] {
  const kept = units.filter(({ text, list, isCode }, at) => {
    const next = units[at + 1];
    return list !== null || isCode || (isEnded(text) ? !text.endsWith('?') || next : next?.isCode);
  });
  return kept[0]?.isCode ? [] : kept;
}

interface Measured {
  documentId: string;
  shingles: Shingles;
  numbers: ReadonlySet<string>;
}

/** Sentences this similar (Dice), or one that contains this share of the other, are repeats. */
const repeatSimilarity = 0.6;
const repeatContainment = 0.8;
/** A document may say "It takes no parameters." of many things, but a longer sentence is said once. */
const minRepeated = 12;
const sameListing = 0.6;
const minListing = 3;

/** What the article says so far, so that it says nothing twice. */
export class Told {
  readonly #units = new Set<Candidate>();
  readonly #texts = new Set<string>();
  readonly #measured: Measured[] = [];
  readonly #listings: Measured[] = [];

  /** The paragraph up to what was said already. */
  fresh(paragraph: Paragraph): Candidate[] {
    const end = paragraph.findIndex((unit) => this.#units.has(unit) || this.#repeats(unit));
    return closed(end < 0 ? paragraph : paragraph.slice(0, end));
  }

  add(units: readonly Candidate[]): void {
    for (const unit of units) {
      this.#units.add(unit);
      this.#texts.add(unit.text);
      (unit.isCode ? this.#listings : this.#measured).push(measure(unit));
    }
  }

  /** Within a document, sentences that are merely alike are about different things. */
  #repeats(unit: Candidate): boolean {
    const own = measure(unit);
    if (unit.wordCount >= minRepeated && this.#texts.has(unit.text)) return true;
    // The same command may be needed again, and an example may go on from another.
    if (unit.isCode)
      return (
        unit.text.split('\n').length > minListing && this.#listings.some((other) => diceOf(own.shingles, other.shingles) >= sameListing)
      );
    return this.#measured.some(
      (other) =>
        other.documentId !== own.documentId &&
        !haveOtherNumbers(own, other) &&
        (diceOf(own.shingles, other.shingles) >= repeatSimilarity || containmentOf(own.shingles, other.shingles) >= repeatContainment),
    );
  }
}

const known = new WeakMap<Candidate, Measured>();

function measure(unit: Candidate): Measured {
  const { documentId } = unit.source;
  const measured = known.get(unit) ?? { documentId, shingles: shinglesOf(unit.text), numbers: new Set(numbersIn(unit.text)) };
  known.set(unit, measured);
  return measured;
}

/** Whether each has a number that the other lacks: then they say the same about two things, such as two models, and are not repeats. */
function haveOtherNumbers({ numbers: a }: Measured, { numbers: b }: Measured): boolean {
  return [...a].some((number) => !b.has(number)) && [...b].some((number) => !a.has(number));
}

/** Takes paragraphs in order until there are about `room` words. One that leans on the paragraph before it needs that whole. */
export function take(paragraphs: readonly Paragraph[], room: number, told: Told): Candidate[][] {
  const taken: Candidate[][] = [];
  let isWhole = true;
  for (const paragraph of paragraphs) {
    const left = room - candidateWords(taken.flat());
    if (left < minRoom) break;
    const isLong = candidateWords(paragraph) > left * maxOverrun;
    if (isLong && taken.length > 0 && left < room / 2) break;
    const fresh = isWhole || paragraph[0]!.standing === 'alone' ? told.fresh(paragraph) : [];
    const units = cut(fresh, left);
    isWhole = units.length === paragraph.length;
    if (units.length === 0) continue;
    told.add(units);
    taken.push(units);
    if (units.length < fresh.length) break;
  }
  return taken;
}

function cut(units: readonly Candidate[], room: number): Candidate[] {
  let words = 0;
  const end = units.findIndex((unit, at) => {
    words += unit.wordCount;
    return at >= minCut && !unit.isCode && unit.list === null && words > room * maxOverrun;
  });
  if (end < 0) return [...units];
  // A short sentence before a cut begins what is not told any more.
  const isTeaser = end > minCut && units[end - 1]!.list === null && !units[end - 1]!.isCode && units[end - 1]!.wordCount < minClosing;
  return closed(units.slice(0, isTeaser ? end - 1 : end));
}

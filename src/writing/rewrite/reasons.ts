import { coverage } from '../../language/retrieval.ts';
import { countWords, terms } from '../../language/tokens.ts';
import { sentences } from '../../language/sentences.ts';
import type { OutlineRow, PageScore } from '../optimize/shapes.ts';
import { addUp, apportion, round1 } from '../optimize/ranges.ts';
import { mentionsOf, sentenceEnd } from '../score/measures.ts';
import { percent } from '../score/shares.ts';
import { mediaIn } from './moves.ts';
import { placementBy, total } from './placing.ts';
import type { Piece } from './sections.ts';
import type { Change } from './shapes.ts';

/** What a change altered. */
export interface Altered {
  part: Change['part'];
  /** What stands nowhere on the other side. */
  gone: readonly Piece[];
  came: readonly Piece[];
  /** A section before and after, with its headings; empty where it was not there. */
  whole: { before: string; after: string };
  headings: { before: string | null; after: string | null };
}

interface Read extends Altered {
  /** Of the sentences on one side only. */
  stems: { gone: readonly string[]; came: readonly string[] };
  words: { gone: number; came: number };
}

/** How much a change has to do with something; a row goes to the one with most. */
type Measure = (one: Read, at: number) => number;

interface TermGain {
  term: string;
  points: number;
  /** How much more often the change says it. */
  more: number;
}

/** Of each kind, as many are named. */
const maxNamed = 5;
/** A section answers or asks for what it has this share of the words of. */
const minAnswered = 0.6;

/**
 * Tells of each change which rows of the score it moved. The points of a row, and of a term, are counted once: in the change that has most to
 * do with them, those of placement in each that has a share in them. So the points of all changes add up to what the score rose by.
 */
export class Reasons {
  readonly #before: PageScore;
  readonly #after: PageScore;
  readonly #language: string;
  readonly #all: readonly Read[];
  readonly #answered: ReadonlyMap<Read, string[]>;
  readonly #unanswered: ReadonlyMap<Read, string[]>;
  readonly #terms: readonly TermGain[][];
  readonly #rows: readonly Map<string, number>[];

  constructor(before: PageScore, after: PageScore, language: string, all: readonly Altered[]) {
    [this.#before, this.#after, this.#language] = [before, after, language];
    this.#all = all.map((one) => ({ ...one, ...this.#read(one) }));
    this.#answered = this.#placed(without(before.missingQuestions, after.missingQuestions), 'after');
    this.#unanswered = this.#placed(without(after.missingQuestions, before.missingQuestions), 'before');
    this.#terms = all.map(() => []);
    this.#rows = all.map(() => new Map());
    if (all.length > 0) for (const { name, points } of after.breakdown) this.#count(name, points);
  }

  /** What it gave to the score. */
  points(at: number): number {
    return addUp([...this.#terms[at]!.map(({ points }) => points), ...this.#rows[at]!.values()]);
  }

  /** The rows that it moved, as parts of a sentence; none where there are none. */
  of(at: number): string[] {
    const one = this.#all[at]!;
    const left = new Map(this.#rows[at]);
    const withPoints = (row: string, told: readonly string[]) => {
      const points = told.length > 0 ? left.get(row) : undefined;
      if (points !== undefined) left.delete(row);
      return points === undefined ? told : [...told.slice(0, -1), `${told.at(-1)!} (${signed(points)})`];
    };
    return [
      ...this.#ofTerms(this.#terms[at]!),
      ...withPoints('questions', [...named('answers', this.#answered.get(one)), ...named('no longer answers', this.#unanswered.get(one))]),
      ...withPoints('headings', this.#ofHeadings(one)),
      ...Array.from(left, ([row, points]) => `${row} ${signed(points)}`),
    ];
  }

  /** How long a title, first heading or description was and is, and how much of the keyword it has. */
  ofLine(before: string, after: string): string[] {
    const keyword = new Set(this.#keyword());
    const [had, has] = [before, after].map((text) => percent(coverage(keyword, new Set(terms(text, this.#language)))));
    return [
      `${before.length} → ${after.length} characters`,
      ...(keyword.size === 0 || had === has ? [] : [`${had} → ${has} of the keyword`]),
    ];
  }

  /** The first of the terms. */
  #keyword(): string[] {
    return terms(this.#after.terms[0]?.term ?? '', this.#language);
  }

  #count(name: string, points: number): void {
    const counted = name === 'terms' ? this.#countTerms() : name === 'placement' ? this.#countPlaces() : [];
    const was = this.#before.breakdown.find((row) => row.name === name)?.points ?? 0;
    const delta = addUp([points, -was, ...counted.map((one) => -one)]);
    if (delta !== 0) this.#add(this.#most(...this.#measuresOf(name, Math.sign(delta)), sizeOf), name, delta);
  }

  #add(at: number, name: string, points: number): void {
    const rows = this.#rows[at]!;
    const sum = addUp([rows.get(name) ?? 0, points]);
    if (sum === 0) rows.delete(name);
    else rows.set(name, sum);
  }

  #countTerms(): number[] {
    const rows = new Map(this.#before.terms.map((row) => [row.term, row]));
    return this.#after.terms.flatMap(({ term, count, points }) => {
      const was = rows.get(term);
      const delta = was ? round1(points - was.points) : 0;
      if (!was || delta === 0) return [];
      const more = this.#moreOf(terms(term, this.#language));
      const at = this.#most((one) => Math.sign(count - was.count) * more(one), sizeOf);
      this.#terms[at]!.push({ term, points: delta, more: more(this.#all[at]!) });
      return [delta];
    });
  }

  /** What each change gave or took of placement, in tenths; what that leaves of the row goes to the one with most. */
  #countPlaces(): number[] {
    const shares = this.#placing();
    const [gained, lost] = [1, -1].map((sign) => {
      const parts = shares.map((share) => Math.max(0, sign * share));
      return apportion(parts, round1(total(parts)));
    }) as [number[], number[]];
    const counted = gained.map((one, at) => addUp([one, -lost[at]!]));
    for (const [at, one] of counted.entries()) this.#add(at, 'placement', one);
    return counted;
  }

  #moreOf(stems: readonly string[]): (one: Read) => number {
    return ({ part, stems: { gone, came } }) => (part === 'section' ? mentionsOf(stems, came) - mentionsOf(stems, gone) : 0);
  }

  /** What a row goes by, the most telling first. */
  #measuresOf(name: string, sign: number): Measure[] {
    switch (name) {
      case 'headings':
        return [(one) => this.#topicsOf(one, sign > 0 ? 'after' : 'before').length, renamed];
      case 'questions':
        return [(one) => (sign > 0 ? this.#answered : this.#unanswered).get(one)?.length ?? 0];
      case 'length':
        return [({ words: { gone, came } }) => Math.abs(came - gone)];
      case 'placement': {
        const shares = this.#placing();
        return [(_, at) => sign * shares[at]!, ({ part }) => Number(part !== 'section')];
      }
      case 'media':
        return [({ gone, came }) => Math.abs(mediaIn(came) - mediaIn(gone))];
      case 'evidence':
        return [({ gone, came }) => Math.abs(figuresIn(came) - figuresIn(gone))];
      default:
        return [];
    }
  }

  #placing(): number[] {
    const more = this.#moreOf(this.#keyword());
    return placementBy(
      this.#before,
      this.#after,
      this.#all.map((one) => ({ ...one, more: more(one) })),
    );
  }

  /** The change that has most by the first measure that any change has something by. */
  #most(...measures: readonly Measure[]): number {
    for (const measure of measures) {
      const found = this.#all.map(measure);
      const best = found.reduce((max, one) => Math.max(max, one), 0);
      if (best > 0) return found.indexOf(best);
    }
    return 0;
  }

  #ofTerms(gains: readonly TermGain[]): string[] {
    const ranked = gains.toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points));
    const told = ranked.slice(0, maxNamed).map(({ term, points, more }) => {
      const often = `${Math.abs(more)} ${Math.abs(more) === 1 ? 'time' : 'times'} ${more > 0 ? 'more' : 'less'}`;
      return more === 0 ? `“${term}” (${signed(points)})` : `says “${term}” ${often} (${signed(points)})`;
    });
    const rest = ranked.slice(maxNamed);
    const sum = addUp(rest.map(({ points }) => points));
    return rest.length === 0 ? told : [...told, `${rest.length} more ${rest.length === 1 ? 'term' : 'terms'} (${signed(sum)})`];
  }

  #topicsOf({ headings }: Altered, side: 'before' | 'after'): OutlineRow[] {
    const [from, to] = side === 'after' ? [this.#before, this.#after] : [this.#after, this.#before];
    const heading = headings[side];
    return heading === null ? [] : changed(from.outlineDiff, to.outlineDiff).filter(({ by }) => by === heading);
  }

  #ofHeadings(one: Altered): string[] {
    const topics = (rows: readonly OutlineRow[]) =>
      rows.map((row) => `“${row.heading}”, a topic of ${row.in.length} ${row.in.length === 1 ? 'competitor' : 'competitors'}`);
    return [
      ...named('covers', topics(this.#topicsOf(one, 'after')), false),
      ...named('no longer covers', topics(this.#topicsOf(one, 'before')), false),
    ];
  }

  /** Each question, with the section that has most of its words on this side. */
  #placed(questions: readonly string[], side: 'before' | 'after'): Map<Read, string[]> {
    const placed = new Map<Read, string[]>();
    if (questions.length === 0) return placed;
    const held = this.#all.map(({ whole }) => new Set(this.#stems(sentences(whole[side], this.#language))));
    for (const question of questions) {
      const asked = [...new Set(terms(question, this.#language))];
      const shares = held.map((stems) => asked.filter((term) => stems.has(term)).length / Math.max(1, asked.length));
      const best = Math.max(0, ...shares);
      if (best < minAnswered) continue;
      const one = this.#all[shares.indexOf(best)]!;
      placed.set(one, [...(placed.get(one) ?? []), question]);
    }
    return placed;
  }

  #read({ gone, came }: Altered): Pick<Read, 'stems' | 'words'> {
    const [old, now] = [gone, came].map((pieces) => pieces.filter(({ kind }) => kind === 'sentence').map(spoken)) as [string[], string[]];
    const words = (texts: readonly string[]) => texts.reduce((sum, text) => sum + countWords(text), 0);
    return { stems: { gone: this.#stems(old), came: this.#stems(now) }, words: { gone: words(old), came: words(now) } };
  }

  #stems(said: readonly string[]): string[] {
    return said.flatMap((sentence) => [...terms(sentence, this.#language), sentenceEnd]);
  }
}

/** Without the addresses of links. */
function spoken({ text }: Piece): string {
  return text.replace(/\]\([^()\s]*\)/g, ']');
}

function sizeOf({ words: { gone, came } }: Read): number {
  return gone + came;
}

function renamed(one: Read): number {
  return one.headings.before === one.headings.after ? 0 : 1 + sizeOf(one);
}

function figuresIn(pieces: readonly Piece[]): number {
  return pieces.filter(({ kind, text }) => kind === 'sentence' && /[\p{N}"“„«]/u.test(text)).length;
}

function without(some: PageScore['missingQuestions'], others: PageScore['missingQuestions']): string[] {
  const known = new Set(others.map(({ question }) => question));
  return some.map(({ question }) => question).filter((question) => !known.has(question));
}

/** The topics that were missing and are covered. */
function changed(before: readonly OutlineRow[], after: readonly OutlineRow[]): OutlineRow[] {
  const missing = new Set(before.filter(({ status }) => status === 'missing').map(({ heading }) => heading));
  return after.filter(({ heading, status }) => status === 'covered' && missing.has(heading));
}

function named(verb: string, things: readonly string[] = [], isBare = true): string[] {
  if (things.length === 0) return [];
  const shown = things.slice(0, maxNamed).map((thing) => (isBare ? `“${thing}”` : thing));
  return [`${verb} ${shown.join(', ')}${things.length > maxNamed ? ` and ${things.length - maxNamed} more` : ''}`];
}

function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points)}`;
}

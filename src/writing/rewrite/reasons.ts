import { sentences } from '../../language/sentences.ts';
import { terms } from '../../language/tokens.ts';
import type { OutlineRow, PageScore, TermRow } from '../optimize/shapes.ts';
import { mentionsOf, sentenceEnd } from '../score/measures.ts';

/** A section before and after, with its headings; empty where it was not there. */
export interface Stretch {
  before: string;
  after: string;
  headings: { before: string | null; after: string | null };
}

/** Of each kind, as many are named. */
const maxNamed = 5;
/** A section answers or asks for what it has this share of the words of. */
const minAnswered = 0.6;

/** Tells of each change which rows of the score it moved: terms by how often a section says them, questions by the section that has most of their words. */
export class Reasons {
  readonly #before: PageScore;
  readonly #after: PageScore;
  readonly #language: string;
  readonly #read = new Map<Stretch, Record<'before' | 'after', readonly string[]>>();
  readonly #answered: ReadonlyMap<Stretch, string[]>;
  readonly #unanswered: ReadonlyMap<Stretch, string[]>;
  readonly #terms: { term: string; stems: string[]; was: TermRow; is: TermRow }[];

  constructor(before: PageScore, after: PageScore, language: string, stretches: readonly Stretch[]) {
    [this.#before, this.#after, this.#language] = [before, after, language];
    for (const stretch of stretches) this.#read.set(stretch, { before: this.#stems(stretch.before), after: this.#stems(stretch.after) });
    this.#answered = this.#placed(without(before.missingQuestions, after.missingQuestions), 'after');
    this.#unanswered = this.#placed(without(after.missingQuestions, before.missingQuestions), 'before');
    const rows = new Map(before.terms.map((row) => [row.term, row]));
    this.#terms = after.terms.flatMap((is) => {
      const was = rows.get(is.term);
      return was && was.points !== is.points ? [{ term: is.term, stems: terms(is.term, language), was, is }] : [];
    });
  }

  of(stretch: Stretch, kind: 'added' | 'removed' | 'changed'): string {
    const told = [
      ...this.#ofTerms(stretch),
      ...named('answers', this.#answered.get(stretch)),
      ...named('no longer answers', this.#unanswered.get(stretch)),
      ...this.#ofHeadings(stretch),
    ];
    if (told.length > 0) return sentenceOf(told);
    return kind === 'removed' ? 'No row of the score counted on it.' : 'No row of the score was moved by it.';
  }

  /** Order earns no points. */
  ofMove(): string {
    return 'Stands in another place; the score does not count places.';
  }

  ofLine(before: string, after: string): string {
    const [was, is] = [this.#before, this.#after].map(({ breakdown }) => breakdown.find(({ name }) => name === 'placement'));
    const length = `${before.length} → ${after.length} characters`;
    if (!was || !is || is.max === 0) return `${length}; placement is not judged.`;
    const moved = was.points === is.points ? `stays at ${is.points}` : `${was.points} → ${is.points}`;
    return `${length}; placement ${moved} of ${is.max} points: ${is.detail}.`;
  }

  #ofTerms(stretch: Stretch): string[] {
    const { before, after } = this.#read.get(stretch)!;
    const moved = this.#terms.flatMap(({ term, stems, was, is }) => {
      const delta = mentionsOf(stems, after) - mentionsOf(stems, before);
      const helps = delta > 0 === is.count > was.count;
      return delta === 0 || !helps ? [] : [{ term, delta, was, is }];
    });
    const ranked = moved.toSorted((a, b) => Math.abs(b.is.points - b.was.points) - Math.abs(a.is.points - a.was.points));
    return ranked.slice(0, maxNamed).map(({ term, delta, was, is }) => {
      const often = `${Math.abs(delta)} ${Math.abs(delta) === 1 ? 'time' : 'times'}`;
      return `says “${term}” ${often} ${delta > 0 ? 'more' : 'less'} (${was.points} → ${is.points} of ${is.maxPoints} points)`;
    });
  }

  #ofHeadings({ headings }: Stretch): string[] {
    const covered = changed(this.#before.outlineDiff, this.#after.outlineDiff).filter(({ by }) => by !== null && by === headings.after);
    const lost = changed(this.#after.outlineDiff, this.#before.outlineDiff).filter(({ by }) => by !== null && by === headings.before);
    const topics = (rows: readonly OutlineRow[]) =>
      rows.map((row) => `“${row.heading}”, a topic of ${row.in.length} ${row.in.length === 1 ? 'competitor' : 'competitors'}`);
    return [...named('covers', topics(covered), false), ...named('no longer covers', topics(lost), false)];
  }

  /** Each question, with the section that has most of its words on this side. */
  #placed(questions: readonly string[], side: 'before' | 'after'): Map<Stretch, string[]> {
    const held = Array.from(this.#read, ([stretch, read]) => ({ stretch, stems: new Set(read[side]) }));
    const placed = new Map<Stretch, string[]>();
    for (const question of questions) {
      const asked = [...new Set(terms(question, this.#language))];
      const shares = held.map(({ stems }) => asked.filter((term) => stems.has(term)).length / Math.max(1, asked.length));
      const best = Math.max(0, ...shares);
      if (best < minAnswered) continue;
      const { stretch } = held[shares.indexOf(best)]!;
      placed.set(stretch, [...(placed.get(stretch) ?? []), question]);
    }
    return placed;
  }

  #stems(text: string): string[] {
    return text === '' ? [] : sentences(text, this.#language).flatMap((sentence) => [...terms(sentence, this.#language), sentenceEnd]);
  }
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

function sentenceOf(parts: readonly string[]): string {
  const text = parts.join('; ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

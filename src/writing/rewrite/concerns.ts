import { terms } from '../../language/tokens.ts';
import type { TermRow } from '../optimize/shapes.ts';
import { mentionsOf } from '../score/measures.ts';
import type { StepsInput } from './shapes.ts';
import { placesOf, stemsOf } from './term-places.ts';

/** A section as it is to be written. */
interface Section {
  kind: 'rewrite' | 'add';
  heading: string | null;
  text: string;
  passages: readonly number[];
}

/** What of all that a page lacks concerns one section. */
export interface Concerns {
  terms: TermRow[];
  /** Questions and topics that have no section of their own. */
  asked: string[];
  passages: number[];
}

/**
 * Shares out what a page lacks: each question or topic of `open`, with its passages, to the section nearest to it; each term to the sections whose
 * own text or passages say it, else to the nearest; the keyword to all. What has no word in common with any section concerns none, nor does a term
 * that neither the page nor a passage says.
 */
export async function concernsOf(
  sections: readonly Section[],
  open: readonly string[],
  { page, keyword, score, passages, on }: StepsInput,
): Promise<Concerns[]> {
  const { language } = page;
  const texts = new Map(passages.map(({ number, heading, text }) => [number, `${heading ?? ''}\n${text}`]));
  const textsOf = (numbers: readonly number[]) => numbers.map((number) => texts.get(number) ?? '');
  const found = sections.map(({ passages: own }) => ({ terms: [] as TermRow[], asked: [] as string[], passages: new Set(own) }));
  // What is added has passages of its own, and takes up nothing else.
  const words = sections.map(({ kind, heading, text }) => new Set(kind === 'add' ? [] : terms(`${heading ?? ''}\n${text}`, language)));

  /** Of the sections that are written again, the one with most words in common for its length; they take up these passages. */
  function nearest(what: string, numbers: readonly number[]) {
    const wanted = [...new Set(terms([what, ...textsOf(numbers)].join('\n'), language))];
    const likeness = words.map((own) => wanted.filter((word) => own.has(word)).length / Math.sqrt(own.size + 1));
    const best = likeness.indexOf(Math.max(...likeness));
    if (sections[best]?.kind !== 'rewrite' || likeness[best] === 0) return [];
    for (const number of numbers) found[best]!.passages.add(number);
    return [found[best]!];
  }

  for (const topic of open) for (const one of nearest(topic, on[topic] ?? [])) one.asked.push(topic);
  const said = sections.map(({ heading, text }, at) => stemsOf([heading, text, ...textsOf([...found[at]!.passages])], language));
  const places = await placesOf(score.missingTerms, page, passages);
  for (const [index, row] of score.missingTerms.entries()) {
    const { where, passages: numbers } = places[index]!;
    if (where === 'nowhere') continue;
    const own = found.filter((_, at) => row.term === keyword || mentionsOf(terms(row.term, language), said[at]!) > 0);
    for (const one of own.length > 0 ? own : nearest(row.term, numbers)) one.terms.push(row);
  }
  return found.map((one) => ({ ...one, passages: [...one.passages] }));
}

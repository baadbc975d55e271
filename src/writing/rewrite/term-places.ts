import { sentences } from '../../language/sentences.ts';
import { terms } from '../../language/tokens.ts';
import { parseBody, readBody } from '../../markdown/body.ts';
import type { OptimizedPage, TermRow } from '../optimize/shapes.ts';
import { mentionsOf, sentenceEnd } from '../score/measures.ts';

/** Where a writer finds a term, and the numbers of the passages that say it. */
interface TermPlace {
  where: 'page' | 'passages' | 'nowhere';
  passages: number[];
}

interface Passage {
  number: number;
  heading: string | null;
  text: string;
}

const maxPassages = 3;

/** Of each term, in the order given. */
export async function placesOf(
  rows: readonly Pick<TermRow, 'term' | 'count'>[],
  page: OptimizedPage,
  passages: readonly Passage[],
): Promise<TermPlace[]> {
  const { language, markdown, title, h1, metaDescription } = page;
  const said = passages.map(({ number, heading, text }) => ({ number, stems: stemsOf([heading, text], language) }));
  const { blocks } = readBody(await parseBody(markdown));
  // What does not count for the score, such as labels, can be taken up too.
  const own = stemsOf([title, h1, metaDescription, ...blocks.map(({ text }) => text)], language);
  return rows.map(({ term, count }) => {
    const wanted = terms(term, language);
    const speaking = said.filter(({ stems }) => mentionsOf(wanted, stems) > 0).map(({ number }) => number);
    const isOwn = count > 0 || mentionsOf(wanted, own) > 0;
    return { where: isOwn ? 'page' : speaking.length > 0 ? 'passages' : 'nowhere', passages: speaking.slice(0, maxPassages) };
  });
}

/** Sentence by sentence, as terms are counted. */
export function stemsOf(texts: readonly (string | null)[], language: string): string[] {
  return texts.flatMap((text) => sentences(text ?? '', language).flatMap((sentence) => [...terms(sentence, language), sentenceEnd]));
}

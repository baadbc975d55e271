import type { DroppedCitation } from '../../../schema/article-changes.ts';
import type { Grounded } from './citations.ts';

const maxTold = 20;
const maxQuoted = 160;

/** The sources that a changed text cites no more, and the citations taken out of it because no source has their number. */
export function droppedCitations(
  before: readonly { number: number; documentId: string; title: string }[],
  { sources, dropped }: Pick<Grounded, 'sources' | 'dropped'>,
): DroppedCitation[] {
  const cited = new Set(sources.map(({ documentId }) => documentId));
  const gone = before.filter(({ documentId }) => !cited.has(documentId));
  return [
    ...gone.map(({ number, documentId, title }) => ({ number, documentId, detail: `“${title}” is cited no more.` })),
    ...dropped.map(({ number, sentence }) => ({
      number,
      documentId: null,
      detail: `No source has this number; taken out of “${sentence.slice(0, maxQuoted).toWellFormed()}”.`,
    })),
  ].slice(0, maxTold);
}

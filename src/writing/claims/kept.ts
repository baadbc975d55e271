import type { ArticleSource } from '../../../schema/articles.ts';
import type { Grounded } from './citations.ts';
import type { NumberedEvidence } from './written.ts';

/** The passages of a document at the time it was cited. */
export interface KeptEvidence {
  documentId: string;
  passages: string[];
}

/** The cited passages of each cited document. */
export function keptEvidence(sources: Grounded['sources'], evidence: readonly NumberedEvidence[]): KeptEvidence[] {
  return sources.map(({ documentId, sentences }) => {
    const cited = new Set(sentences.map(({ passageId }) => passageId));
    const used = evidence.filter((one) => one.documentId === documentId && cited.has(String(one.number)));
    return { documentId, passages: [...new Set(used.flatMap(({ passages, kept }) => kept ?? passages))] };
  });
}

export function toSource({ number, documentId, title, url, sentences }: Grounded['sources'][number]): ArticleSource {
  return { number, documentId, title, url, sentences: sentences.map(({ text, section }) => ({ text, section })) };
}

/** Articles from before evidence was stored consist of quotations, which are their own evidence. */
export function quotedIn(sources: readonly ArticleSource[]): KeptEvidence[] {
  return sources.map(({ documentId, sentences }) => ({ documentId, passages: sentences.map(({ text }) => text) }));
}

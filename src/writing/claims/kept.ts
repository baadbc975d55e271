import type { ArticleSource } from '../../../schema/articles.ts';
import type { Grounded } from './citations.ts';
import type { KeptQuote } from './quotation.ts';
import type { NumberedEvidence } from './written.ts';

/** The passages of a document at the time it was cited, and what was quoted from it as evidence. */
export interface KeptEvidence {
  documentId: string;
  passages: string[];
  quotes?: { sentence: string; quote: string }[];
}

/** The cited passages of each cited document, and all quotations. */
export function keptEvidence(
  sources: Grounded['sources'],
  evidence: readonly NumberedEvidence[],
  quotes: readonly KeptQuote[],
): KeptEvidence[] {
  const cited = sources.map(({ documentId, sentences }) => {
    const numbers = new Set(sentences.map(({ passageId }) => passageId));
    const used = evidence.filter((one) => one.documentId === documentId && numbers.has(String(one.number)));
    return { documentId, passages: [...new Set(used.flatMap(({ passages, kept }) => kept ?? passages))] };
  });
  const quoted = Map.groupBy(quotes, ({ documentId }) => documentId);
  const others = [...quoted.keys()].filter((id) => !cited.some(({ documentId }) => documentId === id));
  return [...cited, ...others.map((documentId) => ({ documentId, passages: [] }))].map((one) => {
    const own = quoted.get(one.documentId)?.map(({ sentence, quote }) => ({ sentence, quote }));
    return own ? { ...one, quotes: own } : one;
  });
}

export function quotesIn(evidence: readonly KeptEvidence[]): KeptQuote[] {
  return evidence.flatMap(({ documentId, quotes = [] }) => quotes.map((one) => ({ ...one, documentId })));
}

export function toSource({ number, documentId, title, url, sentences }: Grounded['sources'][number]): ArticleSource {
  return { number, documentId, title, url, sentences: sentences.map(({ text, section }) => ({ text, section })) };
}

/** Articles from before evidence was stored consist of quotations, which are their own evidence. */
export function quotedIn(sources: readonly ArticleSource[]): KeptEvidence[] {
  return sources.map(({ documentId, sentences }) => ({ documentId, passages: sentences.map(({ text }) => text) }));
}

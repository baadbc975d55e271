import { stopwordsOf } from './lexicon.ts';
import { partsOf, terms } from './tokens.ts';

/** A query of more terms finds nothing better and costs more. */
const maxQueryTerms = 32;
// What SQLite's unicode61 tokenizer takes for token characters; whatever else stands between them separates.
const tokenPattern = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu;

/**
 * An FTS5 MATCH expression for an index with `tokenize='porter unicode61 remove_diacritics 2'`: every term quoted, OR-ed, stopwords dropped.
 * Names written together are also looked for apart and the other way round (`ProxyAgent` ↔ "proxy agent"). Null where no term is left.
 * Nothing of the text reaches FTS5 outside quotes, so no input is a syntax error.
 */
export function ftsQuery(text: string, language: string): string | null {
  const stopwords = stopwordsOf(language);
  const tokens = (text.slice(0, 4000).toWellFormed().match(tokenPattern) ?? []).filter((token) => !stopwords.has(token.toLowerCase()));
  const apart = tokens.flatMap((token) =>
    partsOf(token).filter((part) => part !== token && part.length > 1 && !stopwords.has(part.toLowerCase())),
  );
  const together = tokens.slice(1).map((token, index) => tokens[index]! + token);
  const distinct = new Set([...tokens, ...apart, ...together].map((token) => token.toLowerCase()));
  if (distinct.size === 0) return null;
  return [...distinct]
    .slice(0, maxQueryTerms)
    .map((token) => `"${token}"`)
    .join(' OR ');
}

/** Okapi BM25 with its usual constants (Robertson & Zaragoza 2009). */
const k1 = 1.2;
const b = 0.75;

/** Scores each text for the query by BM25 over this list alone; higher is better, 0 where no term is shared. Same order as the texts. */
export function rankByBm25(query: string, texts: readonly string[], language: string): number[] {
  const wanted = new Set(terms(query, language));
  const documents = texts.map((text) => terms(text, language));
  return bm25(wanted, documents);
}

/** As `rankByBm25`, over terms already taken. */
export function bm25(wanted: ReadonlySet<string>, documents: readonly (readonly string[])[]): number[] {
  const averageLength = documents.reduce((sum, document) => sum + document.length, 0) / Math.max(1, documents.length) || 1;
  const counts = documents.map((document) => countOf(document, wanted));
  const holders = new Map<string, number>();
  for (const count of counts) for (const term of count.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  return counts.map((count, index) => {
    const length = k1 * (1 - b + (b * documents[index]!.length) / averageLength);
    let score = 0;
    for (const [term, frequency] of count)
      score += idf(holders.get(term)!, documents.length) * ((frequency * (k1 + 1)) / (frequency + length));
    return score;
  });
}

/** Inverse document frequency, never negative. */
export function idf(holders: number, documents: number): number {
  return Math.log(1 + (documents - holders + 0.5) / (holders + 0.5));
}

/** How many words of a text's own the query shares, as a share of the query's distinct terms (0–1). */
export function coverage(query: ReadonlySet<string>, text: ReadonlySet<string>): number {
  if (query.size === 0) return 0;
  let found = 0;
  for (const term of query) if (text.has(term)) found++;
  return found / query.size;
}

function countOf(document: readonly string[], wanted: ReadonlySet<string>): Map<string, number> {
  const count = new Map<string, number>();
  for (const term of document) if (wanted.has(term)) count.set(term, (count.get(term) ?? 0) + 1);
  return count;
}

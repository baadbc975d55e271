import { indexTerm, pairsIn, tokensIn } from './index-terms.ts';
import { stopwordsOf } from './lexicon.ts';
import { partsOf } from './tokens.ts';

/** More words make a query slower, not better. */
const maxSoughtWords = 32;
const maxQueryLength = 4000;
const singleLetter = /^[\p{Script=Latin}\p{M}]$/u;

/** A word of a query and its index terms, one per language; any of them is a match. */
export interface SoughtWord {
  word: string;
  terms: readonly string[];
  /** Made by joining words or parts of words of the query. */
  derived: boolean;
}

export interface Sought {
  words: SoughtWord[];
  /** As written: stopwords of the query's language, and words after the 32nd. */
  ignored: string[];
}

/**
 * What to look for in an index made of `indexTerms`. `languages` are those of the texts: words of a query are stemmed for each of them.
 * Names written as one word are also looked for as separate words, and the other way round (`ProxyAgent` ↔ "proxy agent").
 */
export function soughtWords(query: string, language: string, languages: readonly string[]): Sought {
  const all = new Set([language, ...languages]);
  const found = new Map<string, SoughtWord>();
  const joined = new Map<string, SoughtWord>();
  const ignored: string[] = [];
  const stopwords = stopwordsOf(language);
  const seek = (word: string, into = found) => {
    const inAll = [...new Set([...all].map((one) => indexTerm(word, one)))];
    const key = inAll.join(' ');
    if (!into.has(key)) into.set(key, { word, terms: inAll, derived: into === joined });
  };
  let before = '';
  for (const { written, isRun } of tokensIn(query.slice(0, maxQueryLength))) {
    if (isRun) {
      for (const pair of charactersSought(written)) found.set(pair, { word: pair, terms: [pair], derived: false });
      continue;
    }
    const parts = tellingParts(written, stopwords);
    if (parts.length === 0) {
      ignored.push(written);
      continue;
    }
    for (const part of parts) seek(part);
    const whole = partsOf(written).join('');
    if (parts.length > 1 || whole !== parts[0]) seek(whole, joined);
    if (before !== '') seek(before + whole, joined);
    before = whole;
  }
  const words = [...found.values()];
  for (const { word } of words.slice(maxSoughtWords)) ignored.push(word);
  return { words: [...words, ...joined.values()].slice(0, maxSoughtWords), ignored: [...new Set(ignored)] };
}

function tellingParts(word: string, stopwords: ReadonlySet<string>): string[] {
  if (stopwords.has(word.toLowerCase().replaceAll('’', "'"))) return [];
  const parts = partsOf(word);
  return parts.filter((part) => !stopwords.has(part.toLowerCase()) && (parts.length === 1 || !singleLetter.test(part)));
}

/** Pairs are more specific than single characters, which are looked for only if they stand alone. */
function charactersSought(run: string): string[] {
  const pairs = Array.from(pairsIn(run)).flatMap((token) => token.terms);
  const single = Array.from(run).length === 1;
  return single ? pairs : pairs.filter((pair) => Array.from(pair).length > 1);
}

/** The usual constants of Okapi BM25 (Robertson & Zaragoza 2009). */
const k1 = 1.2;
const b = 0.75;

/**
 * Scores texts, given as their terms, by BM25, with these texts as the whole collection; higher is better, 0 if no term is shared. In the
 * order of the texts.
 */
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

/** The share of the query's distinct terms that the text has, 0–1. */
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

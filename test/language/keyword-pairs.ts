import { readFileSync } from 'node:fs';

export interface KeywordPair {
  language: string;
  one: string;
  other: string;
  isSame: boolean;
}

/** A list in this folder: languages, each with its pairs, a line each. */
export function keywordPairs(file: string): KeywordPair[] {
  const pairs: KeywordPair[] = [];
  let language = '';
  for (const line of readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')) {
    const [, one, sign, other] = /^(.+) ([=/]) (.+)$/.exec(line) ?? [];
    if (/^[a-z]{2}$/.test(line)) language = line;
    else if (one !== undefined && !line.startsWith('#')) pairs.push({ language, one, other: other!, isSame: sign === '=' });
  }
  return pairs;
}

/** The share of pairs that are judged right. */
export function shareRight(pairs: readonly KeywordPair[], areSame: (pair: KeywordPair) => boolean): number {
  return pairs.filter((pair) => areSame(pair) === pair.isSame).length / pairs.length;
}

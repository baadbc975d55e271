import { keyphrases } from '../../../../language/keyphrases.ts';
import { clipAtWord } from '../../../../language/slug.ts';
import { countWords } from '../../../../language/tokens.ts';
import { keywordOf } from '../../../../language/title-keyword.ts';
import { sentences } from '../../../../language/sentences.ts';

/** Phrases kept of what is new in a page. */
const maxPhrases = 8;
const maxSummaryLength = 200;
const minSummaryWords = 6;
/** The beginning says what a page is about. */
const maxKeywordLines = 200;

/** YAKE's keyphrases of some lines, the most telling first. */
export function phrasesOf(lines: readonly string[], language: string): string[] {
  return keyphrases(lines, language, maxPhrases).map(({ phrase }) => phrase);
}

/** What a page is probably to be found for: guessed as for the project's own posts, so that the two can be compared. */
export function keywordIn(title: string | null, lines: readonly string[], language: string): string | null {
  return keywordOf(title ?? '', lines.slice(0, maxKeywordLines), language);
}

/** The first sentence of some lines that says something, quoted and cut. */
export function firstSaid(lines: readonly string[], language: string): string | null {
  const said = lines.flatMap((line) => sentences(line, language)).find((sentence) => countWords(sentence) >= minSummaryWords) ?? lines[0];
  return said === undefined ? null : clipAtWord(said, maxSummaryLength);
}

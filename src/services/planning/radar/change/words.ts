import { keyphrases } from '../../../../language/keyphrases.ts';
import { clipAtWord } from '../../../../language/slug.ts';
import { countWords } from '../../../../language/tokens.ts';
import { keywordOf } from '../../../../language/title-keyword.ts';
import { sentences } from '../../../../language/sentences.ts';

/** Phrases kept of what is new in a page. */
const maxPhrases = 8;
const maxSummaryLength = 200;
const minSummaryWords = 6;
/** The beginning says what a page is about: so many lines, and characters where they have no end. */
const begins = { lines: 200, length: 40_000 };

/** YAKE's keyphrases of some lines, the most telling first: of the beginning, for those of a book would hold the event loop. */
export function phrasesOf(lines: readonly string[], language: string): string[] {
  return keyphrases(beginning(lines), language, maxPhrases).map(({ phrase }) => phrase);
}

/** What a page is probably to be found for: guessed as for the project's own posts, so that the two can be compared. */
export function keywordIn(title: string | null, lines: readonly string[], language: string): string | null {
  return keywordOf(title ?? '', beginning(lines), language);
}

function beginning(lines: readonly string[]): string[] {
  return lines.slice(0, begins.lines).join('\n').slice(0, begins.length).split('\n');
}

/** The first sentence of some lines that says something, quoted and cut. */
export function firstSaid(lines: readonly string[], language: string): string | null {
  const said = firstSentence(lines, language) ?? lines[0];
  return said === undefined ? null : clipAtWord(said, maxSummaryLength);
}

function firstSentence(lines: readonly string[], language: string): string | undefined {
  for (const line of lines) {
    const found = sentences(line, language).find((sentence) => countWords(sentence) >= minSummaryWords);
    if (found !== undefined) return found;
  }
  return undefined;
}

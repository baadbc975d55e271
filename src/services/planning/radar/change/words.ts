import { keyphrases } from '../../../../language/keyphrases.ts';
import { clipAtWord } from '../../../../language/slug.ts';
import { countWords, terms } from '../../../../language/tokens.ts';
import { sentences } from '../../../../language/sentences.ts';

/** Phrases kept of what is new in a page. */
const maxPhrases = 8;
const maxSummaryLength = 200;
const minSummaryWords = 6;
/** A longer title is a sentence: a phrase of it is the better guess. */
const maxKeywordWords = 5;
const titleBreak = /\s+[|·–—»›-]\s+|:\s+/u;

/** YAKE's keyphrases of some lines, the most telling first. */
export function phrasesOf(lines: readonly string[], language: string): string[] {
  return keyphrases(lines, language, maxPhrases).map(({ phrase }) => phrase);
}

/**
 * What a page is probably to be found for: the most telling phrase whose words all stand in its title, else the title itself if it is short,
 * else the most telling phrase. Null where there is none.
 */
export function guessKeyword(title: string | null, phrases: readonly string[], language: string): string | null {
  const own = title?.split(titleBreak)[0]!.trim() ?? '';
  const titled = new Set(terms(own, language));
  const inTitle = phrases.filter((phrase) => terms(phrase, language).every((term) => titled.has(term)));
  // "connection pool" says more than "pool".
  const whole = inTitle.toSorted((one, other) => countWords(other) - countWords(one))[0];
  if (whole !== undefined && countWords(whole) > 1) return whole.toLowerCase();
  if (own !== '' && countWords(own) <= maxKeywordWords) return own.toLowerCase();
  return (whole ?? phrases[0] ?? null)?.toLowerCase() ?? null;
}

/** The first sentence of some lines that says something, quoted and cut. */
export function firstSaid(lines: readonly string[], language: string): string | null {
  const said = lines.flatMap((line) => sentences(line, language)).find((sentence) => countWords(sentence) >= minSummaryWords) ?? lines[0];
  return said === undefined ? null : clipAtWord(said, maxSummaryLength);
}

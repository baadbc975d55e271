import { stopwordsOf } from './lexicon.ts';
import { words } from './tokens.ts';

/** With fewer words, the result would be a coin toss. */
const minWords = 4;
/** The detector reads some 350 bytes at a time: a longer text is heard at so many places, spread over it. */
const maxWindows = 16;
const windowLength = 400;
/** The expected language is kept where its score is at least this share of the best: neighbours as Danish and Norwegian lie that close. */
const minExpectedShare = 0.97;
const notLanguage = /https?:\/\/\S+|\S+@\S+|`[^`]*`|\{[^}]*\}|\b[\w$]+(?:[._/][\w$()]+)+/g;

/** The detector with its n-grams of sixty languages: loading them takes as long as detecting thousands of texts. */
export const loadDetector = () => import('eld/extrasmall');

/**
 * The text's language as ISO 639-1, detected by n-grams (ELD); `und` if the text is too short or no language is recognised.
 * `expected` decides where two languages fit about equally.
 */
export async function detectLanguage(text: string, expected?: string): Promise<string> {
  const windows = windowsOf(text);
  if (words(windows.join(' ')).length < minWords) return 'und';
  const { eld } = await loadDetector();
  const scores = new Map<string, number>();
  for (const window of windows) {
    for (const [language, score] of Object.entries(eld.detect(window).getScores()))
      scores.set(language, (scores.get(language) ?? 0) + score);
  }
  const [best] = [...scores].toSorted(([, one], [, other]) => other - one);
  if (!best) return 'und';
  return expected !== undefined && (scores.get(expected) ?? 0) >= best[1] * minExpectedShare ? expected : best[0];
}

/** Parts of equal length, evenly spread over the text, without what is in no language. */
function windowsOf(text: string): string[] {
  const count = Math.min(maxWindows, Math.ceil(text.length / windowLength));
  const step = text.length / count;
  // Twice the length, because addresses and code are taken out.
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor(index * step);
    return text
      .slice(start, start + windowLength * 2)
      .replace(notLanguage, ' ')
      .slice(0, windowLength);
  });
}

/** Whether the text's small words are rather those of one language than of the other: a check on what was detected. */
export function readsRatherAs(text: string, language: string, other: string): boolean {
  const found = words(text).map((word) => word.toLowerCase());
  const countOf = (one: string) => found.filter((word) => stopwordsOf(one).has(word)).length;
  const count = countOf(language);
  return count > 0 && count >= countOf(other);
}

import { terms } from '../language/tokens.ts';

export interface RankedPage {
  url: string;
  title: string;
}

/** So many of the first results are looked at, and fewer than so many tell nothing. */
export const difficultyResults = { first: 10, atLeast: 5 } as const;

/** Where anybody writes: such a page among the first ten is taken for a gap that no made page fills (LowFruits calls it a weak spot). */
const writtenByAnybody =
  /^https?:\/\/(?:[\w-]+\.)*(?:reddit\.com|quora\.com|stackoverflow\.com|stackexchange\.com|superuser\.com|serverfault\.com|askubuntu\.com|gutefrage\.net|youtube\.com|tiktok\.com|instagram\.com|facebook\.com|pinterest\.[a-z.]+|medium\.com|linkedin\.com|twitter\.com|x\.com)(?:[:/]|$)|^https?:\/\/(?:forums?|community|answers|boards?)\.|^https?:\/\/[^?#]*\/(?:forums?|community|threads?|questions)\//i;

/**
 * How hard it is to get among the first ten, 0 to 100: the share of them that were made for the keyword, which are those whose title has all of its
 * words and that nobody wrote in passing. It knows nothing of links, which is what providers go by. Null where there are too few results.
 */
export function difficultyOf(keyword: string, results: readonly RankedPage[], language: string): number | null {
  const first = results.slice(0, difficultyResults.first);
  const wanted = [...new Set(terms(keyword, language))];
  if (first.length < difficultyResults.atLeast || wanted.length === 0) return null;
  const made = first.filter(({ url, title }) => {
    if (writtenByAnybody.test(url)) return false;
    const said = new Set(terms(title, language));
    return wanted.every((term) => said.has(term));
  });
  return Math.round((100 * made.length) / first.length);
}

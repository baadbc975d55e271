import { isDoing } from './doing.ts';
import { terms, withoutAccents } from './tokens.ts';

/** The section of a manual: `git-worktree(1)`. */
const manualSection = /\(\d[a-z]?\)/gi;

/** What a keyword is about: the stems of its words, without stopwords and accents. */
export function keywordTerms(keyword: string, language: string): ReadonlySet<string> {
  return new Set(terms(keyword.replace(manualSection, ' '), language).map(withoutAccents));
}

/** In English: keywords in other languages do not say that by chance. */
const isDone = isDoing('en');

/**
 * How near two keywords are by their terms, 0–1; 0 where they are not near. They are near if they share at least half of all their terms, or if
 * one has all terms of the other, two at least: "git" alone is not what "git branches for releases" is about. What is done with anything joins no two
 * that say with what as well. Of 39 pairs judged by hand (test/language/similar-keywords.txt) that judges 92 % right, the first half of the rule 85 %,
 * containment alone 82 %, equality 54 %.
 */
export function nearnessOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = Array.from(one).filter((term) => other.has(term));
  const done = both.filter(isDone).length;
  const least = Math.min(one.size, other.size);
  const beside = least > done ? done : 0;
  const shared = both.length - beside;
  const all = one.size + other.size - beside - both.length;
  const isNear = shared > 0 && (shared * 2 >= all || (shared >= 2 && shared === least - beside));
  return isNear ? shared / all : 0;
}

import { keywordKey } from '../../language/same-keyword.ts';

/**
 * Two keywords of a project are the same if they have the same key. As it is stored it begins with the language in which it was made: where
 * the project's has changed, keys are found to be old by it.
 */
export function storedKey(keyword: string, language: string): string {
  const asked = `${language} ${keyword}`;
  const known = late.get(asked);
  if (known !== undefined) return known;
  const key = `${language} ${keywordKey(keyword, language)}`;
  if (late.size >= maxLate) late.clear();
  late.set(asked, key);
  return key;
}

/** The keys made of late: slots, articles and posts are looked through one after the other for the same keywords, and a long one takes a while. */
const late = new Map<string, string>();
const maxLate = 500;

/** The keys of a language lie between these two. */
export function keysOf(language: string): { from: string; before: string } {
  return { from: `${language} `, before: `${language}!` };
}

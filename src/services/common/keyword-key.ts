import { keywordKey } from '../../language/same-keyword.ts';

/**
 * Two keywords of a project are the same if they have the same key. As it is stored it begins with the language in which it was made: where
 * the project's has changed, keys are found to be old by it.
 */
export function storedKey(keyword: string, language: string): string {
  return `${language} ${keywordKey(keyword, language)}`;
}

/** The keys of a language lie between these two. */
export function keysOf(language: string): { from: string; before: string } {
  return { from: `${language} `, before: `${language}!` };
}

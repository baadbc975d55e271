import type { QualityFlag } from '../../../schema/articles.ts';
import { indexTerms } from '../../language/index-terms.ts';
import { soughtWords } from '../../language/retrieval.ts';
import { checkCatalogue } from './catalogue.ts';

/** What an article with an open gate is found by. */
const gated = 'gated';

/** The flags that articles can be found by. */
export const soughtFlags: ReadonlySet<string> = new Set([gated, ...checkCatalogue.map(({ code }) => code)]);

interface Findable {
  language: string;
  keyword: string;
  title: string | null;
  markdown: string | null;
  flags: readonly QualityFlag[];
}

/** The terms an article is found by: the words of keyword, title and body in its language, and its flags. */
export function foundBy({ language, keyword, title, markdown, flags }: Findable): string[] {
  const codes = [...flags.map(({ code }) => code), ...(flags.some(({ gate }) => gate) ? [gated] : [])];
  const terms = indexTerms([keyword, title, markdown].join('\n'), language);
  return [...new Set([...terms, ...codes.map(flagTerm)])];
}

/** The words of a search that tell something; for each the terms it has in the articles' languages. */
export function wordsSought(q: string, language: string, languages: readonly string[]): string[][] {
  const { words } = soughtWords(q, language, languages);
  return words.filter(({ derived }) => !derived).map(({ terms }) => [...terms]);
}

/** No word of a text has an underscore. */
export function flagTerm(flag: string): string {
  return `flag_${flag}`;
}

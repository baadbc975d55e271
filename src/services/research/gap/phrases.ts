import { keyphrases, unspaced } from '../../../language/keyphrases.ts';
import { keywordKey } from '../../../language/same-keyword.ts';
import { sentences } from '../../../language/sentences.ts';
import { keywordOf } from '../../../language/title-keyword.ts';
import { countWords, normalise, terms, tidy } from '../../../language/tokens.ts';
import type { SitePage } from './pages.ts';

/** How much of a page is looked at for what it is about. */
export const phraseLimits = { ofPage: 10, headingWords: 6, characters: 20_000, phrases: 20_000 } as const;

/** A phrase that a site has, under one spelling. */
export interface Phrase {
  /** As it was first met. */
  written: string;
  /** The terms that a text must have in a row to have it. */
  terms: readonly string[];
}

/** What a page is about: its keyword, its keyphrases, and headings that are as short as what people search for. Names of sites are none. */
export function phrasesOf(page: SitePage, language: string, names: ReadonlySet<string>): { key: string; phrase: Phrase }[] {
  const text = page.text.slice(0, phraseLimits.characters);
  const said = sentences(text, language);
  const headings = page.headings
    .map(tidy)
    .filter((heading) => countWords(heading) >= 2 && countWords(heading) <= phraseLimits.headingWords);
  const keyword = keywordOf(page.title, said, language);
  // A single word names a field rather than what somebody looks for, unless a page is on it.
  const phrases = keyphrases(said, language, phraseLimits.ofPage).flatMap(({ phrase }) =>
    countWords(phrase) > 1 || unspaced.test(phrase) ? phrase : [],
  );
  return [...(keyword === null ? [] : [keyword]), ...headings, ...phrases].flatMap((one) => {
    const written = tidy(one).toLowerCase();
    const found = terms(written, language);
    if (found.length === 0 || isNamed(written, names)) return [];
    return [{ key: keywordKey(written, language), phrase: { written, terms: found } }];
  });
}

/** Names as `isNamed` looks for them. */
export function namesIn(names: readonly string[]): Set<string> {
  return new Set(names.map((name) => normalise(name)).filter((name) => name !== ''));
}

function isNamed(written: string, names: ReadonlySet<string>): boolean {
  const said = ` ${normalise(written)} `;
  return [...names].some((name) => said.includes(` ${name} `));
}

/** Finds which of many phrases a text has. */
export function finderOf(phrases: ReadonlyMap<string, Phrase>, language: string): (text: string) => Map<string, number> {
  const byFirst = Map.groupBy(phrases, ([, phrase]) => phrase.terms[0]!);
  return (text) => {
    const found = new Map<string, number>();
    const all = terms(text, language);
    for (const [at, first] of all.entries()) {
      for (const [key, phrase] of byFirst.get(first) ?? []) {
        if (phrase.terms.every((term, next) => all[at + next] === term)) found.set(key, (found.get(key) ?? 0) + 1);
      }
    }
    return found;
  };
}

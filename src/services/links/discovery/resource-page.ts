import { normalise } from '../../../language/tokens.ts';
import type { SeenPage } from './look.ts';

/** Sites that a page of links leads to, at least; and how many say so without a title that says it. */
export const minSites = 8;
export const minSitesUnnamed = 15;
/** Of the main text's words, the share that stands in links. */
export const minLinkedShare = 0.2;

/** What such pages are called, by language; the first is searched for. */
export const resourceWords: Readonly<Record<string, readonly string[]>> = {
  en: ['useful links', 'resources', 'recommended sites', 'further reading', 'helpful links', 'link list', 'links'],
  de: ['nützliche Links', 'Linksammlung', 'Linkliste', 'weiterführende Links', 'Linktipps', 'Links'],
  fr: ['liens utiles', 'ressources', 'sites utiles', 'liens'],
  es: ['enlaces útiles', 'enlaces de interés', 'recursos', 'enlaces'],
  it: ['link utili', 'risorse', 'siti utili', 'link'],
  nl: ['nuttige links', 'handige links', 'linkpagina', 'links'],
  pt: ['links úteis', 'recursos', 'ligações úteis', 'links'],
};

const allWords = [...new Set(Object.values(resourceWords).flat().map(wordsOf))];
const articleTypes = new Set(['Article', 'BlogPosting', 'NewsArticle', 'Product', 'Recipe']);

/** Whether a page is there to list what others have: it links to many sites, and says so or is hardly anything else. `sites` are those it links to. */
export function isResourcePage({ url, facts, outbound }: SeenPage): { is: boolean; sites: number } {
  const sites = new Set(outbound.flatMap(({ host, isInText }) => (isInText ? host : []))).size;
  if (sites < minSites || facts.types.some((type) => articleTypes.has(type))) return { is: false, sites };
  if (isNamedSo(url, facts)) return { is: true, sites };
  const share = facts.mainWords === 0 ? 0 : facts.text.linkedWords / facts.mainWords;
  return { is: sites >= minSitesUnnamed && share >= minLinkedShare, sites };
}

function isNamedSo(url: string, { titles, headings }: SeenPage['facts']): boolean {
  const path = decoded(new URL(url).pathname).replaceAll(/[/_.-]+/g, ' ');
  const named = [titles[0]?.text ?? '', headings.find(({ level }) => level === 1)?.text ?? '', path].map((text) => ` ${wordsOf(text)} `);
  return allWords.some((word) => named.some((text) => text.includes(` ${word} `)));
}

/** Words alone, a space between them. */
function wordsOf(text: string): string {
  return normalise(text)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

import { scopeOf } from '../../crawl/url.ts';
import { countWords, normalise } from '../../language/tokens.ts';
import type { PageFacts } from '../../pages/page-facts.ts';

/** A link to a piece names it in so many words; "Read more" does not. */
const minNameWords = 3;
/** Of a page with more links than any reader follows the first tell. */
const maxLinks = 5000;
const minPieces = 4;
/** Of the main text's words, or of its headings: the share that names other pages. */
const minListedShare = 0.3;
const minLinkedHeadings = 0.6;
const listPath = /(?:^|\/)(?:category|categories|tag|tags|author|authors|archive|archives|page\/\d+)(?:\/|$)/i;
const articleTypes = new Set(['Article', 'BlogPosting', 'NewsArticle', 'TechArticle', 'Product', 'Recipe', 'HowTo']);

/** The names by which a page's main text links to other pages of its site. */
export function namesIn(url: string, facts: PageFacts): string[] {
  const site = scopeOf(new URL('/', url).href);
  const first = facts.links.slice(0, maxLinks);
  const pieces = first.filter((link) => link.place === 'content' && link.url !== null && link.url !== url && site.has(link.url));
  return [...new Set(pieces.map(({ text }) => normalise(text)))].filter((name) => countWords(name) >= minNameWords);
}

/** Whether a page is there to list others: the front page of a blog, a category, an archive. */
export function isIndexPage(url: string, facts: PageFacts): boolean {
  if (facts.types.some((type) => articleTypes.has(type))) return false;
  const { pathname, searchParams } = new URL(url);
  const names = namesIn(url, facts);
  if (names.length > 0 && (listPath.test(pathname) || searchParams.has('page'))) return true;
  if (names.length < minPieces) return false;
  const named = new Set(names);
  const headings = facts.headings.filter(({ level }) => level > 1);
  const linked = headings.filter(({ text }) => named.has(normalise(text)));
  if (linked.length >= minPieces && linked.length >= headings.length * minLinkedHeadings) return true;
  return names.reduce((sum, name) => sum + countWords(name), 0) >= facts.mainWords * minListedShare;
}

import { shown, told, type SiteCheck } from './site-check.ts';
import { addressKey, type SitePage } from './site-view.ts';
import type { Survey } from './survey.ts';

/** Longer ones are cut in mails and messages, and hard to read out. */
export const maxAddressLength = 115;
/** More parameters mostly sort and filter one and the same list. */
export const maxParameters = 3;

const pathOf = (url: string) => new URL(url).pathname;

/** The same page of the site, or nearly, that answers under this other spelling of an address: servers may keep two pages there. */
function twinAt(url: string, { number, html }: SitePage, { index, sameTexts, alike }: Survey): string | null {
  const other = index.numberOf(addressKey(url));
  if (html === null || other === 0 || other === number || !index.is(other, 'html')) return null;
  if (!sameTexts.areTogether(number, other) && !alike.areTogether(number, other)) return null;
  return index.is(other, 'canonicalised') || index.is(number, 'canonicalised') ? null : url;
}

export const addressChecks: readonly SiteCheck[] = [
  {
    code: 'case_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'The same page under capital and small letters',
    why: 'The same page under two addresses divides its links and competes with itself.',
    howToFix: 'Redirect one spelling to the other, and link to that one only.',
    *ofPage(page, survey) {
      const { origin, pathname, search } = new URL(page.url);
      const twin = twinAt(origin + pathname.toLowerCase() + search, page, survey);
      if (twin !== null) yield told(`also answers as ${shown(twin)}`);
    },
  },
  {
    code: 'slash_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'Pages with and without a slash at the end',
    why: 'The same page under two addresses divides its links and competes with itself.',
    howToFix: 'Redirect one form to the other, and link to that one only.',
    *ofPage(page, survey) {
      const { origin, pathname, search } = new URL(page.url);
      if (pathname === '/' || !pathname.endsWith('/')) return;
      const twin = twinAt(origin + pathname.slice(0, -1) + search, page, survey);
      if (twin !== null) yield told(`also answers as ${shown(twin)}`);
    },
  },
  {
    code: 'double_slashes',
    severity: 'notice',
    category: 'indexing',
    title: 'Addresses with two slashes in a row',
    why: 'They come from a fault in how addresses are put together, and mostly double a page.',
    howToFix: 'Mend the template or setting that joins the parts.',
    *ofPage({ url, html }) {
      if (html && pathOf(url).includes('//')) yield told(shown(pathOf(url)));
    },
  },
  {
    code: 'spaces_in_addresses',
    severity: 'notice',
    category: 'indexing',
    title: 'Addresses with spaces',
    why: 'They break where they are pasted into a text.',
    howToFix: 'Write hyphens instead, and redirect the old address.',
    *ofPage({ url, html }) {
      if (html && /%20|\+/.test(pathOf(url))) yield told(shown(pathOf(url)));
    },
  },
  {
    code: 'underscores_in_addresses',
    severity: 'notice',
    category: 'indexing',
    title: 'Addresses with underscores',
    why: 'Search engines read words joined by underscores as one word.',
    howToFix: 'Use hyphens in new addresses; old ones are not worth a move.',
    *ofPage({ url, html }) {
      if (html && /[^/]_[^/]/.test(pathOf(url))) yield told(shown(pathOf(url)));
    },
  },
  {
    code: 'capitals_in_addresses',
    severity: 'notice',
    category: 'indexing',
    title: 'Addresses with capital letters',
    why: 'Who types them in small letters ends at an error or at a second address of the page.',
    howToFix: 'Use small letters in new addresses; old ones are not worth a move.',
    *ofPage({ url, html }) {
      if (html && /[A-Z]/.test(pathOf(url).replaceAll(/%[\dA-F]{2}/g, ''))) yield told(shown(pathOf(url)));
    },
  },
  {
    code: 'long_addresses',
    severity: 'notice',
    category: 'indexing',
    title: 'Very long addresses',
    why: 'They are cut where people share them, and hard to understand.',
    howToFix: 'Shorten new addresses to what tells the page apart.',
    *ofPage({ url, html }) {
      if (html && url.length > maxAddressLength) yield told(`${url.length} characters`);
    },
  },
  {
    code: 'many_parameters',
    severity: 'notice',
    category: 'indexing',
    title: 'Addresses with many parameters',
    why: 'Filters and sortings multiply one page into many, and crawlers lose their time there.',
    howToFix: 'Name the plain address as canonical, or keep the combinations from crawlers.',
    *ofPage({ url, html }) {
      const count = new URL(url).searchParams.size;
      if (html && count > maxParameters) yield told(`${count} parameters`);
    },
  },
];

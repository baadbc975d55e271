import type { Evidence } from '../check.ts';
import { shown, told, type SiteCheck } from './site-check.ts';
import type { SitePage } from './site-view.ts';
import type { Spelling } from './spellings.ts';
import type { Survey } from './survey.ts';

/** Longer ones are cut in mails and messages, and hard to read out. */
export const maxAddressLength = 115;
/** More parameters mostly sort and filter one and the same list. */
export const maxParameters = 3;

const pathOf = (url: string) => new URL(url).pathname;

/** Evidence where a page is there under a plainer spelling of its address as well. */
function* copied({ number }: SitePage, { index, spellings }: Survey, spelling: Spelling): Iterable<Evidence> {
  const copy = spellings.of(number);
  if (copy?.spelling === spelling) yield told(`also answers as ${shown(index.urlOf(copy.plain))}`);
}

export const addressChecks: readonly SiteCheck[] = [
  {
    code: 'case_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'The same page under capital and small letters',
    why: 'The same page under two addresses divides its links and competes with itself.',
    howToFix: 'Redirect one spelling to the other, and link to that one only.',
    ofPage: (page, survey) => copied(page, survey, 'case'),
  },
  {
    code: 'slash_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'Pages with and without a slash at the end',
    why: 'The same page under two addresses divides its links and competes with itself.',
    howToFix: 'Redirect one form to the other, and link to that one only.',
    ofPage: (page, survey) => copied(page, survey, 'slash'),
  },
  {
    code: 'index_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'Folders that answer under the name of their index file too',
    why: 'The same page under two addresses divides its links and competes with itself.',
    howToFix: 'Link to the folder, and redirect the index file to it or name the folder as its canonical.',
    ofPage: (page, survey) => copied(page, survey, 'index_file'),
  },
  {
    code: 'ending_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'Pages with and without .html',
    why: 'The same page under two addresses divides its links and competes with itself.',
    howToFix: 'Link to one of the two, list it in the sitemap, and redirect the other one or name the first as its canonical.',
    ofPage: (page, survey) => copied(page, survey, 'ending'),
  },
  {
    code: 'parameter_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'The same page with and without parameters',
    why: 'Each parameter makes another address of one page: they divide its links, and crawlers lose their time there.',
    howToFix: 'Name the plain address as canonical on all of them, and link to that one only.',
    ofPage: (page, survey) => copied(page, survey, 'parameters'),
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
    causes: ['case_duplicates'],
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
    causes: ['many_parameters'],
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

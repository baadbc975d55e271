import type { Evidence } from '../check.ts';
import { otherCanonicalOf } from './address-index.ts';
import { minAlikeWords } from './alike.ts';
import { shown, told, type SiteCheck } from './site-check.ts';
import { addressKey, type SitePage } from './site-view.ts';
import { isListable, type Survey } from './survey.ts';

const firstError = 400;

/** Evidence about the page that is named as canonical or as another language, where it was asked. */
function* named(page: SitePage, survey: Survey, why: (target: number) => string | null): Iterable<Evidence> {
  const canonical = otherCanonicalOf(page);
  const target = canonical === null ? 0 : survey.index.numberOf(addressKey(canonical));
  const found = target === 0 ? null : why(target);
  if (found !== null) yield { line: page.html!.canonical!.line, text: `${shown(canonical!)} ${found}` };
}

function* otherLanguages(page: SitePage, survey: Survey, why: (target: number) => string | null): Iterable<Evidence> {
  const { index } = survey;
  // A copy names what the page names of which it is one: search engines look there.
  if (originalOf(page, survey) !== 0) return;
  for (const { lang, url, line } of page.html?.hreflangs ?? []) {
    const target = url === page.url ? 0 : index.numberOf(addressKey(url));
    const found = target === 0 ? null : why(target);
    if (found !== null) yield { line, text: `${lang}: ${shown(url)} ${found}` };
  }
}

/** The page of which this one is a copy and says so by its canonical address, under whichever address it is kept; 0 without one. */
function originalOf({ number }: SitePage, { index }: Survey): number {
  const canonical = index.canonicalOf(number);
  return index.is(canonical, 'html') && !index.haveOtherTexts(number, canonical) ? canonical : 0;
}

/** Whether an address is a page that may be shown to readers of its language: others are told for what keeps them from it. */
function mayBeVersion(target: number, { index }: Survey): boolean {
  return index.is(target, 'html') && !index.is(target, 'noindex') && !index.is(target, 'canonicalised');
}

/** Why an address is no page with status 200; null if it is one, or redirects. */
function errorAt(target: number, { index }: Survey): string | null {
  const status = index.statusOf(target);
  if (status >= firstError) return `answers ${status}`;
  return index.is(target, 'failed') ? 'does not answer' : null;
}

export const canonicalChecks: readonly SiteCheck[] = [
  {
    code: 'canonical_to_error',
    severity: 'critical',
    category: 'indexing',
    title: 'Canonical addresses that are gone',
    why: 'The page hands its place in search results to one that does not exist.',
    howToFix: 'Name the address of a page that is there, most often the page itself.',
    ofPage: (page, survey) => named(page, survey, (target) => errorAt(target, survey)),
  },
  {
    code: 'canonical_to_redirect',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical addresses that redirect',
    why: 'The signal is contradicted, and search engines may choose an address of their own.',
    howToFix: 'Name the address at which the redirect ends.',
    ofPage: (page, survey) => named(page, survey, (target) => (survey.index.is(target, 'redirects') ? 'redirects' : null)),
  },
  {
    code: 'canonical_to_noindex',
    severity: 'critical',
    category: 'indexing',
    title: 'Canonical addresses that say noindex',
    why: 'Neither page may be listed: this one defers to the other, and the other asks to be left out.',
    howToFix: 'Take noindex off the canonical page, or name another one.',
    ofPage: (page, survey) =>
      named(page, survey, (target) => (survey.index.is(target, 'noindex') && !page.html!.isNoindex ? 'says noindex' : null)),
  },
  {
    code: 'canonical_chains',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical addresses that name yet another one',
    why: 'Search engines seldom follow a chain, and choose for themselves.',
    howToFix: 'Name the last of the chain on all of its pages.',
    causes: ['canonical_to_noindex'],
    ofPage: (page, survey) =>
      named(page, survey, (target) => (survey.index.is(target, 'canonicalised') ? 'names another canonical itself' : null)),
  },
  {
    code: 'canonical_forbidden',
    severity: 'warning',
    category: 'indexing',
    title: 'Canonical addresses that robots.txt forbids',
    why: 'Search engines may not read the page that this one defers to.',
    howToFix: 'Allow the canonical page in robots.txt, or name another one.',
    ofPage: (page, survey) => named(page, survey, (target) => (survey.index.is(target, 'forbidden') ? 'is forbidden by robots.txt' : null)),
  },
  {
    code: 'canonical_to_other_text',
    severity: 'critical',
    category: 'indexing',
    title: 'Canonical addresses of pages with another text',
    why: 'The page hands its place to one that says something else, and what only it says is found by nobody.',
    howToFix: 'Name the page itself. Right is another one only where it holds the same text, or this text among others.',
    ofPage: (page, survey) =>
      named(page, survey, (target) =>
        isOtherPage(page, target, survey) ? `says something else than these ${page.html!.words} words` : null,
      ),
  },
  {
    code: 'copies_linked',
    severity: 'notice',
    category: 'links',
    title: 'Copies that the site links to',
    why: 'Readers and links arrive at an address that defers to another, and search engines have to put the two together.',
    howToFix: 'Link to the canonical address, and redirect the other one there.',
    *ofPage(page, survey) {
      const links = survey.inlinksOf(page.number);
      const original = new URL(page.url).search === '' ? originalOf(page, survey) : 0;
      if (original !== 0 && links > 0)
        yield told(
          `${links === 1 ? 'one page links' : `${links} pages link`} here, and canonical is ${shown(survey.index.urlOf(original))}`,
        );
    },
  },
];

/** Orders and filters of a list are the same page to whoever wrote it, and so they defer to it. */
function isOtherPage({ number, url, html }: SitePage, target: number, { index }: Survey): boolean {
  if (html === null || html.isNoindex || html.words < minAlikeWords) return false;
  if (!index.is(target, 'html') || index.is(target, 'noindex')) return false;
  return new URL(url).search === '' && index.haveOtherTexts(number, target);
}

/** From this share on, pages of a site name a canonical address as a rule, and one without is an exception. */
const ruleShare = 0.5;

export const canonicalGapChecks: readonly SiteCheck[] = [
  {
    code: 'canonicals_missing',
    severity: 'notice',
    category: 'indexing',
    title: 'Pages without a canonical address',
    why: 'Parameters and other spellings make copies of a page, and search engines choose among them.',
    howToFix: 'Name the page’s own address in `<link rel="canonical">`.',
    *ofSite({ listable: { pages, canonical }, about: { start } }) {
      if (pages > 0 && canonical < pages * ruleShare)
        yield { url: start, line: null, text: `${pages - canonical} of ${pages} pages name none` };
    },
    *ofPage(page, { index, listable: { pages, canonical } }) {
      if (canonical >= pages * ruleShare && isListable(page, index) && page.html!.canonical === null)
        yield told('names none, while other pages do');
    },
  },
];

export const hreflangChecks: readonly SiteCheck[] = [
  {
    code: 'hreflang_with_canonical',
    severity: 'warning',
    category: 'international',
    title: 'Versions named by a page that defers to another',
    why: 'The page names another as its canonical one, so search engines do not look at the versions it names.',
    howToFix: 'Let each version be canonical to itself.',
    *ofPage(page, survey) {
      const canonical = otherCanonicalOf(page);
      const [version] = page.html?.hreflangs ?? [];
      if (version && canonical !== null && originalOf(page, survey) === 0)
        yield { line: version.line, text: `canonical is ${shown(canonical)}` };
    },
  },
  {
    code: 'hreflang_without_return',
    severity: 'warning',
    category: 'international',
    title: 'Languages that do not link back',
    why: 'Without a link back search engines ignore that the pages are versions of one another.',
    howToFix: 'Name all versions, itself included, on each of them.',
    ofPage: (page, survey) =>
      otherLanguages(page, survey, (target) =>
        mayBeVersion(target, survey) && !survey.namesVersion(target, page.number) ? 'does not name this page' : null,
      ),
  },
  {
    code: 'hreflang_to_error',
    severity: 'warning',
    category: 'international',
    title: 'Languages that lead to no page',
    why: 'Readers of that language are sent to an error or on a detour.',
    howToFix: 'Name the address of the page itself.',
    ofPage: (page, survey) =>
      otherLanguages(page, survey, (target) => errorAt(target, survey) ?? (survey.index.is(target, 'redirects') ? 'redirects' : null)),
  },
  {
    code: 'hreflang_to_noindex',
    severity: 'warning',
    category: 'international',
    title: 'Languages that may not be listed',
    why: 'A version that says noindex or defers to another address is never shown to its readers.',
    howToFix: 'Name versions that may be listed under their own address.',
    ofPage: (page, survey) =>
      otherLanguages(page, survey, (target) => {
        // What may not be listed itself names a version that may not with good reason.
        if (page.html!.isNoindex) return null;
        if (survey.index.is(target, 'noindex')) return 'says noindex';
        return survey.index.is(target, 'canonicalised') ? 'names another address as its canonical' : null;
      }),
  },
];

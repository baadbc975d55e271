import type { Evidence } from '../check.ts';
import { otherCanonicalOf } from './address-index.ts';
import { shown, told, type SiteCheck, type SiteFault } from './site-check.ts';
import type { SitemapFacts, SitePage } from './site-view.ts';
import { isListable, type Survey } from './survey.ts';

const firstError = 400;
/** Of fewer pages each is found by links, or looked up by hand. */
export const minPagesForSitemap = 10;

function* listed(page: SitePage, why: () => string | null): Iterable<Evidence> {
  const found = page.isListed ? why() : null;
  if (found !== null) yield told(found);
}

/** One that nobody names may be missing. */
const isExpected = ({ isNamed, status }: SitemapFacts) => isNamed || (status !== 404 && status !== 410);

function* sitemapsWith({ about }: Survey, why: (sitemap: SitemapFacts) => string | null): Iterable<SiteFault> {
  for (const sitemap of about.sitemaps) {
    const text = why(sitemap);
    if (text !== null) yield { url: sitemap.url, line: null, text };
  }
}

const hasSitemap = ({ about }: Survey) => about.sitemaps.some(({ problem, entries }) => problem === null && entries > 0);

export const sitemapChecks: readonly SiteCheck[] = [
  {
    code: 'not_in_sitemap',
    severity: 'notice',
    category: 'indexing',
    title: 'Pages that the sitemap leaves out',
    why: 'Search engines hear of new and changed pages first by the sitemap.',
    howToFix: 'Have the sitemap made from all pages that may be listed.',
    causes: ['canonical_to_error', 'case_duplicates', 'slash_duplicates', 'index_duplicates', 'ending_duplicates', 'parameter_duplicates'],
    needs: 'all_pages',
    *ofPage(page, survey) {
      if (!page.isListed && isListable(page, survey.index) && hasSitemap(survey)) yield told('no sitemap names it');
    },
  },
  {
    code: 'sitemap_lists_redirects',
    severity: 'warning',
    category: 'indexing',
    title: 'The sitemap lists addresses that redirect',
    why: 'A sitemap that names wrong addresses is trusted less.',
    howToFix: 'List the addresses at which the redirects end.',
    causes: ['redirect_loops', 'redirects_to_errors'],
    ofPage: (page) => listed(page, () => (page.redirectsTo === null ? null : `redirects to ${shown(page.redirectsTo)}`)),
  },
  {
    code: 'sitemap_lists_errors',
    severity: 'warning',
    category: 'indexing',
    title: 'The sitemap lists pages that are gone',
    why: 'A sitemap that names what is not there is trusted less, and crawlers lose their time.',
    howToFix: 'Take them out of the sitemap, or bring the pages back.',
    causes: ['server_errors'],
    ofPage: (page) => listed(page, () => (page.status >= firstError ? `answers ${page.status}` : null)),
  },
  {
    code: 'sitemap_lists_noindex',
    severity: 'warning',
    category: 'indexing',
    title: 'The sitemap lists pages that say noindex',
    why: 'One says to list the page, the other not to.',
    howToFix: 'Take them out of the sitemap, or take noindex off the pages.',
    causes: ['pages_lost'],
    ofPage: (page) => listed(page, () => (page.html?.isNoindex === true ? 'says noindex' : null)),
  },
  {
    code: 'sitemap_lists_duplicates',
    severity: 'warning',
    category: 'indexing',
    title: 'The sitemap lists pages that name another canonical',
    why: 'One says to list this address, the other names another one.',
    howToFix: 'List the canonical addresses only.',
    causes: ['canonical_to_error', 'canonical_to_redirect', 'sitemap_lists_noindex'],
    ofPage: (page) =>
      listed(page, () => {
        const canonical = otherCanonicalOf(page);
        return canonical === null ? null : `its canonical is ${shown(canonical)}`;
      }),
  },
  {
    code: 'sitemap_lists_forbidden',
    severity: 'warning',
    category: 'indexing',
    title: 'The sitemap lists pages that robots.txt forbids',
    why: 'Search engines are sent to pages that they may not read.',
    howToFix: 'Allow them in robots.txt, or take them out of the sitemap.',
    ofPage: (page) => listed(page, () => (page.isForbidden ? 'robots.txt forbids it' : null)),
  },
  {
    code: 'sitemap_lists_other_hosts',
    severity: 'notice',
    category: 'indexing',
    title: 'The sitemap lists addresses of other hosts',
    why: 'A sitemap speaks for its own host; the rest is ignored.',
    howToFix: 'List each address in a sitemap on its own host.',
    ofSite: (survey) =>
      sitemapsWith(survey, ({ foreign: { count, first }, entries }) =>
        count === 0 ? null : `${count} of ${entries} addresses, the first is ${shown(first!)}`,
      ),
  },
  {
    code: 'sitemap_broken',
    severity: 'warning',
    category: 'indexing',
    title: 'A sitemap that cannot be read',
    why: 'Search engines learn nothing from it.',
    howToFix: 'Serve valid XML as sitemaps.org describes it, with status 200.',
    ofSite: (survey) => sitemapsWith(survey, (sitemap) => (isExpected(sitemap) ? sitemap.problem : null)),
  },
  {
    code: 'sitemap_dates_wrong',
    severity: 'notice',
    category: 'indexing',
    title: 'Dates in the sitemap that cannot be',
    why: 'Search engines ignore lastmod altogether where it is wrong now and then.',
    howToFix: 'Write when the page was changed last, as 2026-05-31 or with time and zone, or leave lastmod out.',
    ofSite: (survey) =>
      sitemapsWith(survey, ({ undated: { count, first } }) => (count === 0 ? null : `${count} of them, the first is ${shown(first!)}`)),
  },
  {
    code: 'sitemap_repeats',
    severity: 'notice',
    category: 'indexing',
    title: 'The sitemap lists addresses twice',
    why: 'What makes the sitemap is at fault, and the two entries may contradict one another.',
    howToFix: 'List each address once.',
    ofSite: (survey) =>
      sitemapsWith(survey, ({ repeated: { count, first } }) => (count === 0 ? null : `${count} of them, the first is ${shown(first!)}`)),
  },
  {
    code: 'sitemap_empty',
    severity: 'notice',
    category: 'indexing',
    title: 'A sitemap without addresses',
    why: 'It tells search engines that there is nothing to read.',
    howToFix: 'Have it list the pages of the site, or take it away.',
    ofSite: (survey) => sitemapsWith(survey, ({ problem, entries }) => (problem === null && entries === 0 ? 'lists nothing' : null)),
  },
  {
    code: 'sitemap_too_large',
    severity: 'warning',
    category: 'indexing',
    title: 'A sitemap beyond the limits of the protocol',
    why: 'Search engines refuse files of more than 50,000 addresses or 50 MiB.',
    howToFix: 'Split it, and name the parts in a sitemap index.',
    ofSite: (survey) => sitemapsWith(survey, ({ isTooLarge, entries }) => (isTooLarge ? `${entries} addresses` : null)),
  },
  {
    code: 'sitemap_missing',
    severity: 'notice',
    category: 'indexing',
    title: 'No sitemap was found',
    why: 'Search engines find pages by links alone, and later than they could.',
    howToFix: 'Serve /sitemap.xml with all pages that may be listed, and name it in robots.txt.',
    *ofSite({ about, listable }) {
      const { sitemaps, robots, start } = about;
      // Where robots.txt tells nothing, nothing was asked.
      const isKnown = robots !== null && robots.status > 0 && robots.status < 500 && robots.status !== 429;
      if (isKnown && listable.pages >= minPagesForSitemap && !sitemaps.some(isExpected))
        yield { url: start, line: null, text: 'neither robots.txt nor /sitemap.xml' };
    },
  },
];

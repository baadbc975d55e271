import { addressKey } from './site-view.ts';
import { told, shown, type SiteCheck } from './site-check.ts';

const serverError = 500;
/** Above this median a whole site is slow; Google asks for a first byte within 800 ms. */
export const maxMedianMs = 1000;
/** With fewer pages a median says little. */
const minTimedPages = 5;

export const answerChecks: readonly SiteCheck[] = [
  {
    code: 'start_page_error',
    severity: 'critical',
    category: 'availability',
    title: 'The start page is not there',
    why: 'Who asks for the site gets an error, and crawlers find no way in.',
    howToFix: 'Serve a page there, or start the audit at the address where the site begins.',
    *ofSite({ about: { start }, index }) {
      const number = index.numberOf(addressKey(start));
      const status = number === 0 ? 0 : index.statusOf(number);
      if (status >= 400) yield { url: start, line: null, text: `answers ${status}` };
      else if (number !== 0 && index.is(number, 'failed')) yield { url: start, line: null, text: 'does not answer' };
    },
  },
  {
    code: 'server_errors',
    severity: 'critical',
    category: 'availability',
    title: 'Pages at which the server fails',
    why: 'Readers see an error, and search engines drop pages that keep failing.',
    howToFix: 'Find the fault in the logs of the server.',
    *ofPage({ url, status }, { about }) {
      // Of the start page it is told by start_page_error.
      if (status >= serverError && url !== about.start) yield told(`answers ${status}`);
    },
  },
  {
    code: 'no_answer',
    severity: 'critical',
    category: 'availability',
    title: 'Pages that do not answer',
    why: 'To readers and crawlers the page does not exist.',
    howToFix: 'See why the server does not answer there in time.',
    *ofPage({ url, error }, { about }) {
      if (error && url !== about.start) yield told(error.message);
    },
  },
  {
    code: 'soft_404',
    severity: 'warning',
    category: 'availability',
    title: 'Pages that do not exist answer 200',
    why: 'Search engines take every mistyped address for a page, and broken links cannot be found.',
    howToFix: 'Answer 404 where nothing is, also with a page that says so kindly.',
    *ofSite({ about }) {
      const { madeUp } = about.probes;
      if (madeUp && madeUp.status >= 200 && madeUp.status < 300)
        yield { url: about.start, line: null, text: `${shown(madeUp.url)}, which was made up, answers ${madeUp.status}` };
    },
  },
  {
    code: 'slow_site',
    severity: 'warning',
    category: 'performance',
    title: 'The site answers slowly',
    why: 'Readers leave, and crawlers read fewer pages.',
    howToFix: 'Cache pages, and look for what the server waits for.',
    *ofSite({ about, medianMs, hosts }) {
      const pages = [...hosts.values()].reduce((sum, host) => sum + host.pages, 0);
      if (medianMs !== null && medianMs > maxMedianMs && pages >= minTimedPages)
        yield { url: about.start, line: null, text: `half of the pages take longer than ${Math.round(medianMs)} ms` };
    },
  },
];

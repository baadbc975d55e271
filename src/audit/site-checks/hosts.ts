import type { Evidence } from '../check.ts';
import { told, type SiteCheck, type SiteFault } from './site-check.ts';
import type { securityHeaders, SitePage } from './site-view.ts';
import type { Survey } from './survey.ts';

type Protection = (typeof securityHeaders)[number];

const originOf = (url: string) => new URL(url).origin;

/** One fault for a host all of whose pages lack it. */
function* hostsWithout({ hosts }: Survey, protection: Protection): Iterable<SiteFault> {
  for (const { pages, lacking, exposed, first, isSecure } of hosts.values()) {
    if (protection === 'hsts' && !isSecure) continue;
    if (lacking.get(protection) === pages)
      yield { url: first, line: null, text: [exposed[protection] ?? [], 'on all pages of this host'].flat().join(', ') };
  }
}

/** A fault for each page that lacks what others of its host have. */
function* pageWithout(
  { url, html, protections, exposed }: SitePage,
  { hosts }: Survey,
  protection: Protection,
  elsewhere: string,
): Iterable<Evidence> {
  const host = html === null || protections.includes(protection) ? undefined : hosts.get(originOf(url));
  if (host === undefined || (protection === 'hsts' && !host.isSecure)) return;
  if (host.lacking.get(protection) !== host.pages) yield told(exposed[protection] ?? elsewhere);
}

function headerCheck(
  protection: Protection,
  text: Pick<SiteCheck, 'code' | 'title' | 'why' | 'howToFix'>,
  elsewhere = 'other pages of this host have it',
): SiteCheck {
  return {
    ...text,
    severity: 'notice',
    category: 'security',
    ofSite: (survey) => hostsWithout(survey, protection),
    ofPage: (page, survey) => pageWithout(page, survey, protection, elsewhere),
  };
}

export const hostChecks: readonly SiteCheck[] = [
  {
    code: 'no_https',
    severity: 'critical',
    category: 'security',
    title: 'The site is not served over https',
    why: 'Browsers call it insecure, and search engines prefer sites that are secure.',
    howToFix: 'Get a certificate, and redirect http to https.',
    *ofSite({ about, hosts }) {
      const { secureWorks } = about.probes;
      const isPlain = hosts.size > 0 && [...hosts.values()].every(({ isSecure }) => !isSecure);
      if (isPlain && secureWorks === false) yield { url: about.start, line: null, text: 'https does not answer' };
    },
  },
  {
    code: 'http_beside_https',
    severity: 'warning',
    category: 'security',
    title: 'Plain http is served beside https',
    why: 'Readers stay on the insecure side without need, and each page has two addresses.',
    howToFix: 'Redirect every http address to https with 301.',
    *ofSite({ about, hosts }) {
      const { secureWorks, plainLeadsTo } = about.probes;
      const isPlain = hosts.size > 0 && [...hosts.values()].every(({ isSecure }) => !isSecure);
      if (isPlain && secureWorks === true) yield { url: about.start, line: null, text: 'https answers too, and http does not lead there' };
      if (plainLeadsTo === 'http') yield { url: about.start, line: null, text: 'http answers by itself instead of leading to https' };
    },
  },
  {
    code: 'mixed_hosts',
    severity: 'warning',
    category: 'indexing',
    title: 'Pages with and without www',
    why: 'Two hosts with the same site divide its links and compete with one another.',
    howToFix: 'Choose one host, and redirect the other to it.',
    *ofSite({ hosts }) {
      for (const [origin, { first }] of hosts) {
        const other = origin.replace('//', '//www.');
        if (hosts.has(other)) yield { url: first, line: null, text: `pages answer at ${origin} and at ${other}` };
      }
    },
  },
  headerCheck('hsts', {
    code: 'hsts_missing',
    title: 'Strict-Transport-Security is missing',
    why: 'Without it the first visit can be led astray before it reaches https.',
    howToFix: 'Send Strict-Transport-Security: max-age=31536000 over https.',
  }),
  headerCheck('nosniff', {
    code: 'nosniff_missing',
    title: 'X-Content-Type-Options is missing',
    why: 'Browsers may take a file for a script that it was not meant to be.',
    howToFix: 'Send X-Content-Type-Options: nosniff.',
  }),
  headerCheck('framing', {
    code: 'framing_allowed',
    title: 'Other sites may show the pages in a frame',
    why: 'Readers can be made to click on what they do not see.',
    howToFix: "Send Content-Security-Policy: frame-ancestors 'self', or X-Frame-Options: SAMEORIGIN.",
  }),
  headerCheck('csp', {
    code: 'csp_missing',
    title: 'Content-Security-Policy is missing',
    why: 'A script that somebody smuggles in runs unhindered.',
    howToFix: 'Send a Content-Security-Policy that names where scripts may come from.',
  }),
  headerCheck('referrer', {
    code: 'referrer_policy_missing',
    title: 'Referrer-Policy is missing',
    why: 'How much of the address other sites learn when a reader follows a link is left to the browser.',
    howToFix: 'Send Referrer-Policy: strict-origin-when-cross-origin.',
  }),
  headerCheck(
    'cookies',
    {
      code: 'cookies_open',
      title: 'Cookies without Secure, HttpOnly or SameSite',
      why: 'Scripts of others, other sites or who listens on the way may get hold of a session.',
      howToFix: 'Set cookies with Secure and SameSite=Lax, those of sessions with HttpOnly too.',
    },
    'it sets such a cookie',
  ),
  headerCheck(
    'discreet',
    {
      code: 'server_version_told',
      title: 'The server tells its version',
      why: 'Who looks for servers with a known hole finds it by its answer.',
      howToFix: 'Leave the version out of Server, and X-Powered-By away.',
    },
    'this page tells it',
  ),
];

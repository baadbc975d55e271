import { securityHeaders } from '../../audit/site-checks/site-view.ts';
import { shownText } from './shown-text.ts';

type Headers = Readonly<Record<string, string>>;

const has: Readonly<Record<(typeof securityHeaders)[number], (headers: Headers, isSecure: boolean) => boolean>> = {
  hsts: (headers) => /max-age\s*=\s*"?[1-9]/i.test(headers['strict-transport-security'] ?? ''),
  nosniff: (headers) => /nosniff/i.test(headers['x-content-type-options'] ?? ''),
  framing: (headers) =>
    /frame-ancestors/i.test(headers['content-security-policy'] ?? '') || /deny|sameorigin/i.test(headers['x-frame-options'] ?? ''),
  csp: (headers) => /(?:default|script)-src/i.test(headers['content-security-policy'] ?? ''),
  cookies: (headers, isSecure) => openCookies(headers, isSecure).length === 0,
  discreet: (headers) => versionsIn(headers).length === 0,
  referrer: (headers) => (headers['referrer-policy'] ?? '') !== '',
};

/** The protections that an answer's headers bring. */
export function protectionsIn(url: string, headers: Headers): string[] {
  return securityHeaders.filter((name) => has[name](headers, url.startsWith('https:')));
}

/** What of the answer is in place of a protection that it lacks, in words. */
export function exposedIn(url: string, headers: Headers): { cookies?: string; discreet?: string } {
  const cookies = openCookies(headers, url.startsWith('https:')).slice(0, maxTold).join('; ');
  const versions = versionsIn(headers).join('; ');
  return {
    ...(cookies !== '' && { cookies: shownText(cookies, maxText) }),
    ...(versions !== '' && { discreet: shownText(versions, maxText) }),
  };
}

/** Cookies that evidence names. */
const maxTold = 3;
const maxText = 160;
const maxName = 40;

function versionsIn(headers: Headers): string[] {
  const named = [
    ['Server', headers['server']],
    ['X-Powered-By', headers['x-powered-by']],
  ] as const;
  return named.flatMap(([name, said = '']) => (/\/\d+\.\d/.test(said) ? [`${name}: “${said.slice(0, maxText / 2)}”`] : []));
}

/** The cookies that are not kept well, each with what it lacks. */
function openCookies(headers: Headers, isSecure: boolean): string[] {
  return cookiesIn(headers['set-cookie'] ?? '').flatMap((cookie) => {
    const lacking = lackingOf(cookie, isSecure);
    return lacking.length === 0 ? [] : [`${cookie.split('=', 1)[0]!.trim().slice(0, maxName)} without ${lacking.join(', ')}`];
  });
}

/** Several are joined by commas, which dates in them have too. */
function cookiesIn(header: string): string[] {
  return header
    .slice(0, 20_000)
    .split(/,(?=\s*[\w!#$%&'*+.^`|~-]+=)/)
    .filter((one) => one.trim() !== '');
}

/** Scripts of the page may need a cookie: only one that names a session must be kept from them. A cookie that is taken away is none. */
function lackingOf(cookie: string, isSecure: boolean): string[] {
  const says = (attribute: RegExp) => attribute.test(cookie);
  if (says(/;\s*max-age\s*=\s*["']?(?:0|-\d+)/i) || says(/;\s*expires\s*=[^;]*\b(?:1970|1969)\b/i)) return [];
  const isSession = /^\s*[^=]*(?:sess|sid\b|auth|token|login)/i.test(cookie) && !/^\s*[^=]*(?:csrf|xsrf)/i.test(cookie);
  const lacking: string[] = [];
  if (isSecure && !says(/;\s*secure\b/i)) lacking.push('Secure');
  if (isSession && !says(/;\s*httponly\b/i)) lacking.push('HttpOnly');
  if (!says(/;\s*samesite\s*=/i)) lacking.push('SameSite');
  return lacking;
}

import { securityHeaders } from '../../audit/site-checks/site-view.ts';

const has: Readonly<Record<(typeof securityHeaders)[number], (headers: Readonly<Record<string, string>>, isSecure: boolean) => boolean>> = {
  hsts: (headers) => /max-age\s*=\s*"?[1-9]/i.test(headers['strict-transport-security'] ?? ''),
  nosniff: (headers) => /nosniff/i.test(headers['x-content-type-options'] ?? ''),
  framing: (headers) =>
    /frame-ancestors/i.test(headers['content-security-policy'] ?? '') || /deny|sameorigin/i.test(headers['x-frame-options'] ?? ''),
  csp: (headers) => /(?:default|script)-src/i.test(headers['content-security-policy'] ?? ''),
  cookies: (headers, isSecure) => !cookiesIn(headers['set-cookie'] ?? '').some((cookie) => isOpen(cookie, isSecure)),
  discreet: (headers) => !/\/\d+\.\d/.test(headers['server'] ?? '') && !/\/\d+\.\d/.test(headers['x-powered-by'] ?? ''),
  referrer: (headers) => (headers['referrer-policy'] ?? '') !== '',
};

/** The protections that an answer's headers bring. */
export function protectionsIn(url: string, headers: Readonly<Record<string, string>>): string[] {
  return securityHeaders.filter((name) => has[name](headers, url.startsWith('https:')));
}

/** Several are joined by commas, which dates in them have too. */
function cookiesIn(header: string): string[] {
  return header
    .slice(0, 20_000)
    .split(/,(?=\s*[\w!#$%&'*+.^`|~-]+=)/)
    .filter((one) => one.trim() !== '');
}

/** Scripts of the page may need a cookie: only one that names a session must be kept from them. A cookie that is taken away is none. */
function isOpen(cookie: string, isSecure: boolean): boolean {
  const says = (attribute: RegExp) => attribute.test(cookie);
  if (says(/;\s*max-age\s*=\s*["']?(?:0|-\d+)/i) || says(/;\s*expires\s*=[^;]*\b(?:1970|1969)\b/i)) return false;
  const isSession = /^\s*[^=]*(?:sess|sid\b|auth|token|login)/i.test(cookie) && !/^\s*[^=]*(?:csrf|xsrf)/i.test(cookie);
  return (isSecure && !says(/;\s*secure\b/i)) || !says(/;\s*samesite\s*=/i) || (isSession && !says(/;\s*httponly\b/i));
}

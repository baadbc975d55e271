import { securityHeaders } from '../../../audit/site-checks/site-view.ts';

const has: Readonly<Record<(typeof securityHeaders)[number], (headers: Readonly<Record<string, string>>) => boolean>> = {
  hsts: (headers) => /max-age\s*=\s*"?[1-9]/i.test(headers['strict-transport-security'] ?? ''),
  nosniff: (headers) => /nosniff/i.test(headers['x-content-type-options'] ?? ''),
  framing: (headers) =>
    /frame-ancestors/i.test(headers['content-security-policy'] ?? '') || /deny|sameorigin/i.test(headers['x-frame-options'] ?? ''),
  csp: (headers) => /(?:default|script)-src/i.test(headers['content-security-policy'] ?? ''),
  referrer: (headers) => (headers['referrer-policy'] ?? '') !== '',
};

/** The protections that an answer's headers bring. */
export function protectionsIn(headers: Readonly<Record<string, string>>): string[] {
  return securityHeaders.filter((name) => has[name](headers));
}

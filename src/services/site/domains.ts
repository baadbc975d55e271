import { hostOf, isOwn } from '../../crawl/url.ts';
import { parseUrl } from '../../net/parse-url.ts';

const maxDomainLength = 253;
const isName = /^(?:(?:[\w-]{1,63}\.)+[\w-]{1,63}|localhost|\[[\da-f:.]+\])$/;

/**
 * The domain in what people write, as `hostOf` has it: understands a bare domain and any http or https address. Null for anything else, and for
 * an address with credentials.
 */
export function domainOf(written: string): string | null {
  const text = written.trim();
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  // A bare domain has no scheme that would say which port is the usual one.
  if (url.port === '443' || url.port === '80') url.port = '';
  const domain = hostOf(url);
  const name = domain.replace(/:\d+$/, '');
  // A lone number is an address to a browser, and none to who wrote it.
  if (/^[\d.]+$/.test(name) && !text.includes(name)) return null;
  return name.length <= maxDomainLength && isName.test(name) ? domain : null;
}

/** Whether a competitor's domain would be the site's own: its host, or a subdomain unless the site is but a path of its host. */
export function isOwnDomain(siteUrl: string, domain: string): boolean {
  return domain === domainOf(siteUrl) || isOwn(siteUrl, `http://${domain}/`);
}

/** Whether a domain is a subdomain of another, at the same port. */
export function isBelow(domain: string, other: string): boolean {
  return domain.endsWith(`.${other}`);
}

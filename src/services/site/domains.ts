import { parseUrl } from '../../net/parse-url.ts';

const maxDomainLength = 253;

/**
 * The domain in what people write, as competitors and hosts are compared: without `www.`, in punycode and lower case, with a port unless it
 * is the usual one. Understands a bare domain and any http or https address. Null for anything else.
 */
export function domainOf(written: string): string | null {
  const text = written.trim();
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const name = withoutWww(url.hostname.replace(/\.+$/, ''));
  const isName = /^(?:[\w-]{1,63}\.)*[\w-]{1,63}$/.test(name) && (name.includes('.') || name === 'localhost');
  if (name.length > maxDomainLength || !(isName || name.startsWith('['))) return null;
  return url.port === '' || url.port === '443' || url.port === '80' ? name : `${name}:${url.port}`;
}

/** Whether a domain belongs to a site: it is the site's, or a subdomain of it unless the site is but a path of its host. */
export function isOwnDomain(siteUrl: string, domain: string): boolean {
  const own = domainOf(siteUrl);
  if (own === null) return false;
  return domain === own || (parseUrl(siteUrl)?.pathname === '/' && isBelow(domain, own));
}

/** Whether a domain is a subdomain of another, at the same port. */
export function isBelow(domain: string, other: string): boolean {
  return domain.endsWith(`.${other}`);
}

/** `www.com` is a name of its own. */
function withoutWww(hostname: string): string {
  return hostname.replace(/^www\.(?=[^.]+\.)/, '');
}

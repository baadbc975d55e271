import { parseUrl } from '../net/parse-url.ts';
import { isTransient } from './transient-parameters.ts';

/** Of an address that is asked; some servers and proxies refuse longer ones, and no page that people reach has one. */
export const maxUrlLength = 2000;

/** The addresses of one site. */
export interface Scope {
  /** As `hostOf` has it. */
  host: string;
  /** Ends with a slash; `/` where the whole host belongs to it. */
  path: string;
  has(url: string | URL): boolean;
}

const encoded = /%[\da-f]{2}/gi;
const unreserved = /[\w.~-]/;

/**
 * One spelling for each address: as the URL Standard parses it, without a fragment, with percent-encoding in capitals and only where it is
 * needed (RFC 3986, 6.2.2), without parameters that name a session or a click instead of a page. The order of the query stays: it may matter.
 * Null for what is no http or https address, carries a password, or is longer than 2,000 characters.
 */
export function normaliseUrl(given: string | URL, base?: string): string | null {
  const url = plainest(typeof given === 'string' ? parsed(given, base) : URL.parse(given.href));
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const { href } = url;
  if (href.includes('@') && (url.username !== '' || url.password !== '')) return null;
  // Most addresses need none of this, and each setter parses anew.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  if (href.includes(';') || href.includes('/(')) url.pathname = withoutSession(url.pathname);
  if (href.includes('?')) url.search = lastingQuery(url.search);
  if (href.includes('#')) url.hash = '';
  return url.href.length > maxUrlLength ? null : url.href;
}

function parsed(given: string, base: string | undefined): URL | null {
  if (given.length > 4 * maxUrlLength) return null;
  return parseUrl(given) ?? (base === undefined ? null : URL.parse(given, base));
}

/** Percent-encoded in capitals, and only what needs it. */
function plainest(url: URL | null): URL | null {
  if (!url?.href.includes('%')) return url;
  const decode = (octet: string) => {
    const character = String.fromCodePoint(Number.parseInt(octet.slice(1), 16));
    return unreserved.test(character) ? character : octet.toUpperCase();
  };
  return URL.parse(url.href.replaceAll(encoded, decode));
}

/** `;jsessionid=…` of Java servers and `/(S(…))/` of ASP.NET. */
function withoutSession(path: string): string {
  return path.replaceAll(/;jsessionid=[^/;]*/gi, '').replaceAll(/\/\((?:[A-Z]\([\w-]{10,}\))+\)(?=\/|$)/gi, '');
}

function lastingQuery(search: string): string {
  if (search === '') return '';
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !isTransient(part));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

/** The host as sites are compared: without `www.`, in punycode, with its port unless that is the scheme's own. Empty for what is no address. */
export function hostOf(url: string | URL): string {
  const { host = '' } = (typeof url === 'string' ? parseUrl(url) : url) ?? {};
  const bare = host.replace(/\.(?=$|:)/, '');
  return /^www\.[^.]+\./.test(bare) ? bare.slice(4) : bare;
}

/** Equal for addresses of one page: scheme, `www.`, a fragment and a slash at the end do not make another. What is no address stands for itself. */
export function pageKey(url: string): string {
  const plain = URL.parse(normaliseUrl(url) ?? url);
  return plain ? `${hostOf(plain)}${plain.pathname.replace(/\/+$/, '')}${plain.search}` : url;
}

/** What a crawl from this address stays within: its host, and if it has a path what lies below that. Subdomains are sites of their own. */
export function scopeOf(siteUrl: string): Scope {
  const host = hostOf(siteUrl);
  const path = folderOf(siteUrl);
  const origins = new Set(['http://', 'https://', 'http://www.', 'https://www.'].map((start) => `${start}${host}`));
  const isThere = (url: string | URL) => {
    // Links are many, and most are of the site: only others are parsed.
    const text = String(url);
    const end = text.indexOf('/', 'https://'.length);
    return (end > 0 && origins.has(text.slice(0, end))) || hostOf(url) === host;
  };
  return { host, path, has: (url) => host !== '' && isThere(url) && liesBelow(path, url) };
}

/** Whether an address belongs to a site: to its host or, where the site has no path, to a subdomain; below its path, if it has one. */
export function isOwn(siteUrl: string, url: string | URL): boolean {
  const { host, path, has } = scopeOf(siteUrl);
  return has(url) || (path === '/' && host !== '' && hostOf(url).endsWith(`.${host}`));
}

/** `/a/b.html` stands in `/a/`, where the pages beside it are; `/a/b` may have pages below itself. */
function folderOf(siteUrl: string): string {
  const { pathname } = URL.parse(normaliseUrl(siteUrl) ?? siteUrl) ?? { pathname: '/' };
  if (pathname.endsWith('/')) return pathname;
  return /\.[a-z]\w{1,4}$/i.test(pathname) ? pathname.replace(/[^/]*$/, '') : `${pathname}/`;
}

function liesBelow(folder: string, url: string | URL): boolean {
  if (folder === '/') return true;
  const { pathname } = typeof url === 'string' ? new URL(url) : url;
  return `${pathname}/`.startsWith(folder);
}

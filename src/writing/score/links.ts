import { linkAddress } from '../../documents/link-schemes.ts';
import type { Body } from '../../markdown/body.ts';

export interface LinkSubject {
  body: Body;
  /** URLs of the documents that the article cites. */
  sources: readonly (string | null)[];
  /** The project's own site; null if it has none. */
  siteUrl: string | null;
  /** Pages of the site that were offered for links. If there are none, any page of the site is allowed. */
  internal: readonly string[];
}

export interface LinkReport {
  /** Links to anything but http, https, mailto, tel or a page of the same site, as written but shortened. */
  unsafe: string[];
  /** Links to hosts that are neither a source nor the site. */
  unknown: string[];
  /** Links within the site to a page that was not offered. */
  unknownInternal: string[];
  /** URLs of links without text. */
  empty: string[];
  /** URLs of images without alt text. */
  missingAlt: string[];
  /** How many of the offered pages are linked to. */
  internalUsed: number;
}

/** The base for relative URLs if the site is unknown; the name can never be registered (RFC 2606). */
const nowhere = 'https://site.invalid/';
const maxShown = 120;

/** Checks where the links and images of a body lead. */
export function checkLinks({ body, sources, siteUrl, internal }: LinkSubject): LinkReport {
  const site = hostOf(siteUrl ?? nowhere);
  const known = new Set(sources.map(hostOf));
  const offered = new Set(internal.map((url) => pageOf(url, siteUrl)));
  const used = new Set<string>();
  const report: LinkReport = { unsafe: [], unknown: [], unknownInternal: [], empty: [], missingAlt: [], internalUsed: 0 };
  const place = (address: string, isPage: boolean) => {
    const url = safeUrl(address, siteUrl);
    if (url === null) report.unsafe.push(shown(address));
    else if (!/^https?:$/.test(url.protocol) || address.trim().startsWith('#')) return;
    else if (plainHost(url.host) === site) {
      const page = pageOf(url.href, siteUrl);
      if (offered.has(page)) used.add(page);
      else if (isPage && offered.size > 0) report.unknownInternal.push(shown(address));
    } else if (offered.has(pageOf(url.href, siteUrl))) used.add(pageOf(url.href, siteUrl));
    else if (!known.has(plainHost(url.host))) report.unknown.push(shown(address));
  };
  for (const { href, text } of body.links) {
    place(href, true);
    if (text.trim() === '') report.empty.push(shown(href));
  }
  for (const { src, alt } of body.images) {
    place(src, false);
    if (alt === '') report.missingAlt.push(shown(src));
  }
  report.internalUsed = used.size;
  return report;
}

/** Null for what must not be linked: any scheme but those of links, and `//host`, which looks like a path. */
function safeUrl(address: string, siteUrl: string | null): URL | null {
  // Browsers ignore these characters when they read the scheme.
  // oxlint-disable-next-line no-control-regex
  const read = address.replace(/[\u0000-\u0020\u007F-\u009F\u00AD\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g, '');
  if (/^[/\\]{2}/.test(read) || !URL.canParse(read, siteUrl ?? nowhere)) return null;
  const url = new URL(read, siteUrl ?? nowhere);
  if (!linkAddress.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url;
}

/** A normalised URL: host without www, path without a trailing slash, no fragment. */
function pageOf(url: string, siteUrl: string | null): string {
  if (!URL.canParse(url, siteUrl ?? nowhere)) return url;
  const { host, pathname, search } = new URL(url, siteUrl ?? nowhere);
  return plainHost(host) + pathname.replace(/\/+$/, '') + search;
}

function hostOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? plainHost(new URL(url).host) : '';
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/^www\./, '');
}

function shown(address: string): string {
  return address.length > maxShown ? `${address.slice(0, maxShown).toWellFormed()}…` : address;
}

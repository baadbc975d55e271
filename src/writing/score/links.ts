import type { Body } from '../../markdown/body.ts';

export interface LinkSubject {
  body: Body;
  /** Addresses of the documents that the article cites. */
  sources: readonly (string | null)[];
  /** The project's own site; null where it has none. */
  siteUrl: string | null;
  /** Addresses within the site that were offered to link to. Where none were, any within the site will do. */
  internal: readonly string[];
  /** Further hosts that may be linked to, such as those named in the instructions. */
  allowedHosts?: readonly string[];
}

export interface LinkReport {
  /** To anything but http, https, mailto or a page of the same site; as written, cut. */
  unsafe: string[];
  /** To hosts that are neither a source nor the site. */
  unknown: string[];
  /** Within the site, to a page that was not offered. */
  unknownInternal: string[];
  /** Addresses of links without words. */
  empty: string[];
  /** Addresses of images without a description. */
  missingAlt: string[];
  /** How many of the offered pages are linked to. */
  internalUsed: number;
}

/** A base for relative addresses where the site is not known; the name can never be registered (RFC 2606). */
const nowhere = 'https://site.invalid/';
const maxShown = 120;

/** Where the links and images of a body lead, and which of them should not be there. */
export function checkLinks({ body, sources, siteUrl, internal, allowedHosts = [] }: LinkSubject): LinkReport {
  const site = hostOf(siteUrl ?? nowhere);
  const known = new Set([...sources.map(hostOf), ...allowedHosts.map(plainHost)]);
  const offered = new Set(internal.map((url) => pageOf(url, siteUrl)));
  const used = new Set<string>();
  const report: LinkReport = { unsafe: [], unknown: [], unknownInternal: [], empty: [], missingAlt: [], internalUsed: 0 };
  const place = (address: string, isPage: boolean) => {
    const url = safeUrl(address, siteUrl);
    if (url === null) report.unsafe.push(shown(address));
    else if (url.protocol === 'mailto:' || address.trim().startsWith('#')) return;
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

/** Null for what must not be linked: any scheme but http, https and mailto, and `//host`, which hides one. */
function safeUrl(address: string, siteUrl: string | null): URL | null {
  // What a browser drops before it reads the scheme.
  // eslint-disable-next-line no-control-regex
  const read = address.replace(/[\u0000-\u0020\u007F-\u009F\u00AD\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g, '');
  if (/^[/\\]{2}/.test(read) || !URL.canParse(read, siteUrl ?? nowhere)) return null;
  const url = new URL(read, siteUrl ?? nowhere);
  if (!/^(?:https?|mailto):$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url;
}

/** One spelling of a page: host without www, path without a trailing slash, no fragment. */
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

import { getDomain } from 'tldts';
import { hostOf, normaliseUrl, pageKey, scopeOf } from '../crawl/url.ts';
import { tidy } from '../language/tokens.ts';
import type { Brand, CitationInAnswer, GivenCitation } from './shapes.ts';
import type { Spoken } from './spoken.ts';
import { isOpaque, unwrapped } from './wrappers.ts';

const maxTitleLength = 300;
/** Of an answer: more are a list of links, and each is a row. */
export const maxCitations = 300;

export type Citation = Omit<CitationInAnswer, 'prominence'>;

export interface Cited {
  citations: Citation[];
  /** The places in `citations` that the text points to, in its order. */
  pointed: { at: number; citation: number }[];
}

/** The sites of brands, by host. Made once for a list of brands, used for many answers. */
export class Sites {
  readonly #byHost = new Map<string, { brand: string; path: string; has(url: string): boolean }[]>();

  constructor(brands: readonly Brand[]) {
    for (const { id, sites } of brands) {
      for (const site of sites) {
        const { host, path, has } = scopeOf(`https://${site}`);
        if (host !== '') this.#byHost.set(host, [...(this.#byHost.get(host) ?? []), { brand: id, path, has }]);
      }
    }
    // The deepest path first; where two brands name the same, the project's own, then by id, so that the order of brands decides nothing.
    const rank = (brand: string) => (brand === 'own' ? '' : brand);
    for (const [host, sites] of this.#byHost)
      this.#byHost.set(
        host,
        sites.toSorted((a, b) => b.path.length - a.path.length || (rank(a.brand) < rank(b.brand) ? -1 : 1)),
      );
  }

  /** The brand whose site an address belongs to: its host's, or that of the nearest host above which is a site as a whole. */
  ownerOf(url: string): string | null {
    const host = hostOf(url);
    for (let name = host; name !== ''; name = name.includes('.') ? name.slice(name.indexOf('.') + 1) : '') {
      const site = this.#byHost.get(name)?.find(({ path, has }) => (name === host ? has(url) : path === '/'));
      if (site) return site.brand;
    }
    return null;
  }
}

/** All sources of an answer, each page once: those given with it, and those that its text links or lists. */
export function citationsOf(spoken: Spoken, given: readonly GivenCitation[], sites: Sites): Cited {
  const list = new CitationList(sites, given);
  const byMark = new Map<number, number | null>();
  for (const [at, one] of given.entries()) byMark.set(at + 1, list.add(one, at + 1));
  for (const { url, number, title } of spoken.listed) {
    const place = list.add({ url, title: title ?? undefined });
    // With a list of its own, the engine's marks mean that one.
    if (number !== null && given.length === 0 && !byMark.has(number)) byMark.set(number, place);
  }
  const pointed = spoken.pointers.flatMap(({ at, to }) => {
    const citation = typeof to === 'number' ? (byMark.get(to) ?? null) : list.add({ url: to });
    return citation === null ? [] : [{ at, citation }];
  });
  for (const { citation } of pointed) list.citations[citation]!.inline = true;
  return { citations: list.citations, pointed };
}

class CitationList {
  readonly citations: Citation[] = [];
  readonly #sites: Sites;
  readonly #resolved: ReadonlyMap<string, string>;
  readonly #byKey = new Map<string, number>();
  readonly #byUrl = new Map<string, number | null>();
  #next: number;

  constructor(sites: Sites, given: readonly GivenCitation[]) {
    this.#sites = sites;
    this.#next = given.length + 1;
    this.#resolved = new Map(given.flatMap(({ url, resolved }) => (resolved ? [[url, resolved]] : [])));
  }

  /** Its place in the list; null for what is no address, or has no room any more. Without a number it gets the next. */
  add({ url, title }: GivenCitation, number?: number): number | null {
    let place = this.#byUrl.get(url);
    if (place === undefined) this.#byUrl.set(url, (place = this.#place(url, number)));
    const citation = place === null ? undefined : this.citations[place];
    if (citation && citation.title === null && title) citation.title = tidy(title).slice(0, maxTitleLength) || null;
    return place;
  }

  #place(written: string, number: number | undefined): number | null {
    const page = pageOf(this.#resolved.get(written) ?? written);
    if (!page) return null;
    const known = this.#byKey.get(page.key);
    if (known !== undefined) return known;
    const place = this.citations.length;
    if (place === maxCitations) return null;
    const brand = page.status === 'ok' ? this.#sites.ownerOf(page.url) : null;
    this.citations.push({ number: number ?? this.#next++, ...page, title: null, brand, inline: false });
    this.#byKey.set(page.key, place);
    return place;
  }
}

/** What an address cites, read without asking the network; null for what is no address of the web. */
export function pageOf(written: string): Pick<Citation, 'url' | 'key' | 'domain' | 'host' | 'status'> | null {
  const target = unwrapped(written.trim());
  const url = normaliseUrl(target) ?? normaliseUrl(target.split(/[?#]/, 1)[0]!);
  if (url === null) return null;
  const key = pageKey(url.replace(/%(?:28|29|2A|5B|5D|7C|60)/gi, decodeURIComponent));
  if (isOpaque(url)) return { url, key, domain: '', host: '', status: 'unresolved' };
  const host = hostOf(url);
  return { url, key, domain: getDomain(host, { allowPrivateDomains: true }) ?? host, host, status: 'ok' };
}

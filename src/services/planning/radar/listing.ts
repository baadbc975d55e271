import { readFeed } from '../../../crawl/feed.ts';
import type { Fetched, Polite } from '../../../crawl/polite.ts';
import { isOwn, normaliseUrl } from '../../../crawl/url.ts';
import type { Fault } from '../../../crawl/visit.ts';
import type { Store } from '../../../db/open.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import type { System } from '../../../system.ts';
import type { Pages } from '../../site/index.ts';
import { namePages } from '../queries.ts';
import { radarLimits } from './limits.ts';

/** What names a source's pages. */
export interface Listing {
  /** Addresses that were named. */
  count: number;
  /** Whether there are more than are kept. */
  hasMore: boolean;
  /** What could not be read. Nothing is taken for removed because of it. */
  problems: string[];
}

interface Needs {
  store: Store;
  system: System;
  polite: Polite;
  facts: Pages['facts'];
  signal: AbortSignal;
}

interface Named {
  url: string;
  lastmod: string | null;
}

const maxFeeds = 5;
const maxFeedBytes = 10 * 1024 * 1024;
const maxPageBytes = 5 * 1024 * 1024;
const acceptFeed =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/xml, application/json;q=0.9, */*;q=0.1';
/** More of a page's links than this are not pages that somebody would watch. */
const maxLinks = 500;

/** Learns which pages a source has, from whatever names them, and keeps their addresses. */
export async function listPages(needs: Needs, source: RadarSourceRow, feedUrl: string | null): Promise<Listing> {
  const { store, system, polite, signal } = needs;
  const site = siteOf(source);
  const listing: Listing = { count: 0, hasMore: false, problems: [] };
  const hinted = source.baseline_at === null ? 0 : 1;

  async function take(named: readonly Named[]): Promise<boolean> {
    const room = radarLimits.knownPages - listing.count;
    const pages = new Map(named.slice(0, room).map(({ url, lastmod }) => [url, { url, lastmod, turn: turnOf(lastmod) }]));
    await store.write((tx) => namePages(tx, { sourceId: source.id, hinted, now: system.now() }, [...pages.values()]));
    listing.count += pages.size;
    listing.hasMore ||= named.length > room;
    return !listing.hasMore;
  }

  async function readFeeds(urls: readonly string[]): Promise<void> {
    for (const url of [...new Set(urls)].slice(0, maxFeeds)) {
      const answer = await polite.fetch(url, { accept: acceptFeed, maxBytes: maxFeedBytes, signal });
      const origin = { contentType: answer.headers['content-type'] ?? '', url: answer.url, turn: system.turns(signal) };
      const feed = isOk(answer) ? await readFeed(answer.body, origin) : null;
      if (!feed) {
        listing.problems.push(`The feed ${url} ${wrongWith(answer, 'is no feed that can be read')}.`);
        continue;
      }
      if (answer.truncated) listing.problems.push(`The feed ${url} is longer than 10 MiB or broke off: only its beginning is read.`);
      const entries = feed.entries.flatMap(({ url: page, updatedAt, publishedAt }) => namedIn(page, updatedAt ?? publishedAt));
      await take(source.kind === 'feed' ? entries : entries.filter((entry) => isOwn(site, entry.url)));
    }
  }

  async function readMaps(files?: readonly string[]): Promise<void> {
    const answers = await polite.sitemapEntries(site, { files, take, signal });
    for (const { url, namedBy, status, error } of answers) {
      // Where nobody named one, none need be there.
      if (namedBy === 'guess' && (error === null || status === 404)) continue;
      if (error) listing.problems.push(`The sitemap ${url} cannot be read: ${error.message}`);
      else if (status >= 400) listing.problems.push(`The sitemap ${url} answered ${status}.`);
    }
  }

  /** The front page says which feeds there are; where nothing lists the pages, its links do. */
  async function readSite(): Promise<void> {
    await take([{ url: source.url, lastmod: null }]);
    const answer = await polite.fetch(source.url, { accept: 'text/html', maxBytes: maxPageBytes, signal });
    const facts = isOk(answer) ? await needs.facts(answer, signal) : null;
    if (!facts) listing.problems.push(`${source.url} ${wrongWith(answer, 'is no page that can be read')}.`);
    await readMaps();
    await readFeeds([...(feedUrl === null ? [] : [feedUrl]), ...(facts?.feeds ?? []).map(({ url }) => url)]);
    // Only the front page itself so far.
    if (listing.count > 1 || !facts) return;
    const links = facts.links.flatMap(({ url }) => (url !== null && isOwn(site, url) ? namedIn(url, null) : []));
    await take(links.slice(0, maxLinks));
  }

  if (source.kind === 'page') await take([{ url: source.url, lastmod: null }]);
  else if (source.kind === 'feed') await readFeeds([source.url]);
  else if (source.kind === 'sitemap') await readMaps([source.url]);
  else await readSite();
  return listing;
}

/** The site whose pages belong to a source; of a feed or sitemap, its host's. */
export function siteOf({ kind, url }: Pick<RadarSourceRow, 'kind' | 'url'>): string {
  return kind === 'site' ? url : new URL('/', url).href;
}

function namedIn(url: string | null, lastmod: string | null): Named[] {
  const normal = url === null ? null : normaliseUrl(url);
  return normal === null ? [] : [{ url: normal, lastmod }];
}

/** Pages that nobody has looked at come before all others, the newest first. */
function turnOf(lastmod: string | null): number {
  const time = lastmod === null ? Number.NaN : Date.parse(lastmod);
  return Number.isFinite(time) ? Math.min(-1, -time) : -1;
}

function isOk({ outcome, status }: Pick<Fetched, 'outcome' | 'status'>): boolean {
  return outcome === 'answered' && status >= 200 && status < 300;
}

function wrongWith({ error, status }: { error: Fault | null; status: number }, otherwise: string): string {
  if (error) return `could not be fetched: ${error.message.replace(/\.$/, '')}`;
  return status >= 200 && status < 300 ? otherwise : `answered ${status}`;
}

import type { System } from '../system.ts';
import type { Fetched, Fetching, RobotsAnswer } from './fetching.ts';
import { maxSitemapBytes, readSitemap, type Sitemap, type SitemapEntry } from './sitemap.ts';
import { hostOf, normaliseUrl, scopeOf, type Scope } from './url.ts';
import type { Fault } from './visit.ts';

/** One file, and what it was answered with. */
export interface SitemapAnswer {
  url: string;
  /** Who named it; `guess`: nobody, it stands where sitemaps usually do. */
  namedBy: 'robots' | 'index' | 'guess' | 'caller';
  /** 0 where there was no answer. */
  status: number;
  /** Null if it is no sitemap. */
  kind: Sitemap['kind'] | null;
  /** Addresses in it, those outside the site too. */
  entries: number;
  /** Those that lie outside the site: how many, and the first. */
  foreign: { count: number; first: string | null };
  /** Addresses that it lists again, and dates that are none or lie ahead of the answer, with theirs: how many, and the first. */
  repeated: { count: number; first: string | null };
  undated: { count: number; first: string | null };
  /** Unpacked. */
  bytes: number;
  error: Fault | null;
}

export interface SitemapsWanted {
  system: Pick<System, 'turns'>;
  scope: Pick<Scope, 'has' | 'host'>;
  /** The sitemaps to read; their entries' own sitemaps are read too. */
  files: readonly Pick<SitemapAnswer, 'url' | 'namedBy'>[];
  /** Files read at most, with those of indexes. Default 200. */
  maxFiles?: number;
  /** Of all files together, unpacked. Default: any number. */
  maxBytes?: number;
  /** Takes the next pages of the site; returns false when it wants no more. */
  take(entries: SitemapEntry[]): Promise<boolean>;
  /** Is told of each file once it has been gone over. */
  tell(answer: SitemapAnswer): void;
  signal: AbortSignal;
}

const defaultMaxFiles = 200;
const entriesPerBatch = 500;
const accept = 'application/xml, text/xml, text/plain;q=0.9, */*;q=0.1';
const usualNames = ['sitemap.xml', 'sitemap_index.xml'];

/** The sitemaps that robots.txt names, also on other hosts, and then where they usually stand. */
export function sitemapFiles({ robots }: Pick<RobotsAnswer, 'robots'>, siteUrl: string): SitemapsWanted['files'] {
  const named = (robots?.sitemaps ?? []).map((url) => ({ url, namedBy: 'robots' as const }));
  const folders = new Set([scopeOf(siteUrl).path, '/']);
  const usual = [...folders].flatMap((folder) => usualNames.map((name) => new URL(`${folder}${name}`, siteUrl).href));
  const guesses = usual.filter((url) => !named.some((one) => one.url === url));
  return [...named, ...guesses.map((url) => ({ url, namedBy: 'guess' as const }))];
}

/**
 * Reads sitemaps and those they name, each once, one after the other, and hands on the site's pages in batches while it goes over them. The
 * next guess is not tried where one is there, be it named or guessed. Rejects only if `signal` is aborted, or `take` rejects.
 */
export async function readSitemaps(fetching: Pick<Fetching, 'fetch'>, wanted: SitemapsWanted): Promise<void> {
  const { maxFiles = defaultMaxFiles, maxBytes = Infinity, tell, signal } = wanted;
  const waiting = [...wanted.files];
  const known = new Set(waiting.filter(({ namedBy }) => namedBy !== 'guess').map(({ url }) => normaliseUrl(url)));
  const nest = (url: string) => {
    if (known.has(url) || known.size >= maxFiles) return;
    known.add(url);
    waiting.push({ url, namedBy: 'index' });
  };
  let bytes = 0;
  let hasFound = false;
  for (let next = waiting.shift(); next && bytes < maxBytes; next = waiting.shift()) {
    if (next.namedBy === 'guess' && hasFound) continue;
    known.add(normaliseUrl(next.url));
    // What somebody names, be it robots.txt itself, may be read whatever that forbids.
    const obeyRobots = next.namedBy === 'guess' ? true : 'pace';
    const limit = Math.min(maxSitemapBytes, maxBytes - bytes);
    const fetched = await fetching.fetch(next.url, { accept, maxBytes: limit, obeyRobots, signal });
    const sitemap = await sitemapIn(fetched);
    const answer = answerOf(next, fetched, sitemap);
    bytes += answer.bytes;
    hasFound ||= sitemap !== undefined;
    const isEnough = sitemap && !(await goOver(sitemap, answer, wanted, nest, Date.parse(fetched.headers.date ?? '')));
    tell(answer);
    if (isEnough) return;
  }
}

async function sitemapIn({ status, body }: Fetched): Promise<Sitemap | undefined> {
  return status >= 200 && status < 300 ? readSitemap(body) : undefined;
}

/** Returns whether more pages are wanted. */
async function goOver(
  { kind, entries }: Sitemap,
  answer: SitemapAnswer,
  { system, scope, take, signal }: SitemapsWanted,
  nest: (url: string) => void,
  now: number,
): Promise<boolean> {
  const turn = system.turns(signal);
  let batch: SitemapEntry[] = [];
  const listed = new Set<string>();
  for (const entry of entries) {
    await turn();
    if (!entry) continue;
    answer.entries++;
    const url = normaliseUrl(entry.url);
    if (listed.has(entry.url)) note(answer.repeated, entry.url);
    else if (listed.size < maxListed) listed.add(entry.url);
    if (entry.lastmod !== null && !isPast(entry.lastmod, now)) note(answer.undated, `“${entry.lastmod}” at ${entry.url}`);
    // An index names sitemaps of its own host, or of the site's.
    const isOurs = url !== null && (scope.has(url) || (kind === 'index' && hostIsNear(url, answer.url, scope.host)));
    if (!isOurs) note(answer.foreign, entry.url);
    else if (kind === 'index') nest(url);
    else batch.push({ ...entry, url });
    if (batch.length < entriesPerBatch) continue;
    if (!(await take(batch))) return false;
    batch = [];
  }
  return batch.length === 0 || take(batch);
}

/** Of one file, as the protocol limits it. */
const maxListed = 50_000;
const dayMs = 86_400_000;
const none = () => ({ count: 0, first: null });

function note(oddity: SitemapAnswer['repeated'], text: string): void {
  oddity.count++;
  oddity.first ??= text;
}

/** A date as W3C's profile of ISO 8601 has it, not after today; where the answer tells no time, any. */
function isPast(lastmod: string, now: number): boolean {
  const isDate = /^\d{4}(?:-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/i.test(lastmod);
  const time = Date.parse(
    lastmod.replace(/([+-]\d{2})(\d{2})$/, (written, hours, minutes) => (lastmod.includes('T') ? `${hours}:${minutes}` : written)),
  );
  return isDate && !Number.isNaN(time) && !(time > now + dayMs);
}

function hostIsNear(url: string, indexUrl: string, siteHost: string): boolean {
  const host = hostOf(url);
  return host === hostOf(indexUrl) || host === siteHost;
}

const notSitemap: Fault = {
  code: 'no_sitemap',
  message: 'It is no sitemap: XML, a sitemap index or one URL a line, 50 MiB at most unpacked.',
};
const tooLarge: Fault = { code: 'too_large', message: 'It is longer than 50 MiB or broke off: the first part was read.' };

function answerOf({ url, namedBy }: Pick<SitemapAnswer, 'url' | 'namedBy'>, fetched: Fetched, sitemap: Sitemap | undefined): SitemapAnswer {
  const { status, body, truncated, error } = fetched;
  const isThere = status >= 200 && status < 300;
  const wrong = !isThere ? null : !sitemap ? notSitemap : truncated ? tooLarge : null;
  return {
    url,
    namedBy,
    status,
    kind: sitemap?.kind ?? null,
    entries: 0,
    foreign: none(),
    repeated: none(),
    undated: none(),
    bytes: body.length,
    error: error ?? wrong,
  };
}

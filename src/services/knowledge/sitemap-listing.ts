import { maxSitemapBytes, readSitemap, type SitemapEntry } from '../../crawl/sitemap.ts';
import { maxRobotsBytes, readRobots, type Robots } from '../../crawl/robots.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { checkStatus, dial, userAgent } from './fetch.ts';
import type { Hosts } from '../common/hosts.ts';

/** Which of a sitemap's pages are wanted. */
export interface Selection {
  maxPages: number;
  /** Only pages whose path starts with this. */
  include?: string;
}

/** Sitemaps read of an index; the wanted pages are mostly in the first. */
const maxSitemaps = 50;
const maxAtOnce = 2;
/** Sitemaps of robots.txt that a refusal names. */
const maxNamed = 5;

interface Needs {
  system: System;
  hosts: Hosts;
  signal: AbortSignal;
}

/** What a site asks of crawlers. Throws `fetch_failed` if that is unknown: then nothing may be read. */
export async function robotsOf({ system, hosts, signal }: Needs, url: string): Promise<Robots> {
  const address = new URL('/robots.txt', url).href;
  const answer = await hosts.visit(address, { maxAtOnce, delayMs: 0 }, signal, () =>
    dial(system, { url: address, headers: { 'user-agent': userAgent, accept: 'text/plain' }, maxBytes: maxRobotsBytes, signal }),
  );
  const robots = readRobots(address, answer);
  if (robots) return robots;
  const detail = `${new URL(url).host} answered ${answer.status} for its robots.txt: nothing may be read until it answers.`;
  throw new AppError('fetch_failed', detail, { hint: 'Try again later.' });
}

/** The pages of a sitemap and of the sitemaps it names, in order, and whether there are more than wanted. Pages on other hosts are left out. */
export async function listSitemap(
  needs: Needs,
  sitemapUrl: string,
  { maxPages, include = '/' }: Selection,
  robots: Robots,
): Promise<{ entries: SitemapEntry[]; hasMore: boolean }> {
  const site = withoutWww(new URL(sitemapUrl).host);
  const wanted = new Map<string, SitemapEntry>();
  const waiting = [sitemapUrl];
  const turn = needs.system.turns(needs.signal);
  for (let read = 0; read < waiting.length && read < maxSitemaps; read++) {
    const sitemap = await fetchSitemap(needs, waiting[read]!, robots);
    for (const entry of sitemap.entries) {
      await turn();
      if (!entry) continue;
      const { host, pathname } = new URL(entry.url);
      if (withoutWww(host) !== site) continue;
      if (sitemap.kind === 'index') {
        if (waiting.length < maxSitemaps && !waiting.includes(entry.url)) waiting.push(entry.url);
      } else if (pathname.startsWith(include) && !wanted.has(entry.url)) {
        if (wanted.size === maxPages) return { entries: [...wanted.values()], hasMore: true };
        wanted.set(entry.url, entry);
      }
    }
  }
  return { entries: [...wanted.values()], hasMore: false };
}

async function fetchSitemap({ system, hosts, signal }: Needs, url: string, { delayMs, sitemaps }: Robots) {
  const headers = { 'user-agent': userAgent, accept: 'application/xml, text/xml, text/plain' };
  const answer = await hosts.visit(url, { maxAtOnce, delayMs }, signal, () =>
    dial(system, { url, headers, maxBytes: maxSitemapBytes, signal }),
  );
  const isThere = answer.status !== 404 && answer.status !== 410;
  if (isThere) checkStatus(answer, url);
  const sitemap = isThere && !answer.truncated ? await readSitemap(answer.body) : undefined;
  if (sitemap) return sitemap;
  const found = isThere ? 'is no sitemap: XML, a sitemap index or one URL a line, 50 MiB at most' : `is not there (${answer.status})`;
  const named =
    sitemaps.length > 0
      ? `The site's robots.txt names ${sitemaps.slice(0, maxNamed).join(', ')}.`
      : "Give the address of the site's sitemap, often /sitemap.xml.";
  throw new AppError('unreadable_source', `${url.slice(0, 300)} ${found}.`, { hint: named });
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

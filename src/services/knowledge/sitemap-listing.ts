import type { Polite, SitemapAnswer } from '../../crawl/polite.ts';
import type { Robots } from '../../crawl/robots.ts';
import type { SitemapEntry } from '../../crawl/sitemap.ts';
import { AppError } from '../../errors.ts';
import { checkAnswer, faultOf } from './fetch.ts';

/** Which of a sitemap's pages are wanted. */
export interface Selection {
  maxPages: number;
  /** Only pages whose path starts with this. */
  include?: string;
}

/** Sitemaps read of an index; the wanted pages are mostly in the first. */
const maxFiles = 50;
/** Sitemaps of robots.txt that a refusal names. */
const maxNamed = 5;

/** What a site asks of crawlers. Throws `fetch_failed` if that is unknown: then nothing may be read. */
export async function robotsOf(asking: Polite, url: string, signal: AbortSignal): Promise<Robots> {
  const { robots, status, error } = await asking.robotsOf(url, signal);
  if (robots) return robots;
  if (error) throw faultOf(error);
  const detail = `${new URL(url).host} answered ${status} for its robots.txt: nothing may be read until it answers.`;
  throw new AppError('fetch_failed', detail, { hint: 'Try again later.' });
}

/** The pages of a sitemap and of the sitemaps it names, in order, and whether there are more than wanted. Pages on other hosts are left out. */
export async function listSitemap(
  asking: Polite,
  sitemapUrl: string,
  { maxPages, include = '/' }: Selection,
  { sitemaps }: Pick<Robots, 'sitemaps'>,
  signal: AbortSignal,
): Promise<{ entries: SitemapEntry[]; hasMore: boolean }> {
  const wanted = new Map<string, SitemapEntry>();
  let hasMore = false;
  async function take(entries: readonly SitemapEntry[]): Promise<boolean> {
    for (const entry of entries) {
      if (wanted.has(entry.url) || !new URL(entry.url).pathname.startsWith(include)) continue;
      if (wanted.size === maxPages) hasMore = true;
      else wanted.set(entry.url, entry);
    }
    return !hasMore;
  }
  const site = new URL('/', sitemapUrl).href;
  const answers = await asking.sitemapEntries(site, { files: [sitemapUrl], maxFiles, take, signal });
  for (const answer of answers) checkSitemap(answer, sitemaps);
  return { entries: [...wanted.values()], hasMore };
}

function checkSitemap(answer: SitemapAnswer, sitemaps: readonly string[]): void {
  const { url, status, kind, error } = answer;
  if (kind !== null && error === null) return;
  const isGone = status === 404 || status === 410;
  if (!isGone) checkAnswer({ ...answer, outcome: 'answered', error: status === 0 ? error : null });
  const found = isGone ? `is not there (${status})` : 'is no sitemap: XML, a sitemap index or one URL a line, 50 MiB at most';
  const named =
    sitemaps.length > 0
      ? `The site's robots.txt names ${sitemaps.slice(0, maxNamed).join(', ')}.`
      : "Give the address of the site's sitemap, often /sitemap.xml.";
  throw new AppError('unreadable_source', `${url.slice(0, 300)} ${found}.`, { hint: named });
}

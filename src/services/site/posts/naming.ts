import { feedGuesses, readFeed, type Feed } from '../../../crawl/feed.ts';
import type { Polite } from '../../../crawl/polite.ts';
import { normaliseUrl, scopeOf } from '../../../crawl/url.ts';
import type { Fault } from '../../../crawl/visit.ts';
import type { System } from '../../../system.ts';
import type { NamedPage } from '../queries.ts';
import { unlinkedDepth, type FedPage } from './inventory.ts';
import type { PageReading } from './page.ts';

interface Needs extends PageReading {
  system: System;
  way: Polite;
  site: string;
  maxPages: number;
  /** Keeps pages that were named. */
  keep(pages: readonly NamedPage[]): Promise<void>;
}

const maxFeeds = 3;
const maxFeedBytes = 5 * 1024 * 1024;
const maxPageBytes = 5 * 1024 * 1024;
const acceptFeed =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/xml, application/json;q=0.9, */*;q=0.1';

/** Learns which pages a site's sitemaps and feeds name, before it is crawled. Returns what could not be read. */
export async function namePages(needs: Needs): Promise<string[]> {
  return [...(await nameBySitemaps(needs)), ...(await nameByFeeds(needs))];
}

async function nameBySitemaps({ way, site, maxPages, signal, keep }: Needs): Promise<string[]> {
  let left = maxPages;
  const answers = await way.sitemapEntries(site, {
    signal,
    async take(entries) {
      const some = entries.slice(0, left);
      left -= some.length;
      await keep(some.map(({ url, lastmod }) => ({ url, depth: unlinkedDepth, listed: 1, lastmod, fed: null })));
      return left > 0;
    },
  });
  const wrong = answers.filter(({ namedBy, error, status }) => error !== null || (namedBy !== 'guess' && status >= 400));
  return wrong.map(({ url, status, error }) => `The sitemap ${url} ${wrongWith(status, error)}.`);
}

/** The feeds that the front page names, else one that stands where feeds usually do. */
async function nameByFeeds(needs: Needs): Promise<string[]> {
  const { way, site, signal } = needs;
  const front = await way.fetch(site, { accept: 'text/html', maxBytes: maxPageBytes, signal });
  const facts = front.status === 200 ? await needs.pages.facts(front, signal) : null;
  const named = [...new Set((facts?.feeds ?? []).map(({ url }) => url))].slice(0, maxFeeds);
  const problems: string[] = [];
  for (const url of named) {
    const { feed, status, error } = await fetchFeed(needs, url);
    if (feed) await keepFeed(needs, feed);
    else problems.push(`The feed ${url} ${status === 200 ? 'is no feed that can be read' : wrongWith(status, error)}.`);
  }
  for (const url of named.length > 0 || facts === null ? [] : feedGuesses(site)) {
    const { feed } = await fetchFeed(needs, url);
    if (!feed) continue;
    await keepFeed(needs, feed);
    break;
  }
  return problems;
}

async function fetchFeed({ system, way, signal }: Needs, url: string): Promise<{ feed: Feed | null; status: number; error: Fault | null }> {
  const answer = await way.fetch(url, { accept: acceptFeed, maxBytes: maxFeedBytes, signal });
  const origin = { contentType: answer.headers['content-type'] ?? '', url: answer.url, turn: system.turns(signal) };
  return { feed: answer.status === 200 ? await readFeed(answer.body, origin) : null, status: answer.status, error: answer.error };
}

/** Only pages of the site: a feed may list what others write. */
async function keepFeed({ site, maxPages, keep }: Needs, { entries }: Feed): Promise<void> {
  const scope = scopeOf(site);
  const pages = entries.flatMap(({ url, title, publishedAt, updatedAt }) => {
    const page = url === null || !scope.has(url) ? null : normaliseUrl(url);
    const fed: FedPage = { title, publishedAt, updatedAt };
    return page === null ? [] : [{ url: page, depth: unlinkedDepth, listed: 0, lastmod: null, fed: JSON.stringify(fed) }];
  });
  await keep(pages.slice(0, maxPages));
}

function wrongWith(status: number, error: Fault | null): string {
  return error ? `could not be read: ${error.message.replace(/\.$/, '')}` : `answered ${status}`;
}

import type { System } from '../system.ts';
import { createAsking } from './asking.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import { createFetching, type Fetching, type RobotsAnswer } from './fetching.ts';
import { createOrder, type Order } from './order.ts';
import { paceFor } from './pacing.ts';
import { createSettling, type Settling } from './settling.ts';
import { readSitemaps, sitemapFiles, type SitemapAnswer } from './sitemaps.ts';
import { createSpending, type CrawlBudget, type CrawlEnd, type CrawlSpent, type Spending } from './spending.ts';
import { normaliseUrl, scopeOf } from './url.ts';
import type { Settled, Visit, VisitHost, Waiting } from './visit.ts';

export type { RobotsAnswer } from './fetching.ts';
export type { SitemapAnswer } from './sitemaps.ts';
export type { CrawlBudget, CrawlEnd, CrawlSpent } from './spending.ts';
export type { Settled, Skipped, Visit, VisitHost, Waiting } from './visit.ts';

/** Where the crawl's order is kept, so that one that is killed goes on where it stopped. */
export interface Frontier<Read> {
  /** The next addresses to ask, lowest depth first, not those handed out already by this object. */
  next(limit: number): Promise<Waiting[]>;
  /** Keeps addresses that are new; one that is there without a depth, or with a larger one, takes the lower. Without a depth: a sitemap names it. */
  add(found: readonly Waiting[]): Promise<void>;
  /** Keeps what came of some visits, and what they found, in one transaction. */
  settle(settled: readonly Settled<Read>[], spent: CrawlSpent): Promise<void>;
}

export interface CrawlOptions<Read> {
  system: System;
  visitHost: VisitHost;
  /** Where it starts; it stays on this site (`scopeOf`). */
  start: string;
  /** The project's own site, which is asked faster; null if it has none. */
  ownSite: string | null;
  budget: CrawlBudget;
  spent: CrawlSpent;
  frontier: Frontier<Read>;
  /** Reads what came of an address, failed and forbidden ones too: what is kept of it, and the addresses it names (absolute). */
  read(visit: Visit): Promise<{ read: Read; links: readonly string[] }>;
  signal: AbortSignal;
}

export interface CrawlResult {
  end: CrawlEnd;
  spent: CrawlSpent;
  robots: RobotsAnswer;
  sitemaps: SitemapAnswer[];
}

/** Addresses of one page that are kept in one transaction. */
const maxFoundAtOnce = 500;
/** Who ask at once: as many as any pace lets. */
const maxAskers = 5;
/** What has been read is kept after so long, also where it is little. */
const keepAfterMs = 1000;

interface Parts {
  fetching: Fetching;
  discovery: Discovery;
  order: Order;
  settling: Settling;
  spending: Spending;
  /** The store cannot keep what was read: nothing more is asked. */
  fail(fault: unknown): void;
}

/**
 * Asks a site's addresses, from its start and its sitemaps on, until there are none left or the budget is used up. Addresses that were handed
 * out when it stopped, and not settled, are asked again by the next run. When `signal` is aborted, it keeps what it has read and rejects with the
 * signal's reason; else it rejects only if the frontier does.
 */
export async function crawl<Read>(options: CrawlOptions<Read>): Promise<CrawlResult> {
  const { system, frontier, signal } = options;
  const start = normaliseUrl(options.start);
  if (start === null) throw new TypeError('A crawl starts from an http or https address.');
  await frontier.add([{ url: start, depth: 0 }]);
  const faults: unknown[] = [];
  const parts = createParts(options, start, (fault) => void faults.push(fault));
  const { fetching, discovery, order, settling, spending } = parts;
  const robots = await fetching.robotsOf(start, spending.signal).catch((thrown: unknown) => {
    if (!spending.signal.aborted) parts.fail(thrown);
    return robotsUnasked(start);
  });
  const sitemaps: SitemapAnswer[] = [];
  const listing = takeSitemaps(options, start, robots, parts, sitemaps);
  order.wait(listing);
  const keeping = keepNowAndThen(system, parts);
  const { askOnAndOn } = createAsking({ system, ...parts });
  await Promise.all(Array.from({ length: maxAskers }, askOnAndOn));
  spending.stop(new Error('The crawl is over.'));
  await Promise.all([listing, keeping]);
  await settling.drain().catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
  signal.throwIfAborted();
  return { end: endOf(options, robots, spending), spent: { ...spending.spent(), skipped: discovery.skipped() }, robots, sitemaps };
}

function createParts<Read>(options: CrawlOptions<Read>, start: string, onFault: (fault: unknown) => void): Parts {
  const { system, visitHost, ownSite, budget, spent, frontier, read, signal } = options;
  const discovery = createDiscovery({ system, scope: scopeOf(start), budget, skipped: spent.skipped ?? [] });
  const spending = createSpending(system, budget, spent, signal, () => order.changed());
  const settling = createSettling<Read>({
    system,
    read,
    async discover({ redirectsTo, depth }, links) {
      const goals = redirectsTo === null ? [] : await discovery.take([redirectsTo], depth);
      const found = await discovery.take(links, depth === null ? null : depth + 1);
      // What a page names beyond measure is kept before the page itself: the transactions stay short.
      while (found.length > maxFoundAtOnce) await frontier.add(found.splice(0, maxFoundAtOnce));
      return [...goals, ...found];
    },
    async settle(batch) {
      await frontier.settle(batch, { ...spending.spent(), skipped: discovery.skipped() });
      order.settled(batch.length);
    },
    onRead: () => order.changed(),
    onFault: fail,
    signal,
  });
  const order = createOrder({
    next: (limit) => frontier.next(limit),
    flush: () => settling.flush(),
    isFull: () => settling.isFull(),
    hasEnded: () => spending.end() !== undefined || spending.signal.aborted,
  });
  function fail(fault: unknown): void {
    onFault(fault);
    spending.stop(fault);
  }
  return { fetching: createFetching(system, visitHost, paceFor(ownSite)), discovery, order, settling, spending, fail };
}

/** Puts the sitemaps' pages into the order meanwhile. */
async function takeSitemaps<Read>(
  { system, frontier }: CrawlOptions<Read>,
  start: string,
  robots: RobotsAnswer,
  { fetching, discovery, order, spending, fail }: Parts,
  told: SitemapAnswer[],
): Promise<void> {
  if (!robots.robots) return;
  const { signal } = spending;
  const wanted = {
    system,
    signal,
    scope: scopeOf(start),
    files: sitemapFiles(robots, start),
    maxBytes: spending.bytesLeft(),
    tell: (answer: SitemapAnswer) => void told.push(answer),
    async take(entries: readonly { url: string }[]) {
      const found = await discovery.take(
        entries.map(({ url }) => url),
        null,
      );
      if (found.length > 0) await frontier.add(found);
      order.changed();
      return true;
    },
  };
  await readSitemaps(fetching, wanted).catch((thrown: unknown) => (signal.aborted ? undefined : fail(thrown)));
}

/** So that a kill costs little where answers come slowly. */
async function keepNowAndThen(system: System, { settling, spending: { signal }, fail }: Parts): Promise<void> {
  while (!signal.aborted) {
    await system.pause(keepAfterMs, signal).catch(() => {});
    await settling.flush().catch(fail);
  }
}

/** Where the time was up before its robots.txt was there. */
function robotsUnasked(start: string): RobotsAnswer {
  const error = { code: 'not_asked', message: 'The crawl was over before it was there.' };
  return { url: new URL('/robots.txt', start).href, status: 0, body: Buffer.alloc(0), robots: undefined, error };
}

function endOf<Read>({ spent: before }: CrawlOptions<Read>, { robots, error }: RobotsAnswer, spending: Spending): CrawlEnd {
  const end = spending.end();
  if (end !== undefined) return end;
  // One that goes on after an interruption may find its site closed by now.
  if (spending.answered() > 0 || (robots && before.pages > 0)) return 'complete';
  return spending.spent().pages > before.pages || (!robots && error) ? 'unreachable' : 'robots_forbid';
}

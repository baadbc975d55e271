import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import {
  crawl,
  type CrawlOptions,
  type Frontier,
  type Settled,
  type Skipped,
  type Visit,
  type VisitHost,
  type Waiting,
} from '../../src/crawl/crawl.ts';
import { createDial, type DialOptions } from '../../src/net/request.ts';
import { createLog, createSystem, type System } from '../../src/system.ts';

/** The machine's own clock, and the real way out. */
export function openSystem(options: Partial<DialOptions> = {}): System {
  const network = createDial({ production: false, allowedNetworks: [], ...options });
  onTestFinished(() => network.close());
  return createSystem({ request: network.request, log: createLog('silent'), agent: 'Copydesk/1.2.3 (+https://desk.example)' });
}

/** Places at hosts as one process keeps them, and how they were asked for. */
export function visits(): { visitHost: VisitHost; paces: Map<string, { maxAtOnce: number; delayMs: number }>; mostAtOnce: () => number } {
  const paces = new Map<string, { maxAtOnce: number; delayMs: number }>();
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  return {
    paces,
    mostAtOnce: () => mostAtOnce,
    async visitHost(url, pace, signal, task) {
      paces.set(new URL(url).host, pace);
      while (underWay >= pace.maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      signal.throwIfAborted();
      mostAtOnce = Math.max(mostAtOnce, ++underWay);
      try {
        return await task();
      } finally {
        underWay--;
        waiting.shift()?.();
      }
    },
  };
}

/** A crawl's order in memory, as a table would keep it. */
export interface Memory extends Frontier<string | null> {
  known: Map<string, number | null>;
  settled: Settled<string | null>[];
  /** Visits settled in each transaction. */
  batches: number[];
  /** As a process finds it that comes after one that was killed. */
  reopened(): Memory;
}

export function memoryFrontier(known = new Map<string, number | null>(), settled: Settled<string | null>[] = []): Memory {
  const handedOut = new Set(settled.map(({ visit }) => visit.url));
  const batches: number[] = [];
  /** By depth; those without one last. */
  const open = new Map<number, string[]>();
  const wait = (url: string, depth: number | null) => {
    const list = open.get(depth ?? Infinity) ?? [];
    open.set(depth ?? Infinity, list);
    list.push(url);
  };
  for (const [url, depth] of known) wait(url, depth);
  const add = (found: readonly Waiting[]) => {
    for (const { url, depth } of found) {
      const before = known.get(url);
      if (before !== undefined && (depth === null || (before !== null && before <= depth))) continue;
      known.set(url, depth);
      wait(url, depth);
    }
  };
  return {
    known,
    settled,
    batches,
    reopened: () => memoryFrontier(known, settled),
    async next(limit) {
      const next: Waiting[] = [];
      for (const depth of [...open.keys()].toSorted((a, b) => a - b)) {
        // Taken from the end: thousands wait, and any order does among those of a depth.
        const list = open.get(depth)!;
        while (next.length < limit && list.length > 0) {
          const url = list.pop()!;
          if (!handedOut.has(url)) next.push({ url, depth: known.get(url)! });
          handedOut.add(url);
        }
      }
      return next;
    },
    async add(found) {
      add(found);
      // A transaction is another turn of the event loop.
      await nextTurn();
    },
    async settle(batch) {
      batches.push(batch.length);
      settled.push(...batch);
      for (const { found } of batch) add(found);
      await nextTurn();
    },
  };
}

/** The addresses of a page's links, and its title. */
export async function readLinks({ url, body }: Visit): Promise<{ read: string | null; links: string[] }> {
  const html = body.toString();
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].flatMap(([, href]) => URL.parse(href!, url)?.href ?? []);
  return { read: /<title>([^<]*)/.exec(html)?.[1] ?? null, links: hrefs };
}

export interface Crawled {
  end: string;
  pages: number;
  /** Paths in the order in which they were settled. */
  paths: string[];
  visits: Map<string, Settled<string | null>['visit']>;
  skipped: readonly Skipped[];
  result: Awaited<ReturnType<typeof crawl>>;
  frontier: Memory;
}

export type Given = Partial<Omit<CrawlOptions<string | null>, 'budget'>> & {
  start: string;
  budget?: Partial<CrawlOptions<unknown>['budget']>;
};

/** Crawls to the end. */
export async function crawlAll({ budget, frontier = memoryFrontier(), ...given }: Given): Promise<Crawled> {
  const system = given.system ?? openSystem();
  const result = await crawl<string | null>({
    system,
    visitHost: visits().visitHost,
    ownSite: null,
    spent: { pages: 0, bytes: 0, ms: 0 },
    read: readLinks,
    signal: new AbortController().signal,
    ...given,
    frontier,
    budget: { maxPages: 100, maxBytes: 100_000_000, maxMs: 30_000, maxDepth: 20, ...budget },
  });
  const { settled } = frontier as Memory;
  const byPath = settled.map(({ visit }): [string, Settled<string | null>['visit']] => [
    visit.url.replace(new URL(given.start).origin, ''),
    visit,
  ]);
  return {
    end: result.end,
    pages: result.spent.pages,
    paths: byPath.map(([path]) => path),
    visits: new Map(byPath),
    skipped: result.spent.skipped ?? [],
    result,
    frontier: frontier as Memory,
  };
}

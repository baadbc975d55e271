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
  const add = (found: readonly Waiting[]) => {
    for (const { url, depth } of found) {
      const before = known.get(url);
      if (before === undefined || (depth !== null && (before === null || depth < before))) known.set(url, depth);
    }
  };
  return {
    known,
    settled,
    batches,
    reopened: () => memoryFrontier(known, settled),
    async next(limit) {
      const open = [...known].filter(([url]) => !handedOut.has(url));
      const next = open.toSorted(([, a], [, b]) => (a ?? Infinity) - (b ?? Infinity) || 0).slice(0, limit);
      for (const [url] of next) handedOut.add(url);
      return next.map(([url, depth]) => ({ url, depth }));
    },
    add: async (found) => add(found),
    async settle(batch) {
      batches.push(batch.length);
      settled.push(...batch);
      for (const { found } of batch) add(found);
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

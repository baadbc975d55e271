import type { System } from '../system.ts';
import { createTraps } from './traps.ts';
import { maxUrlLength, normaliseUrl, type Scope } from './url.ts';
import type { Skipped, SkipReason, Waiting } from './visit.ts';

/** Tells which of the addresses that are found belong to the crawl. */
export interface Discovery {
  /**
   * The addresses among these that are worth keeping, each once. `depth`: how many links they are from the start; null: what a sitemap names,
   * which is told also where a link led there lately.
   */
  take(links: readonly string[], depth: number | null): Promise<Waiting[]>;
  /** What was found and is not asked. */
  skipped(): Skipped[];
}

export interface DiscoveryOptions {
  system: Pick<System, 'now' | 'turns'>;
  scope: Scope;
  budget: { maxPages: number; maxDepth: number };
  /** What was skipped before an interruption. */
  skipped: readonly Skipped[];
}

/** Links that were looked at lately need no second look: most links of a page stand on every page. Forgotten when they are so many. */
const maxRemembered = 50_000;
/** Addresses kept in all, by how many may be asked: a site names more than it can use up, and each is a row. */
const keptPerPage = 10;
const minKept = 50_000;
const maxExamples = 3;

export function createDiscovery({ system, scope, budget, skipped: before }: DiscoveryOptions): Discovery {
  const traps = createTraps(system.now());
  const skipped = new Map(before.map((one) => [one.reason, { ...one, examples: [...one.examples] }]));
  const turn = system.turns();
  const maxKept = Math.max(budget.maxPages * keptPerPage, minKept);
  let kept = 0;
  let taking: Promise<unknown> = Promise.resolve();
  /** The links of late, with the lowest depth at which they were found. */
  let lately = new Map<string, number>();

  function skip(reason: SkipReason, url: string): void {
    const tally = skipped.get(reason);
    if (!tally) return void skipped.set(reason, { reason, count: 1, examples: [url.slice(0, maxUrlLength)] });
    tally.count++;
    if (tally.examples.length < maxExamples) tally.examples.push(url.slice(0, maxUrlLength));
  }

  function whySkipped(url: string, depth: number | null): SkipReason | null {
    if (depth !== null && depth > budget.maxDepth) return 'max_depth';
    return traps.judge(url) ?? (kept >= maxKept ? 'too_many' : null);
  }

  function addressOf(link: string, depth: number | null): string | undefined {
    const url = normaliseUrl(link);
    if (url === null && link.length > maxUrlLength && scope.has(link)) skip('too_long', link);
    if (url === null || !scope.has(url)) return undefined;
    const reason = whySkipped(url, depth);
    if (reason) return void skip(reason, url);
    return url;
  }

  async function takeNow(links: readonly string[], depth: number | null): Promise<Waiting[]> {
    const found = new Set<string>();
    for (const link of links) {
      const nearest = lately.get(link);
      if (nearest !== undefined && depth !== null && nearest <= depth) continue;
      await turn();
      if (lately.size >= maxRemembered) lately = new Map();
      lately.set(link, Math.min(depth ?? Infinity, nearest ?? Infinity));
      const url = addressOf(link, depth);
      if (url === undefined || found.has(url)) continue;
      if (nearest === undefined) kept++;
      found.add(url);
    }
    return Array.from(found, (url) => ({ url, depth }));
  }

  return {
    // One page after the other: several at once would each compute for a turn before others get theirs.
    take(links, depth) {
      const found = taking.then(() => takeNow(links, depth));
      taking = found;
      return found;
    },
    skipped: () => [...skipped.values()],
  };
}

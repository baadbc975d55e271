import type { AddressIndex } from './address-index.ts';
import type { SitePage } from './site-view.ts';

/** How far pages are from the start. */
export interface Depths {
  /** Links from the start page over the pages that were read; null where none leads there. A redirect is no link. */
  depthOf(number: number): number | null;
}

/** Links between pages that are gone over, four bytes each: beyond them depths are those that the crawl met. */
const maxEdges = 8_000_000;
const unknown = 0xffff_ffff;

/** Pages gone over before other work may have its turn. */
const pagesPerTurn = 2000;

/** `add` takes the pages with their goals in the order of their numbers; `sealed` goes over all of them from the start, level by level. */
export function measureDepths(size: number): {
  add(page: Pick<SitePage, 'number' | 'depth'>, goals: Iterable<number>): void;
  sealed(index: AddressIndex, turn: () => Promise<void>): Promise<Depths>;
} {
  const met = new Uint32Array(size + 1).fill(unknown);
  const ends = new Uint32Array(size + 1);
  let edges = new Uint32Array(1024);
  let count = 0;
  let last = 0;
  return {
    add({ number, depth }, goals) {
      met[number] = depth ?? unknown;
      ends.fill(count, last, number);
      for (const goal of goals) {
        if (count >= maxEdges) break;
        if (count === edges.length) edges = grown(edges);
        edges[count++] = goal;
      }
      last = number;
      ends[number] = count;
    },
    async sealed(index, turn) {
      ends.fill(count, last);
      const depths = new Uint32Array(size + 1).fill(unknown);
      let level = Array.from(met.keys()).filter((number) => met[number] === 0);
      for (let depth = 0; level.length > 0; depth++) {
        const next = new Set<number>();
        // Where a redirect leads is as far as the redirect: it joins the level that is gone over.
        for (const [nth, number] of level.entries()) {
          if (nth % pagesPerTurn === pagesPerTurn - 1) await turn();
          if (depths[number] !== unknown) continue;
          depths[number] = depth;
          if (index.is(number, 'redirects')) {
            if (index.goalOf(number) !== 0) level.push(index.goalOf(number));
            continue;
          }
          for (const goal of edges.subarray(ends[number - 1], ends[number])) if (depths[goal] === unknown) next.add(goal);
        }
        level = [...next];
      }
      const isWhole = count < maxEdges;
      return {
        depthOf(number) {
          const depth = isWhole ? depths[number]! : Math.min(depths[number]!, met[number]!);
          return depth === unknown ? null : depth;
        },
      };
    },
  };
}

function grown(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** Two things, by number, and how alike they are, 0–1. */
export type Edge = readonly [one: number, other: number, similarity: number];

interface Group {
  members: number[];
  /** The sum of the similarities between its members and those of each neighbour. */
  sums: Map<number, number>;
}

/**
 * Groups of the things 0 to `count` − 1: the two groups that are most alike on average over all pairs become one, until none reach `min`
 * (Sokal and Michener 1958, average linkage). A pair without an edge counts as 0, so that nothing is drawn in by one neighbour alone. Each thing
 * is in one group, groups and members in the order of their numbers. `turn` is awaited between steps.
 */
export async function linkOnAverage(
  count: number,
  edges: readonly Edge[],
  min: number,
  turn: () => Promise<void> = async () => {},
): Promise<number[][]> {
  const groups = new Map<number, Group>(Array.from({ length: count }, (_, at) => [at, { members: [at], sums: new Map() }]));
  const heap = createHeap();
  for (const [one, other, similarity] of edges) {
    if (one === other || similarity <= 0) continue;
    groups.get(one)!.sums.set(other, similarity);
    groups.get(other)!.sums.set(one, similarity);
  }
  const offer = (one: number, other: number) => {
    const average = averageOf(groups.get(one)!, groups.get(other)!, other);
    if (average >= min) heap.push({ one: Math.min(one, other), other: Math.max(one, other), average });
  };
  for (const [number, { sums }] of groups) {
    for (const other of sums.keys()) if (number < other) offer(number, other);
    await turn();
  }
  for (let best = heap.pop(); best; best = heap.pop()) {
    const into = groups.get(best.one);
    const gone = groups.get(best.other);
    // Offered before one of them grew or was joined to another.
    if (!into || !gone || averageOf(into, gone, best.other) !== best.average) continue;
    join(groups, best.one, best.other);
    for (const neighbour of into.sums.keys()) offer(best.one, neighbour);
    await turn();
  }
  return [...groups.values()].map(({ members }) => members.toSorted((one, other) => one - other));
}

function averageOf(one: Group, other: Group, number: number): number {
  return (one.sums.get(number) ?? 0) / (one.members.length * other.members.length);
}

function join(groups: Map<number, Group>, one: number, other: number): void {
  const into = groups.get(one)!;
  const gone = groups.get(other)!;
  groups.delete(other);
  into.members.push(...gone.members);
  into.sums.delete(other);
  for (const [neighbour, sum] of gone.sums) {
    if (neighbour === one) continue;
    const all = sum + (into.sums.get(neighbour) ?? 0);
    const sums = groups.get(neighbour)!.sums;
    into.sums.set(neighbour, all);
    sums.delete(other);
    sums.set(one, all);
  }
}

interface Offer {
  one: number;
  other: number;
  average: number;
}

/** The highest average first; of equal ones the lowest numbers, so that the outcome does not depend on chance. */
function isBefore(a: Offer, b: Offer): boolean {
  if (a.average !== b.average) return a.average > b.average;
  return a.one !== b.one ? a.one < b.one : a.other < b.other;
}

function createHeap() {
  const heap: Offer[] = [];
  return {
    push(offer: Offer): void {
      let at = heap.push(offer) - 1;
      for (let above = (at - 1) >> 1; at > 0 && isBefore(offer, heap[above]!); above = (at - 1) >> 1) {
        heap[at] = heap[above]!;
        at = above;
      }
      heap[at] = offer;
    },
    pop(): Offer | undefined {
      const first = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return first;
      let at = 0;
      for (let below = 1; below < heap.length; below = 2 * at + 1) {
        if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++;
        if (!isBefore(heap[below]!, last)) break;
        heap[at] = heap[below]!;
        at = below;
      }
      heap[at] = last;
      return first;
    },
  };
}

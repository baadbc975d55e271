import { clickRates } from '../../common/click-rates.ts';

/** Clicks by impression where the property itself has too few. */
export const defaultCurve: readonly number[] = clickRates.map((rate) => rate / 100);
/** "Significantly less than one percent", as the same study says. */
export const secondPage = 0.009;

/** Positions of a curve, and what a property's own needs: so many queries and impressions at a position, at so many of the first ten. */
export const curveNeeds = { positions: 20, queries: 20, impressions: 1_000, known: 5 } as const;

export interface Curve {
  source: 'own' | 'default';
  /** The share of clicks that a position earns. */
  at(position: number): number;
}

/** What one query got. */
export interface Point {
  position: number;
  clicks: number;
  impressions: number;
}

interface Bin {
  queries: number;
  impressions: number;
  weight: number;
  /** Ctr × weight. */
  weighed: number;
}

/** The property's own curve where it has enough, else the default one. A query weighs by the root of its impressions: a large one must not be judged by itself. */
export function fitCurve(points: Iterable<Point>): Curve {
  const bins = Array.from({ length: curveNeeds.positions }, (): Bin => ({ queries: 0, impressions: 0, weight: 0, weighed: 0 }));
  for (const { position, clicks, impressions } of points) {
    const bin = bins[Math.round(position) - 1];
    if (!bin || impressions === 0) continue;
    const weight = Math.sqrt(impressions);
    bin.queries++;
    bin.impressions += impressions;
    bin.weight += weight;
    bin.weighed += (clicks / impressions) * weight;
  }
  const known = bins.map((bin) => bin.queries >= curveNeeds.queries && bin.impressions >= curveNeeds.impressions);
  if (known.slice(0, 10).filter(Boolean).length < curveNeeds.known)
    return { source: 'default', at: alongside(bins.map((_, index) => usual(index))) };
  const filled = bins.map((bin, index) => (known[index] ? bin.weighed / bin.weight : likeNearest(bins, known, index)));
  return {
    source: 'own',
    at: alongside(
      falling(
        filled,
        bins.map(({ weight }) => Math.max(weight, 1)),
      ),
    ),
  };
}

const usual = (index: number): number => defaultCurve[index] ?? secondPage;

/** In proportion to the default curve. */
function likeNearest(bins: readonly Bin[], known: readonly boolean[], index: number): number {
  const nearest = bins
    .map((_, other) => other)
    .filter((other) => known[other])
    .toSorted((one, other) => Math.abs(one - index) - Math.abs(other - index))[0]!;
  return (bins[nearest]!.weighed / bins[nearest]!.weight) * (usual(index) / usual(nearest));
}

/** The nearest values that never rise: neighbours that do are pooled (pool adjacent violators, Ayer et al. 1955). */
function falling(values: readonly number[], weights: readonly number[]): number[] {
  const pools: { value: number; weight: number; count: number }[] = [];
  for (const [index, value] of values.entries()) {
    let pool = { value, weight: weights[index]!, count: 1 };
    for (let last = pools.at(-1); last && last.value < pool.value; last = pools.at(-1)) {
      const weight = last.weight + pool.weight;
      pool = { value: (last.value * last.weight + pool.value * pool.weight) / weight, weight, count: last.count + pool.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
}

/** Between whole positions in a straight line. */
function alongside(values: readonly number[]): Curve['at'] {
  return (position) => {
    const place = Math.min(Math.max(position - 1, 0), values.length - 1);
    const [low, share] = [Math.floor(place), place % 1];
    return values[low]! * (1 - share) + (values[low + 1] ?? values[low]!) * share;
  };
}

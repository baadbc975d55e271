import type { Interval } from './intervals.ts';
import { tailOf } from './intervals.ts';

/** How often the units are drawn anew. */
export const maxDraws = 1000;

/** For each draw, how often each unit is in it: all measures of all brands share them, so that they are made once. */
export interface Draws {
  units: number;
  counts: Uint8Array;
}

/** The same for the same number of units and the same seed. At most 255 units. */
export function drawUnits(units: number, seed: number): Draws {
  const counts = new Uint8Array(maxDraws * units);
  const next = generator(seed);
  for (let at = 0; at < counts.length; at += units) {
    for (let drawn = 0; drawn < units; drawn++) counts[at + Math.floor((next() * units) / 2 ** 32)]!++;
  }
  return { units, counts };
}

/** A column's sum in each draw. */
export function sumsIn({ units, counts }: Draws, column: Float64Array): Float64Array {
  const sums = new Float64Array(maxDraws);
  for (let draw = 0, at = 0; draw < maxDraws; draw++) {
    let sum = 0;
    for (let unit = 0; unit < units; unit++) sum += counts[at++]! * column[unit]!;
    sums[draw] = sum;
  }
  return sums;
}

/** What lies between the two tails of drawn values, of so many units that have a value; those that are no number are left out. */
export function between(values: Float64Array, units: number): Interval {
  const sorted = values.filter((value) => Number.isFinite(value)).toSorted();
  const tail = tailOf(units);
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) };
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  return low + (place - below) * (sorted[Math.min(below + 1, sorted.length - 1)]! - low);
}

/** Mulberry32 by T. Ettinger (public domain): numbers below 2³². */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

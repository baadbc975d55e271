import { between } from './draws.ts';
import { drawnValues, minUnits, unitsWith, visibilityInterval, type FigureWhy } from './figures.ts';
import { differenceOf, wilson, type Interval } from './intervals.ts';
import type { Sample } from './sample.ts';
import { measureNames, measures, totalOf, type MeasureName } from './sums.ts';

/** A figure against that of the period before. */
export interface Change {
  /** What was gained, lost where it is negative; of a position the places gained. */
  value: number | null;
  interval: Interval | null;
  /** `up` is better, and sure as far as the interval goes; null where there is none. */
  trend: 'up' | 'down' | 'no_clear_change' | null;
  why?: FigureWhy;
}

interface Pair {
  now: Sample;
  before: Sample;
}

/** All measures of a brand; `pairOf` makes the two samples. */
export function changesOf(pair: Pair, brand: string): Record<MeasureName, Change> {
  const changes = measureNames.map((name) => [name, changeOf(pair, brand, name)] as const);
  return Object.fromEntries(changes) as Record<MeasureName, Change>;
}

function changeOf({ now, before }: Pair, brand: string, name: MeasureName): Change {
  const [value, earlier] = [valueOf(now, brand, name), valueOf(before, brand, name)];
  if (value === null || earlier === null) return { value: null, interval: null, trend: null, why: whyNone([now, before], brand) };
  const { sign } = measures[name];
  const gained = (value - earlier) * sign;
  const interval = intervalOf({ now, before }, brand, name, { value, earlier });
  if (!interval) return { value: gained, interval, trend: null, why: 'too_few' };
  const signed = sign === 1 ? interval : { low: -interval.high, high: -interval.low };
  return { value: gained, interval: signed, trend: trendOf(signed) };
}

function valueOf(sample: Sample, brand: string, name: MeasureName): number | null {
  const { of, per } = measures[name];
  const n = totalOf(sample.column(per, brand));
  return n === 0 ? null : totalOf(sample.column(of, brand)) / n;
}

function whyNone(samples: readonly Sample[], brand: string): FigureWhy {
  return samples.some((sample) => totalOf(sample.column('answers', brand)) === 0) ? 'not_checked' : 'not_applicable';
}

function trendOf({ low, high }: Interval): NonNullable<Change['trend']> {
  if (low > 0) return 'up';
  return high < 0 ? 'down' : 'no_clear_change';
}

function intervalOf(pair: Pair, brand: string, name: MeasureName, { value, earlier }: { value: number; earlier: number }): Interval | null {
  const { now, before } = pair;
  const units = Math.min(unitsWith(now, brand, name), unitsWith(before, brand, name));
  const isDrawn = units >= minUnits[now.kind];
  const isBound = measures[name].share && [value, earlier].every((one) => one === 0 || one === 1);
  if (name === 'visibility' && (!isDrawn || isBound || now.kind === 'answer'))
    return differenceOf(
      { share: value, interval: visibilityInterval(now, brand) },
      { share: earlier, interval: visibilityInterval(before, brand) },
    );
  if (!isDrawn) return null;
  if (isBound) return differenceOf({ share: value, interval: wilson(value, units) }, { share: earlier, interval: wilson(earlier, units) });
  const earlierDrawn = drawnValues(before, brand, name);
  return between(
    drawnValues(now, brand, name).map((one, draw) => one - earlierDrawn[draw]!),
    units,
  );
}

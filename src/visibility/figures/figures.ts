import { between } from './draws.ts';
import { effectiveCount, wilson, type Interval } from './intervals.ts';
import type { Sample } from './sample.ts';
import { measureNames, measures, totalOf, type MeasureName, type UnitKind } from './sums.ts';

/** Why a figure, or its interval, is null: nothing was asked; there is nothing that it could measure; an interval takes more. */
export type FigureWhy = 'not_checked' | 'not_applicable' | 'too_few';

export interface Figure {
  value: number | null;
  /** What the value is over: answers, mentions or citations. */
  n: number;
  /** Null where `value` is, and where the answers are too few. */
  interval: Interval | null;
  why?: FigureWhy;
}

/** Drawing them anew says something only of so many units that have the measure. */
export const minUnits: Readonly<Record<UnitKind, number>> = { prompt: 5, answer: 10 };

/** Below either, figures only show a direction. */
export const directionalBelow = { answers: 30, prompts: 10 };

export function isDirectional({ answers, prompts }: { answers: number; prompts: number }): boolean {
  return answers < directionalBelow.answers || prompts < directionalBelow.prompts;
}

/** All measures of a brand. */
export function figuresOf(sample: Sample, brand: string): Record<MeasureName, Figure> {
  const figures = measureNames.map((name) => [name, figureOf(sample, brand, name)] as const);
  return Object.fromEntries(figures) as Record<MeasureName, Figure>;
}

function figureOf(sample: Sample, brand: string, name: MeasureName): Figure {
  const { of, per } = measures[name];
  const n = totalOf(sample.column(per, brand));
  if (n === 0)
    return { value: null, n, interval: null, why: totalOf(sample.column('answers', brand)) === 0 ? 'not_checked' : 'not_applicable' };
  const value = totalOf(sample.column(of, brand)) / n;
  const interval = name === 'visibility' ? visibilityInterval(sample, brand) : drawnInterval(sample, brand, name, value);
  return { value, n, interval, ...(!interval && { why: 'too_few' as const }) };
}

/** Of the share of answers that mention a brand. There must be an answer. */
export function visibilityInterval(sample: Sample, brand: string): Interval {
  const [answers, mentioned] = [sample.column('answers', brand), sample.column('mentioned', brand)];
  const all = totalOf(answers);
  const share = totalOf(mentioned) / all;
  return wilson(share, sample.kind === 'answer' ? all : effectiveCount(share, sharesOf(mentioned, answers), all));
}

/** How many prompts it takes until that interval reaches no further than so much to either side, if others come out as these have. */
export function promptsUntil(reach: number, sample: Sample, brand: string): number {
  const [answers, mentioned] = [sample.column('answers', brand), sample.column('mentioned', brand)];
  const [all, shares] = [totalOf(answers), sharesOf(mentioned, answers)];
  const share = totalOf(mentioned) / all;
  const each = effectiveCount(share, shares, all) / shares.length;
  const reaches = (prompts: number) => {
    const { low, high } = wilson(share, each * prompts);
    return high - low <= 2 * reach;
  };
  let prompts = 1;
  while (!reaches(prompts)) prompts++;
  return prompts;
}

/** Of each unit that has any. */
export function sharesOf(parts: Float64Array, wholes: Float64Array): number[] {
  const shares: number[] = [];
  for (const [unit, whole] of wholes.entries()) if (whole > 0) shares.push(parts[unit]! / whole);
  return shares;
}

function drawnInterval(sample: Sample, brand: string, name: MeasureName, value: number): Interval | null {
  const units = unitsWith(sample, brand, name);
  if (units < minUnits[sample.kind]) return null;
  // All units are alike: drawing them anew never shows another value.
  if (measures[name].share && (value === 0 || value === 1)) return wilson(value, units);
  return between(drawnValues(sample, brand, name), units);
}

/** How many units have what the measure is over. */
export function unitsWith(sample: Sample, brand: string, name: MeasureName): number {
  return sample.column(measures[name].per, brand).reduce((sum, value) => sum + Number(value > 0), 0);
}

/** The measure in each draw; not a number where none of its units has it. */
export function drawnValues(sample: Sample, brand: string, name: MeasureName): Float64Array {
  const { of, per } = measures[name];
  const under = sample.drawn(per, brand);
  return sample.drawn(of, brand).map((sum, draw) => sum / under[draw]!);
}

import type { VisibilityFigure } from '../../../../schema/ai-visibility.ts';
import type { Change } from '../../../visibility/figures/changes.ts';
import type { Figure } from '../../../visibility/figures/figures.ts';
import type { Interval } from '../../../visibility/figures/intervals.ts';
import { measureNames, type MeasureName } from '../../../visibility/figures/sums.ts';

/** Decimals that are told: of a share four, else what can be read. */
const decimals: Readonly<Record<MeasureName, number>> = {
  visibility: 4,
  shareOfVoice: 4,
  position: 2,
  prominence: 4,
  sentiment: 1,
  citationShare: 4,
};

type Figures = Readonly<Record<MeasureName, Figure>>;

export type EngineFigure = Omit<VisibilityFigure, 'change'>;

export function toEngineFigures(figures: Figures): Record<MeasureName, EngineFigure> {
  return eachMeasure((name) => withoutChange(figures[name], decimals[name]));
}

export function toFigures(figures: Figures, changes: Readonly<Record<MeasureName, Change>>): Record<MeasureName, VisibilityFigure> {
  return eachMeasure((name) => ({
    ...withoutChange(figures[name], decimals[name]),
    change: toChange(changes[name], decimals[name]),
  }));
}

/** Why values, intervals and changes are null. */
export function whyOf(figures: Figures, changes?: Readonly<Record<MeasureName, Change>>): Record<string, string> {
  const reasons = measureNames.flatMap((name) => {
    const { value, why } = figures[name];
    const change = changes?.[name];
    return [
      ...(why ? [[value === null ? name : `${name}.interval`, why] as const] : []),
      ...(change?.why && value !== null
        ? [[change.value === null ? `${name}.change` : `${name}.change.interval`, change.why] as const]
        : []),
    ];
  });
  return Object.fromEntries(reasons);
}

export function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

export function toInterval(interval: Interval | null, places: number): VisibilityFigure['interval'] {
  return interval && { low: rounded(interval.low, places), high: rounded(interval.high, places) };
}

function withoutChange({ value, n, interval }: Figure, places: number): EngineFigure {
  return { value: value === null ? null : rounded(value, places), n, interval: toInterval(interval, places) };
}

function toChange({ value, interval, trend }: Change, places: number): VisibilityFigure['change'] {
  return value === null ? null : { value: rounded(value, places), interval: toInterval(interval, places), trend };
}

function eachMeasure<One>(make: (name: MeasureName) => One): Record<MeasureName, One> {
  return Object.fromEntries(measureNames.map((name) => [name, make(name)])) as Record<MeasureName, One>;
}

import type { Sums } from '../store/packed.ts';

/** Sums as they are told. */
export interface Figures {
  clicks: number;
  impressions: number;
  ctr: number | null;
  position: number | null;
}

export function figuresOf({ clicks, impressions, positions }: Sums): Figures {
  return {
    clicks,
    impressions,
    ctr: impressions === 0 ? null : rounded(clicks / impressions, 4),
    position: positionOf(impressions, positions) === null ? null : rounded(positionOf(impressions, positions)!, 1),
  };
}

export function withoutCtr(sums: Sums): Omit<Figures, 'ctr'> {
  const { clicks, impressions, position } = figuresOf(sums);
  return { clicks, impressions, position };
}

/** The mean, weighed by impressions; null where there is none. */
export function positionOf(impressions: number, positions: number): number | null {
  return impressions === 0 || positions === 0 ? null : positions / impressions / 100;
}

export const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

import type { Period } from './types.ts';

const dayMs = 86_400_000;

/** Days since the epoch. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;

export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export const moved = (date: string, days: number): string => dateOf(dayNumber(date) + days);

export const daysOf = ({ since, until }: Period): number => dayNumber(until) - dayNumber(since) + 1;

/** The first and last day of a month (YYYY-MM). */
export function monthSpan(month: string): Period {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { since: `${month}-01`, until: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
}

/** All days of a period. */
export function datesOf(period: Period): string[] {
  const first = dayNumber(period.since);
  return Array.from({ length: Math.max(0, daysOf(period)) }, (_, index) => dateOf(first + index));
}

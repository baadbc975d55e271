import type { Db } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { inBatches } from '../../common/slices.ts';
import { datesOf, monthSpan } from './dates.ts';
import type { GroupedBy, Period } from './types.ts';

/** What is read between two pauses: some megabyte where a day has 50,000 rows. */
const atOnce = { days: 4, months: 1 };

export interface Reading {
  db: Db;
  /** Of `system.turns`. */
  turn: () => Promise<void>;
  property: number;
  grouped_by: GroupedBy;
}

/** Hands the packed rows of each complete day of a period to `visit`, in order. */
export function readDays(reading: Reading, period: Period, visit: (date: string, rows: Uint8Array) => void): Promise<void> {
  return readDates(reading, datesOf(period), visit);
}

/**
 * The same where only sums matter: months that are summed up are read as such. Of one of which the period leaves out few days, those are handed
 * over to be taken away again.
 */
export async function readPeriod(reading: Reading, period: Period, visit: (rows: Uint8Array, times: 1 | -1) => void): Promise<void> {
  const { db, turn, property, grouped_by } = reading;
  const months = (await summedMonths(reading, period)).filter((month) => leftOut(month, period).length < wanted(month, period).length);
  await inBatches(months, atOnce.months, turn, async (some) => {
    const ofProperty = db.selectFrom('search_months').select('rows').where('property', '=', property).where('grouped_by', '=', grouped_by);
    for (const { rows } of await ofProperty.where('month', 'in', idsIn(some)).execute()) visit(rows, 1);
  });
  const read = new Set(months);
  const rest = datesOf(period).filter((date) => !read.has(date.slice(0, 7)));
  await readDates(reading, rest, (_, rows) => visit(rows, 1));
  await readDates(
    reading,
    months.flatMap((month) => leftOut(month, period)),
    (_, rows) => visit(rows, -1),
  );
}

const isIn = (date: string, { since, until }: Period): boolean => date >= since && date <= until;
const wanted = (month: string, period: Period): string[] => datesOf(monthSpan(month)).filter((date) => isIn(date, period));
const leftOut = (month: string, period: Period): string[] => datesOf(monthSpan(month)).filter((date) => !isIn(date, period));

async function readDates(
  { db, turn, property, grouped_by }: Reading,
  dates: readonly string[],
  visit: (date: string, rows: Uint8Array) => void,
): Promise<void> {
  await inBatches(dates, atOnce.days, turn, async (some) => {
    const days = db
      .selectFrom('search_days')
      .select(['date', 'rows'])
      .where('property', '=', property)
      .where('grouped_by', '=', grouped_by)
      .where('date', 'in', idsIn(some))
      .where('is_complete', '=', 1)
      .orderBy('date');
    for (const { date, rows } of await days.execute()) visit(date, rows);
  });
}

async function summedMonths({ db, property, grouped_by }: Reading, { since, until }: Period): Promise<string[]> {
  const months = db
    .selectFrom('search_months')
    .select('month')
    .where('property', '=', property)
    .where('grouped_by', '=', grouped_by)
    .where('month', '>=', since.slice(0, 7))
    .where('month', '<=', until.slice(0, 7));
  return (await months.execute()).map(({ month }) => month);
}

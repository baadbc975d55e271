import { maxRows, type AnalyticsQuestion, type Dimension, type SearchConsole } from '../../../providers/search-console/search-console.ts';
import type { AnalyticsRow } from '../../../providers/search-console/answers.ts';
import { AppError } from '../../../errors.ts';
import { dateOf, dayNumber, moved } from '../store/dates.ts';
import { keysOf, type DayRow, type GroupedBy, type Period } from '../store/types.ts';

/** The tables that are asked for day by day; those that mean most first. */
export const dailyTables = ['query', 'page', 'query_page', 'country', 'device'] as const satisfies readonly GroupedBy[];

/** Google keeps 16 months. */
const keptMonths = 16;
/** What is fetched at first. */
const firstDays = 90;
/** Google tells some 50,000 rows of a day. Who goes on for ever is not Google. */
const maxPages = 40;

const ask = (period: Period, dimensions: readonly Dimension[], startRow: number): AnalyticsQuestion => ({
  startDate: period.since,
  endDate: period.until,
  dimensions,
  rowLimit: maxRows,
  startRow,
});

/** Google's day (Pacific time). */
export function googleDay(now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' }).format(now);
}

export function oldestDay(today: string): string {
  const [year, month, day] = today.split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1 - keptMonths, day)).toISOString().slice(0, 10);
}

/** From which day on something may be missing, where nobody says. */
export function firstMissing(held: readonly string[], today: string): string {
  const oldest = oldestDay(today);
  const first = held[0] ?? moved(today, -firstDays);
  return first < oldest ? oldest : first;
}

/** The rows of final days, by the day alone. A day without any is left out. */
export async function dayRows(google: SearchConsole, property: string, period: Period, signal: AbortSignal): Promise<DayRow[]> {
  const rows = await google.query(property, ask(period, ['date'], 0), signal);
  return rows
    .map(({ keys, ...figures }) => ({ ...figures, keys: [], date: dayIn(keys[0]!, period) }))
    .toSorted((one, other) => dayNumber(one.date) - dayNumber(other.date));
}

function dayIn(text: string, { since, until }: Period): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && dateOf(dayNumber(text)) === text;
  if (isDay && text >= since && text <= until) return text;
  throw notGoogle('It told of another day than those that were asked for.');
}

/** Hands over the rows of a day, page by page until one is short. */
export async function eachPage(
  google: SearchConsole,
  property: string,
  { table, date, signal }: { table: GroupedBy; date: string; signal: AbortSignal },
  keep: (rows: DayRow[]) => Promise<void>,
): Promise<void> {
  for (let page = 0; page < maxPages; page++) {
    const rows = await google.query(property, ask({ since: date, until: date }, keysOf[table], page * maxRows), signal);
    if (rows.length > 0) await keep(rows.map((row) => toDayRow(table, date, row)));
    if (rows.length < maxRows) return;
  }
  throw notGoogle(`It has no end: ${maxPages} pages of one day, and none of them short.`);
}

function notGoogle(detail: string): AppError {
  return new AppError('provider_refused', `What answers is not what Search Console answers. ${detail}`, {
    hint: 'See that baseUrl is right, or leave it out.',
  });
}

/** Google writes devices in upper case. */
function toDayRow(table: GroupedBy, date: string, { keys, ...figures }: AnalyticsRow): DayRow {
  const isCode = table === 'country' || table === 'device';
  return { ...figures, date, keys: isCode ? keys.map((key) => key.toLowerCase()) : keys };
}

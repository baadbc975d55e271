import { AppError } from '../../../errors.ts';
import { comparedWith } from '../reports/periods.ts';
import { dayNumber, moved } from '../store/dates.ts';
import { keptDays } from '../store/removal.ts';
import type { Comparison, GroupedBy, Import, ImportedTable, Period } from '../store/types.ts';
import { filesOf, unreadable } from './archive.ts';
import { cellsOf, tableOf, type Table } from './table.ts';
import { isWeb, namesOtherDays } from './words.ts';

/** What the caller says of the periods, for tables that do not. */
export interface Said {
  since?: string | undefined;
  until?: string | undefined;
  previousSince?: string | undefined;
  previousUntil?: string | undefined;
}

export interface Export extends Import {
  pages: readonly string[];
  unknownCountries: readonly string[];
}

/** An export of Search Console, whatever its language. Throws `unreadable_source`, `payload_too_large`, `filtered_export`, `invalid_input`. */
export async function readExport(bytes: Buffer, said: Said, turn: () => Promise<void>): Promise<Export> {
  const files = await filesOf(bytes);
  const tables: Table[] = [];
  const words: string[] = [];
  for (const file of files) {
    const cells = await cellsOf(file);
    if (isFilters(cells)) {
      requireWhole(cells);
      words.push(...cells.slice(1).map(([, value]) => value!));
      continue;
    }
    const table = await tableOf(file.name, cells, turn);
    if (table) tables.push(table);
  }
  const kept = oneOfEach(tables);
  if (kept.size === 0) throw unreadable('The file holds no rows of a table of Search Console.');
  const day = kept.get('day');
  const period = periodOf(day, said);
  const compared = [...kept.values()].find(({ previous }) => previous)?.compared;
  const other = compared === undefined ? undefined : otherPeriod(period, day, said, [compared, ...words].join(', '));
  if (day && other) kept.set('day', atTheirDays(day, period, other));
  return {
    period,
    ...(other && { comparison: other }),
    tables: Object.fromEntries([...kept].map(([kind, table]) => [kind, imported(table)])),
    pages: kept.get('page')?.rows.map(({ keys }) => keys[0]!) ?? [],
    unknownCountries: kept.get('country')?.unknown ?? [],
  };
}

const imported = ({ rows, previous, isWhole }: Table): ImportedTable => ({ rows, isWhole, ...(previous && { previous }) });

const isFilters = ([heading]: readonly string[][]): boolean => heading?.length === 2;

/** The list of filters has the type of search and the days, then one line for each other filter. Throws `filtered_export`. */
function requireWhole([, ...lines]: readonly string[][]): void {
  const [type, , ...others] = lines;
  const [filter] = type && !isWeb(type[1]!) ? [type] : others;
  if (!filter) return;
  const detail = `The export is filtered by ${filter[0]!.slice(0, 50)}: ${filter[1]!.slice(0, 100)}. Its figures are not those of the site.`;
  throw new AppError('filtered_export', detail, { hint: 'Export again with the search type Web and no filter but the date.' });
}

/** Two tables of words are queries and, in a language whose heading is not known, search appearances: those are fewer, and come later. */
function oneOfEach(tables: readonly Table[]): Map<GroupedBy, Table> {
  const kept = new Map<GroupedBy, Table>();
  for (const table of tables) {
    if (table.kind === 'appearance') continue;
    const before = kept.get(table.kind);
    if (before && table.kind !== 'query') throw unreadable(`${before.file} and ${table.file} hold the same table.`);
    if (!before || table.rows.length > before.rows.length) kept.set(table.kind, table);
  }
  return kept;
}

function periodOf(days: Table | undefined, said: Said): Period {
  const told = spanOf(days?.rows);
  if (!told) return saidPeriod(said, 'since', 'until', 'The export has no table of days, so it does not say its period.');
  requireSame(told, said.since, said.until, 'since');
  return told;
}

/** The days that the export tells, else those that the caller says, else as many just before, unless the export's words speak against that. */
function otherPeriod(period: Period, days: Table | undefined, said: Said, words: string): Comparison {
  if (days && !hasOneDate(days)) {
    const told = spanOf(days.previous)!;
    requireSame(told, said.previousSince, said.previousUntil, 'previousSince');
    return { ...told, assumed: false };
  }
  if (said.previousSince === undefined && said.previousUntil === undefined && !namesOtherDays(words)) {
    return { ...comparedWith(period, 'previous'), assumed: true };
  }
  const why = `The export compares two periods (${words.slice(0, 200)}), and does not say the days of the other.`;
  return { ...saidPeriod(said, 'previousSince', 'previousUntil', why), assumed: false };
}

/** Whether the table has one column of dates for both periods: the dates are then those of the first. */
function hasOneDate({ rows, previous = [] }: Table): boolean {
  const dates = new Set(rows.map(({ keys }) => keys[0]));
  return previous.filter(({ keys }) => dates.has(keys[0]!)).length * 2 >= previous.length;
}

/** Day by day beside those of the period. */
function atTheirDays(days: Table, period: Period, other: Period): Table {
  if (!days.previous || !hasOneDate(days)) return days;
  const apart = dayNumber(other.since) - dayNumber(period.since);
  return { ...days, previous: days.previous.map((row) => ({ ...row, keys: [moved(row.keys[0]!, apart)] })) };
}

function requireSame(told: Period, since: string | undefined, until: string | undefined, field: string): void {
  if ((since ?? told.since) === told.since && (until ?? told.until) === told.until) return;
  throw invalid(field, `The export covers ${told.since} to ${told.until}, by its table of days.`, 'other_period');
}

function spanOf(rows: Table['rows'] | undefined): Period | undefined {
  const dates = rows?.map(({ keys }) => keys[0]!).toSorted();
  return dates?.length ? { since: dates[0]!, until: dates.at(-1)! } : undefined;
}

function saidPeriod(said: Said, from: 'since' | 'previousSince', to: 'until' | 'previousUntil', why: string): Period {
  const { [from]: since, [to]: until } = said;
  if (since === undefined || until === undefined)
    throw invalid(since === undefined ? from : to, `${why} Give ${from} and ${to}.`, 'required');
  if (since > until) throw invalid(to, `${to} is before ${from}.`, 'invalid_period');
  if (dayNumber(until) - dayNumber(since) > keptDays)
    throw invalid(from, `${from} to ${to} is longer than the 16 months that Google keeps.`, 'invalid_period');
  return { since, until };
}

export const invalid = (field: string, detail: string, code: string): AppError =>
  new AppError('invalid_input', detail, { errors: [{ pointer: `/${field}`, detail, code }] });

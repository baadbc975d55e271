import { AppError } from '../../../errors.ts';
import type { GroupedBy, Import, ImportedTable, Period } from '../store/types.ts';
import { filesOf, unreadable } from './archive.ts';
import { cellsOf, tableOf, type Table } from './table.ts';
import { isWeb } from './words.ts';

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
export async function readExport(bytes: Buffer, said: Said): Promise<Export> {
  const files = await filesOf(bytes);
  const tables: Table[] = [];
  for (const file of files) {
    const cells = await cellsOf(file);
    if (isFilters(cells)) requireWhole(cells);
    else tables.push(...([tableOf(file.name, cells)].filter(Boolean) as Table[]));
  }
  const kept = oneOfEach(tables);
  if (kept.size === 0) throw unreadable('The file holds no rows of a table of Search Console.');
  const compares = [...kept.values()].some(({ previous }) => previous);
  return {
    ...periodsOf(kept.get('day'), compares, said),
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

function periodsOf(days: Table | undefined, compares: boolean, said: Said): Pick<Import, 'period' | 'comparison'> {
  const period =
    spanOf(days?.rows) ?? saidPeriod(said, 'since', 'until', 'The export has no table of days, so it does not say its period.');
  if ((said.since ?? period.since) !== period.since || (said.until ?? period.until) !== period.until) {
    throw invalid('since', `The export covers ${period.since} to ${period.until}, by its table of days.`, 'other_period');
  }
  if (!compares) return { period };
  const other = spanOf(days?.previous);
  const told = other && other.since !== period.since ? other : undefined;
  return {
    period,
    comparison:
      told ??
      saidPeriod(said, 'previousSince', 'previousUntil', 'The export compares two periods, and does not say the days of the other.'),
  };
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
  return { since, until };
}

export const invalid = (field: string, detail: string, code: string): AppError =>
  new AppError('invalid_input', detail, { errors: [{ pointer: `/${field}`, detail, code }] });

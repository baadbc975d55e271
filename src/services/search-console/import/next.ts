import type { Imported } from '../../../../schema/search-import.ts';
import { comparedWith, importFor } from '../reports/periods.ts';
import { whyClicksDiffer } from '../reports/totals.ts';
import type { GroupedBy, HeldImport, Import, ImportedTable, Period } from '../store/types.ts';

/** What was imported, and what it lies beside. */
export interface Brought {
  found: Import;
  /** What was held of the same property before. */
  others: readonly HeldImport[];
  property: string;
  /** What a question is answered of: null where it is not said which of several. */
  asked: string | null;
  project: { id: string; isNamed: boolean };
}

type Call = Imported['next'][number];

/** What to ask of an import. A page that decays shows by two periods only. */
export function nextFor({ found: { period, tables }, others, property, asked, project }: Brought): Call[] {
  const call = (view: string, { since, until }: Period): Call => ({
    operation: 'search_console_query',
    arguments: { view, since, until, limit: 5, ...(project.isNamed && { projectId: project.id }) },
  });
  const chosen: Call = { operation: 'projects_update', arguments: { id: project.id, searchConsoleProperty: property } };
  const later = tables.page && laterOf({ period, tables }, others);
  const calls = [...(tables.query ? [call('quick_wins', period)] : []), ...(later ? [call('decay', later)] : [])];
  return [...(asked === property ? [] : [chosen]), ...(calls.length > 0 ? calls : [call('rows', period)])];
}

/** The later one of two periods that are compared, of which this import has one or both. */
function laterOf({ period, tables }: Pick<Import, 'period' | 'tables'>, others: readonly HeldImport[]): Period | undefined {
  if (tables.page?.previous) return period;
  const withPages = others.filter((other) => other.tables.page);
  if (importFor(comparedWith(period, 'previous'), withPages)) return period;
  return withPages.find((other) => importFor(comparedWith(other.period, 'previous'), [{ ...other, period }]))?.period;
}

/** What was taken for granted, what the export lacks, and what would bring it. */
export function warningsFor({ found: { period, comparison, tables }, others, property, asked }: Brought): string[] {
  const cut = (Object.keys(tables) as GroupedBy[]).filter((table) => !tables[table]!.isWhole);
  return [
    ...(asked === property ? [] : [notAsked(property, asked)]),
    ...(comparison?.assumed ? [whatWasAssumed] : []),
    ...(cut.length > 0 ? [whatWasCut(cut)] : []),
    ...(tables.page && tables.day ? pagesHaveMore(tables.page, tables.day) : []),
    ...(tables.page && !laterOf({ period, tables }, others) ? [decayNeeds] : []),
  ];
}

/** That pages have fewer clicks is usual: an export is cut. */
function pagesHaveMore(page: ImportedTable, day: ImportedTable): string[] {
  const [clicks, ofDays] = [page, day].map(({ rows }) => rows.reduce((sum, row) => sum + row.clicks, 0)) as [number, number];
  if (clicks <= ofDays) return [];
  return [`${whyClicksDiffer({ table: 'page', isWhole: page.isWhole, clicks }, ofDays)} totals are the ${ofDays} of the days.`];
}

const notAsked = (property: string, asked: string | null): string =>
  `search_console_query answers of ${asked ?? 'one property, and figures of several are held'}: to ask of ${property}, name it as the project's searchConsoleProperty.`;

const decayNeeds =
  'Pages that decay show by two periods: import an export that compares two periods, or one of as many days just before these.';

const whatWasAssumed =
  'The export does not say the days that it compares with: they are assumed. If they are others, import it again with previousSince and previousUntil.';

const whatWasCut = (tables: readonly GroupedBy[]): string =>
  `Google exports at most 1,000 rows of a table: of ${tables.join(' and ')} there may be more. search_console_sync fetches all that Google tells.`;

import { waysToConnect } from '../google.ts';
import { keysOf, type GroupedBy } from '../store/types.ts';
import type { Held } from './held.ts';

/** Why a view cannot be answered from what is held. */
export interface CannotTell {
  why: 'provider_has_none' | 'not_checked';
  /** What would tell it. */
  instead: string;
}

/** Of an import without the table. */
export function notInExport(table: GroupedBy): CannotTell {
  const instead =
    table === 'query_page'
      ? `Exports have no queries by page. Connect Google with ${waysToConnect}, and fetch them with search_console_sync.`
      : `The import has no table by ${table}: import the export of the whole performance report, with all its tables.`;
  return { why: 'provider_has_none', instead };
}

/** Of an import whose table has totals of the period alone. */
export const notByDay: CannotTell = {
  why: 'provider_has_none',
  instead:
    'Exports have days alone, without queries, pages, countries or devices: ask without date, or fetch days with search_console_sync.',
};

/** Of days whose other tables are there. */
export function notSynced(table: GroupedBy): CannotTell {
  return {
    why: 'not_checked',
    instead: `Not every day of the period is held by ${keysOf[table].join(' × ')}: fetch them with search_console_sync.`,
  };
}

export function noComparison({ source }: Held): CannotTell {
  if (source === 'api') {
    const instead = 'The comparison period is not held: ask for a shorter period, or fetch earlier days with search_console_sync.';
    return { why: 'not_checked', instead };
  }
  const instead =
    'One period tells no change: import the export of a comparison of two periods (in Search Console: Compare), or that of the period before.';
  return { why: 'provider_has_none', instead };
}

export const cutTable: CannotTell = {
  why: 'provider_has_none',
  instead:
    'The export cut the table at 1,000 rows: what is missing from it may be there all the same. An export of fewer rows, or a sync by search_console_sync, has whole tables.',
};

import type { Generated } from 'kysely';
import type { Bit, Json, Millis } from '../column-types.ts';

export interface SearchConsoleTables {
  search_properties: SearchPropertyRow;
  search_keys: SearchKeyRow;
  search_days: SearchDayRow;
  search_months: SearchMonthRow;
  search_imports: SearchImportRow;
  search_syncs: SearchSyncRow;
}

export interface SearchPropertyRow {
  number: Generated<number>;
  project_id: string;
  /** As Search Console names it: `https://example.com/` or `sc-domain:example.com`. */
  name: string;
  /** Counts what was changed of its days. */
  changes: number;
}

export interface SearchKeyRow {
  property: number;
  kind: 'query' | 'page' | 'country' | 'device';
  /** From 0 within its kind. */
  number: number;
  text: string;
}

export interface SearchDayRow {
  property: number;
  grouped_by: 'day' | 'query' | 'page' | 'query_page' | 'country' | 'device';
  /** YYYY-MM-DD, Google's day. */
  date: string;
  /** 0 while its rows arrive. */
  is_complete: Bit;
  row_count: number;
  /** Packed. */
  rows: Uint8Array;
}

/** The complete days of a month, added up. */
export interface SearchMonthRow {
  property: number;
  grouped_by: SearchDayRow['grouped_by'];
  /** YYYY-MM. */
  month: string;
  rows: Uint8Array;
}

export interface SearchImportRow {
  property: number;
  /** YYYY-MM-DD, both included. */
  since: string;
  until: string;
  grouped_by: SearchDayRow['grouped_by'];
  row_count: number;
  /** 1 where the export did not cut the table. */
  is_whole: Bit;
  rows: Uint8Array;
  /** The other period of a comparison. */
  previous_first: string | null;
  previous_last: string | null;
  previous_rows: Uint8Array | null;
  /** 1 where the export does not say the days of that period. */
  previous_assumed: Bit;
  imported_at: Millis;
}

/** What Google was last asked for. */
export interface SearchSyncRow {
  project_id: string;
  job_id: string;
  property: string;
  /** YYYY-MM-DD; null: what is missing. */
  since: string | null;
  /** What it has brought so far. */
  brought: Json;
  started_at: Millis;
  finished_at: Millis | null;
  /** Why it ended before it had everything. */
  error: string | null;
}

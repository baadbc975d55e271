import type { SearchDayRow, SearchKeyRow } from '../../../db/rows/search-console.ts';

/** What a table's rows are grouped by. */
export type GroupedBy = SearchDayRow['grouped_by'];

export type KeyKind = SearchKeyRow['kind'];

/** Which keys a row of each table has, in their order. */
export const keysOf: Readonly<Record<GroupedBy, readonly KeyKind[]>> = {
  day: [],
  query: ['query'],
  page: ['page'],
  query_page: ['query', 'page'],
  country: ['country'],
  device: ['device'],
};

/** A property of a project, as the store knows it. */
export interface Property {
  number: number;
  projectId: string;
  /** As Search Console names it. */
  name: string;
}

/** The figures of one row. Without impressions there is no position. */
export interface RowFigures {
  clicks: number;
  impressions: number;
  /** The mean position, from 1. Kept as position × impressions to a hundredth. */
  position: number;
}

export interface TotalRow extends RowFigures {
  /** As `keysOf` says; countries as ISO 3166-1 alpha-3 and devices as `desktop`, `mobile` or `tablet`, in lower case. In an import's `day` table the date. */
  keys: readonly string[];
}

export interface DayRow extends TotalRow {
  /** YYYY-MM-DD, Google's day. */
  date: string;
}

/** From day to day, both included (YYYY-MM-DD). */
export interface Period {
  since: string;
  until: string;
}

/** The other period of a comparison export. */
export interface Comparison extends Period {
  /** Whether the export does not say its days: then they are taken to be those just before, as many. */
  assumed: boolean;
}

export interface ImportedTable {
  rows: readonly TotalRow[];
  /** Of a comparison: the same table for its other period. */
  previous?: readonly TotalRow[];
  /** False where the export cut the table (at 1,000 rows). */
  isWhole: boolean;
}

export interface Import {
  period: Period;
  tables: Partial<Record<GroupedBy, ImportedTable>>;
  /** The other period of a comparison. */
  comparison?: Comparison;
}

/** An import as it is listed: the tables held of one period. */
export interface HeldImport {
  period: Period;
  /** The same table of the same period may have been imported again, with another comparison. */
  tables: Partial<Record<GroupedBy, { rows: number; isWhole: boolean; comparison: Comparison | null }>>;
  /** Milliseconds. */
  importedAt: number;
}

export interface SearchStore {
  /** The project's property of that name, which is made if need be. */
  open(projectId: string, name: string): Promise<Property>;
  /** The same, if anything was ever kept of it. */
  find(projectId: string, name: string): Promise<Property | undefined>;
  /** All that something is kept of, by name. */
  properties(projectId: string): Promise<Property[]>;
  /**
   * Keeps rows of days, at best no more than 25,000 at once. A row takes the place of one with the same keys; rows for a complete day
   * begin it anew. Days count once `markDays` says that they are complete.
   */
  putDays(property: Property, days: { table: GroupedBy; rows: readonly DayRow[] }): Promise<void>;
  /** Says that all rows of these days are there, also where one has none; or, with false, forgets them. */
  markDays(property: Property, table: GroupedBy, dates: readonly string[], complete: boolean): Promise<void>;
  /** The complete days in their order. */
  heldDays(property: Property, table: GroupedBy): Promise<string[]>;
  /** Adds up months that are not, so that long periods are answered quickly. To be called after a sync; without it reports are right, but slower. */
  sumMonths(property: Property): Promise<void>;
  /** Keeps the totals of a period. Takes the place of the same tables of the same period. */
  putImport(property: Property, given: Import): Promise<void>;
  /** The newest first. */
  imports(property: Property): Promise<HeldImport[]>;
}

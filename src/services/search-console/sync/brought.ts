import type { GroupedBy } from '../store/types.ts';

/** What a sync has brought, over all attempts. */
export interface Brought {
  calls: number;
  lastFinalDay: string | null;
  tables: Partial<Record<GroupedBy, { days: number; rows: number }>>;
}

export const nothingYet: Brought = { calls: 0, lastFinalDay: null, tables: {} };

export function count({ tables }: Brought, table: GroupedBy, { days, rows }: { days: number; rows: number }): void {
  const before = tables[table] ?? { days: 0, rows: 0 };
  tables[table] = { days: before.days + days, rows: before.rows + rows };
}

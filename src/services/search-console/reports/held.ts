import type { Store } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import { readDays, readPeriod } from '../store/read.ts';
import { Tally, type ToKey } from '../store/tally.ts';
import type { Comparison, GroupedBy, HeldImport, Period, Property } from '../store/types.ts';

/** What answers a report: figures of one period, by table. */
export interface Held {
  source: 'api' | 'import';
  period: Period;
  has(table: GroupedBy): boolean;
  /** Whether the table was not cut. */
  isWhole(table: GroupedBy): boolean;
  /** Sums by key. */
  tally(table: GroupedBy, toKey?: ToKey): Promise<Tally>;
  /** Sums by query and page, with the days on which the page led; undefined where only totals are known. */
  leads?(toKey?: ToKey): Promise<Tally>;
  /** Hands over the packed rows of each day; undefined where only totals are known. */
  byDay?(table: GroupedBy, visit: (date: string, rows: Uint8Array) => void): Promise<void>;
}

export interface Given {
  store: Store;
  system: Pick<System, 'turns'>;
}

/** Days that were synced. `tables`: those that hold all days of the period. */
export function heldDays({ store, system }: Given, property: Property, period: Period, tables: ReadonlySet<GroupedBy>): Held {
  const turn = system.turns();
  const reading = (table: GroupedBy) => ({ db: store.db, turn, property: property.number, grouped_by: table });
  async function added(tally: Tally, table: GroupedBy, toKey: ToKey | undefined): Promise<Tally> {
    await readPeriod(reading(table), period, (rows, times) => tally.add(rows, toKey, times));
    return tally;
  }
  return {
    source: 'api',
    period,
    has: (table) => tables.has(table),
    isWhole: () => true,
    tally: (table, toKey) => added(new Tally(), table, toKey),
    leads: (toKey) => added(new Tally({ leads: true }), 'query_page', toKey),
    byDay: (table, visit) => readDays(reading(table), period, visit),
  };
}

/** An import's totals, or those of the period that it compares with. */
export function heldImport({ store }: Given, property: Property, held: HeldImport, comparison?: Comparison): Held {
  const which = comparison ? 'previous_rows' : 'rows';
  return {
    source: 'import',
    period: comparison ?? held.period,
    has: (table) => (comparison ? compares(held, table, comparison) : held.tables[table] !== undefined),
    isWhole: (table) => held.tables[table]?.isWhole === true,
    async tally(table, toKey) {
      const row = await store.db
        .selectFrom('search_imports')
        .select(which)
        .where('property', '=', property.number)
        .where('since', '=', held.period.since)
        .where('until', '=', held.period.until)
        .where('grouped_by', '=', table)
        .executeTakeFirst();
      const tally = new Tally();
      const packed = row && (row as Partial<Record<typeof which, Uint8Array | null>>)[which];
      if (packed) tally.add(packed, toKey);
      return tally;
    },
  };
}

function compares({ tables }: HeldImport, table: GroupedBy, { since, until }: Comparison): boolean {
  const other = tables[table]?.comparison;
  return other?.since === since && other.until === until;
}

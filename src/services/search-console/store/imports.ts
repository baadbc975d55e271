import type { Store, Tx } from '../../../db/open.ts';
import type { SearchImportRow } from '../../../db/rows/search-console.ts';
import type { System } from '../../../system.ts';
import { dayNumber } from './dates.ts';
import { keyRows } from './keys.ts';
import { sumsOf } from './days.ts';
import { pack } from './packed.ts';
import type { Comparison, GroupedBy, HeldImport, ImportedTable, SearchStore, TotalRow } from './types.ts';

type Imports = Pick<SearchStore, 'putImport' | 'imports'>;

export function createImports({ store, system }: { store: Store; system: Pick<System, 'turns' | 'now'> }): Imports {
  return {
    async putImport(property, { period, tables, comparison }) {
      const given = Object.entries(tables) as [GroupedBy, ImportedTable][];
      const keyed = async (table: GroupedBy, rows: readonly TotalRow[]) => {
        const keys =
          table === 'day'
            ? rows.map(({ keys: [date] }) => dayNumber(date!))
            : await keyRows({ store, turn: system.turns() }, property.number, table, rows);
        return pack(rows.map((row, index) => [keys[index]!, sumsOf(row)]));
      };
      const made: Omit<SearchImportRow, 'imported_at'>[] = [];
      for (const [table, { rows, previous, isWhole }] of given) {
        made.push({
          property: property.number,
          ...period,
          grouped_by: table,
          row_count: rows.length,
          is_whole: isWhole ? 1 : 0,
          rows: await keyed(table, rows),
          previous_first: (previous && comparison?.since) ?? null,
          previous_last: (previous && comparison?.until) ?? null,
          previous_rows: previous ? await keyed(table, previous) : null,
          previous_assumed: previous && comparison?.assumed ? 1 : 0,
        });
      }
      await store.write((tx) => replaceTables(tx, made, system.now()));
    },

    async imports({ number }) {
      const found = await store.db
        .selectFrom('search_imports')
        .select([
          'since',
          'until',
          'grouped_by',
          'row_count',
          'is_whole',
          'previous_first',
          'previous_last',
          'previous_assumed',
          'imported_at',
        ])
        .where('property', '=', number)
        .orderBy('imported_at', 'desc')
        .execute();
      const held = Map.groupBy(found, ({ since, until }) => `${since} ${until}`);
      return [...held.values()].map(toHeld);
    },
  };
}

async function replaceTables(tx: Tx, made: readonly Omit<SearchImportRow, 'imported_at'>[], now: number): Promise<void> {
  if (made.length === 0) return;
  await tx
    .insertInto('search_imports')
    .values(made.map((row) => ({ ...row, imported_at: now })))
    .onConflict((conflict) =>
      conflict.columns(['property', 'since', 'until', 'grouped_by']).doUpdateSet(({ ref }) => ({
        row_count: ref('excluded.row_count'),
        is_whole: ref('excluded.is_whole'),
        rows: ref('excluded.rows'),
        previous_first: ref('excluded.previous_first'),
        previous_last: ref('excluded.previous_last'),
        previous_rows: ref('excluded.previous_rows'),
        previous_assumed: ref('excluded.previous_assumed'),
        imported_at: ref('excluded.imported_at'),
      })),
    )
    .execute();
}

type Listed = Pick<
  SearchImportRow,
  'since' | 'until' | 'grouped_by' | 'row_count' | 'is_whole' | 'previous_first' | 'previous_last' | 'previous_assumed' | 'imported_at'
>;

function toHeld(tables: readonly Listed[]): HeldImport {
  const { since, until, imported_at } = tables[0]!;
  return {
    period: { since, until },
    tables: Object.fromEntries(
      tables.map((table) => [table.grouped_by, { rows: table.row_count, isWhole: table.is_whole === 1, comparison: comparisonOf(table) }]),
    ),
    importedAt: imported_at,
  };
}

function comparisonOf({ previous_first: since, previous_last: until, previous_assumed: assumed }: Listed): Comparison | null {
  return since === null || until === null ? null : { since, until, assumed: assumed === 1 };
}

import type { Store, Tx } from '../../../db/open.ts';
import type { SearchDayRow } from '../../../db/rows/search-console.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import { countChange } from '../queries.ts';
import { keyRows } from './keys.ts';
import { countIn, pack, type Sums } from './packed.ts';
import type { DayRow, GroupedBy, Property, RowFigures, SearchStore } from './types.ts';

type Days = Pick<SearchStore, 'putDays' | 'markDays' | 'heldDays'>;

export function createDays({ store, system }: { store: Store; system: Pick<System, 'turns'> }): Days {
  return {
    async putDays(property, { table, rows }) {
      if (rows.length === 0) return;
      const keys = await keyRows({ store, turn: system.turns() }, property.number, table, rows);
      await store.write((tx) => putRows(tx, property, table, rows, keys));
    },

    markDays: (property, table, dates, complete) =>
      store.write(async (tx) => {
        await letMonthsGo(tx, property, table, dates);
        if (complete)
          await keepDays(
            tx,
            dates.map((date) => ({ ...dayOf(property, table, date), is_complete: 1 as const })),
            'as they are',
          );
        else
          await tx
            .deleteFrom('search_days')
            .where('property', '=', property.number)
            .where('grouped_by', '=', table)
            .where('date', 'in', idsIn(dates))
            .execute();
      }),

    async heldDays({ number }, table) {
      const days = store.db.selectFrom('search_days').select('date').where('property', '=', number).where('grouped_by', '=', table);
      return (await days.where('is_complete', '=', 1).orderBy('date').execute()).map(({ date }) => date);
    },
  };
}

async function putRows(tx: Tx, property: Property, table: GroupedBy, rows: readonly DayRow[], keys: readonly number[]): Promise<void> {
  const days = Map.groupBy(rows.keys(), (index) => rows[index]!.date);
  const begun = await begunDays(tx, property, table, [...days.keys()]);
  const packed = [...days].map(([date, indexes]) => {
    const sums = indexes.map((index) => [keys[index]!, sumsOf(rows[index]!)] as const);
    const bytes = pack(sums, begun.get(date));
    return { ...dayOf(property, table, date), row_count: countIn(bytes), rows: bytes };
  });
  await letMonthsGo(tx, property, table, [...days.keys()]);
  await keepDays(tx, packed, 'with their rows');
}

/** What has arrived of days; of complete ones nothing: they begin anew. */
async function begunDays(tx: Tx, { number }: Property, table: GroupedBy, dates: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = await tx
    .selectFrom('search_days')
    .select(['date', 'rows'])
    .where('property', '=', number)
    .where('grouped_by', '=', table)
    .where('date', 'in', idsIn(dates))
    .where('is_complete', '=', 0)
    .execute();
  return new Map(found.map(({ date, rows }) => [date, rows]));
}

const dayOf = ({ number }: Property, table: GroupedBy, date: string): SearchDayRow => ({
  property: number,
  grouped_by: table,
  date,
  is_complete: 0,
  row_count: 0,
  rows: new Uint8Array(),
});

async function keepDays(tx: Tx, days: readonly SearchDayRow[], how: 'with their rows' | 'as they are'): Promise<void> {
  await tx
    .insertInto('search_days')
    .values([...days])
    .onConflict((conflict) =>
      conflict.columns(['property', 'grouped_by', 'date']).doUpdateSet(({ ref }) => ({
        is_complete: ref('excluded.is_complete'),
        ...(how === 'with their rows' && { row_count: ref('excluded.row_count'), rows: ref('excluded.rows') }),
      })),
    )
    .execute();
}

/** Months whose days change are no longer summed up. */
async function letMonthsGo(tx: Tx, { number }: Property, table: GroupedBy, dates: readonly string[]): Promise<void> {
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))];
  await countChange(tx, number);
  await tx
    .deleteFrom('search_months')
    .where('property', '=', number)
    .where('grouped_by', '=', table)
    .where('month', 'in', idsIn(months))
    .execute();
}

export function sumsOf({ clicks, impressions, position }: RowFigures): Sums {
  return { clicks: Math.round(clicks), impressions: Math.round(impressions), positions: Math.round(position * impressions * 100) };
}

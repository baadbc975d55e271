import type { Store, Tx } from '../../../db/open.ts';
import type { SearchDayRow } from '../../../db/rows/search-console.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import { inBatches } from '../../common/slices.ts';
import { countChange } from '../queries.ts';
import { keyRows } from './keys.ts';
import { pack, unpack, type Sums } from './packed.ts';
import type { DayRow, GroupedBy, Property, RowFigures, SearchStore } from './types.ts';

/** Rows in one transaction, most of whose time goes into finding the numbers of their texts. */
const maxAtOnce = 2_500;

type Days = Pick<SearchStore, 'putDays' | 'markDays' | 'heldDays'>;

export function createDays({ store, system }: { store: Store; system: Pick<System, 'turns'> }): Days {
  return {
    putDays: (property, { table, rows }) =>
      inBatches(rows, maxAtOnce, system.turns(), (some) => store.write((tx) => putSome(tx, property, table, some))),

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

async function putSome(tx: Tx, property: Property, table: GroupedBy, rows: readonly DayRow[]): Promise<void> {
  const keys = await keyRows(tx, property.number, table, rows);
  const days = await begun(tx, property, table, [...new Set(rows.map(({ date }) => date))]);
  for (const [index, row] of rows.entries()) days.get(row.date)!.set(keys[index]!, sumsOf(row));
  const packed = [...days].map(([date, sums]) => ({
    ...dayOf(property, table, date),
    row_count: sums.size,
    rows: pack([...sums]),
  }));
  await letMonthsGo(tx, property, table, [...days.keys()]);
  await keepDays(tx, packed, 'with their rows');
}

/** What has arrived of days; of complete ones nothing: they begin anew. */
async function begun(tx: Tx, { number }: Property, table: GroupedBy, dates: readonly string[]): Promise<Map<string, Map<number, Sums>>> {
  const found = await tx
    .selectFrom('search_days')
    .select(['date', 'rows'])
    .where('property', '=', number)
    .where('grouped_by', '=', table)
    .where('date', 'in', idsIn(dates))
    .where('is_complete', '=', 0)
    .execute();
  const held = new Map(dates.map((date) => [date, new Map<number, Sums>()]));
  for (const { date, rows } of found) {
    const sums = held.get(date)!;
    for (const [key, of] of unpack(rows)) sums.set(key, of);
  }
  return held;
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

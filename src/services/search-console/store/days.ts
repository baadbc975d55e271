import type { Db, Store, Tx } from '../../../db/open.ts';
import type { SearchDayRow } from '../../../db/rows/search-console.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import { changesOf, countChange } from '../queries.ts';
import { keyRows } from './keys.ts';
import { countIn, inOrder, packInOrder, type Rows, type Sums } from './packed.ts';
import type { DayRow, GroupedBy, Property, RowFigures, SearchStore } from './types.ts';

type Days = Pick<SearchStore, 'putDays' | 'markDays' | 'heldDays'>;

export function createDays({ store, system }: { store: Store; system: Pick<System, 'pause' | 'turns'> }): Days {
  return {
    async putDays(property, { table, rows }) {
      if (rows.length === 0) return;
      const turn = system.turns();
      const keys = await keyRows({ store, turn }, property.number, table, rows);
      const days = await rowsOfDays(rows, keys, turn);
      while (!(await putRows(store, turn, property, table, days))) await system.pause(0);
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

/** The rows of each day in the order in which they are packed. */
async function rowsOfDays(rows: readonly DayRow[], keys: readonly number[], turn: () => Promise<void>): Promise<Map<string, Rows>> {
  const days = new Map<string, Rows>();
  for (const [date, indexes] of Map.groupBy(rows.keys(), (index) => rows[index]!.date)) {
    const ofDay = indexes.map((index) => keys[index]!);
    days.set(
      date,
      inOrder(ofDay, (at) => sumsOf(rows[indexes[at]!]!)),
    );
    await turn();
  }
  return days;
}

/** Rows are packed before the transaction, which holds up all others that write. Returns false if days changed meanwhile: then nothing is kept. */
async function putRows(
  store: Store,
  turn: () => Promise<void>,
  property: Property,
  table: GroupedBy,
  days: ReadonlyMap<string, Rows>,
): Promise<boolean> {
  const dates = [...days.keys()];
  const before = await changesOf(store.db, property.number);
  const begun = await begunDays(store.db, property, table, dates);
  const packed: SearchDayRow[] = [];
  for (const [date, rows] of days) {
    const bytes = packInOrder(rows, begun.get(date));
    packed.push({ ...dayOf(property, table, date), row_count: countIn(bytes), rows: bytes });
    await turn();
  }
  return store.write(async (tx) => {
    if ((await changesOf(tx, property.number)) !== before) return false;
    await letMonthsGo(tx, property, table, dates);
    await keepDays(tx, packed, 'with their rows');
    return true;
  });
}

/** What has arrived of days; of complete ones nothing: they begin anew. */
async function begunDays(db: Db, { number }: Property, table: GroupedBy, dates: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = await db
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

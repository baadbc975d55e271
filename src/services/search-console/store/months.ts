import type { Db, Store } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import { inBatches } from '../../common/slices.ts';
import { changesOf } from '../queries.ts';
import { monthSpan } from './dates.ts';
import { pack } from './packed.ts';
import { readDays } from './read.ts';
import { Tally } from './tally.ts';
import type { GroupedBy, Property } from './types.ts';

interface Given {
  store: Store;
  system: Pick<System, 'turns'>;
}

interface Month {
  property: number;
  grouped_by: GroupedBy;
  /** YYYY-MM. */
  month: string;
}

/** Adds up the complete days of each month that is not yet. A month whose days change meanwhile is left for the next time. */
export async function sumMonths({ store, system }: Given, property: Property): Promise<void> {
  const turn = system.turns();
  const missing = await monthsWithout(store.db, property.number);
  await inBatches(missing, 1, turn, ([month]) => sumMonth(store, turn, month!));
}

async function monthsWithout(db: Db, property: number): Promise<Month[]> {
  const days = db.selectFrom('search_days').select(['grouped_by', 'date']).where('property', '=', property).where('is_complete', '=', 1);
  const months = db.selectFrom('search_months').select(['property', 'grouped_by', 'month']).where('property', '=', property);
  const held = (await days.execute()).map(({ grouped_by, date }) => ({ property, grouped_by, month: date.slice(0, 7) }));
  const nameOf = ({ grouped_by, month }: Month) => `${grouped_by} ${month}`;
  const summed = new Set((await months.execute()).map(nameOf));
  const missing = held.filter((month) => !summed.has(nameOf(month)));
  return [...new Map(missing.map((month) => [nameOf(month), month])).values()];
}

async function sumMonth(store: Store, turn: () => Promise<void>, { property, grouped_by, month }: Month): Promise<void> {
  const before = await changesOf(store.db, property);
  const tally = new Tally({ leads: grouped_by === 'query_page' });
  await readDays({ db: store.db, turn, property, grouped_by }, monthSpan(month), (_, rows) => tally.add(rows));
  const sums = tally.rows();
  await turn();
  const rows = pack(sums);
  await turn();
  await store.write(async (tx) => {
    const now = await changesOf(tx, property);
    if (now === undefined || now !== before) return;
    await tx
      .insertInto('search_months')
      .values({ property, grouped_by, month, rows })
      .onConflict((conflict) =>
        conflict.columns(['property', 'grouped_by', 'month']).doUpdateSet(({ ref }) => ({ rows: ref('excluded.rows') })),
      )
      .execute();
  });
}

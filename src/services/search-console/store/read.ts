import type { Db } from '../../../db/open.ts';
import type { GroupedBy, Period } from './types.ts';

/** Days that are read at a time: some half a megabyte. */
const daysAtOnce = 8;

interface Days extends Period {
  property: number;
  grouped_by: GroupedBy;
}

/** Hands the packed rows of each complete day to `visit`, with pauses for other work. */
export async function readDays(
  db: Db,
  turn: () => Promise<void>,
  { property, grouped_by, since, until }: Days,
  visit: (date: string, rows: Uint8Array) => void,
): Promise<void> {
  for (let after = ''; ; await turn()) {
    const days = await db
      .selectFrom('search_days')
      .select(['date', 'rows'])
      .where('property', '=', property)
      .where('grouped_by', '=', grouped_by)
      .where('date', '>=', since)
      .where('date', '>', after)
      .where('date', '<=', until)
      .where('is_complete', '=', 1)
      .orderBy('date')
      .limit(daysAtOnce)
      .execute();
    for (const { date, rows } of days) visit(date, rows);
    if (days.length < daysAtOnce) return;
    after = days.at(-1)!.date;
  }
}

import type { SearchSort } from '../../../../schema/search-console.ts';
import { AppError } from '../../../errors.ts';
import { Tally } from '../store/tally.ts';
import type { Asked, Listed } from './asked.ts';
import { dayAlone, dayOfKey, ofDay, type Grouping } from './grouping.ts';
import type { Held } from './held.ts';
import { positionOf } from './figures.ts';
import { Top } from './top.ts';

/** Rows that one answer may be chosen from: more would take hundreds of megabytes. */
const maxGroups = 1_000_000;

/** All rows, in the order that is asked for. */
export async function rowsView({
  now,
  before,
  grouping,
  sort = grouping.dimensions.includes('date') ? 'date' : 'clicks',
  limit,
  after,
}: Asked): Promise<Listed> {
  const tally = await tallyFor(now, grouping);
  const compared = before && !grouping.dimensions.includes('date') ? await tallyFor(before, grouping) : null;
  const top = new Top(limit + 1, after);
  let count = 0;
  tally.each((key, clicks, impressions, positions) => {
    count++;
    const was = sort === 'change' && compared ? compared.of(key).clicks : 0;
    top.add(key, rankOf(sort, { key, clicks, impressions, positions, was }));
  });
  // What is gone has changed, too.
  if (sort === 'change') {
    compared?.each((key, clicks) => {
      if (tally.of(key).impressions > 0) return;
      count++;
      top.add(key, clicks);
    });
  }
  return {
    rows: top.rows.map(({ key, rank }) => ({ key, rank, sums: tally.of(key), before: compared?.of(key) ?? null })),
    count,
  };
}

/** Sums by the question's dimensions. */
export async function tallyFor(held: Held, { table, dimensions, toKey }: Grouping): Promise<Tally> {
  if (!dimensions.includes('date')) return withinReason(await held.tally(table, toKey));
  if (!held.byDay) return held.tally(table, dayAlone);
  const tally = new Tally();
  await held.byDay(table, (date, rows) => withinReason(tally).add(rows, ofDay(date, toKey)));
  return tally;
}

function withinReason(tally: Tally): Tally {
  if (tally.size <= maxGroups) return tally;
  throw new AppError('invalid_input', `The question has more than ${maxGroups} rows to choose from.`, {
    hint: 'Ask for a shorter period, or name a query or a page.',
  });
}

interface Candidate {
  key: number;
  clicks: number;
  impressions: number;
  positions: number;
  /** Clicks before. */
  was: number;
}

function rankOf(sort: SearchSort, { key, clicks, impressions, positions, was }: Candidate): number {
  switch (sort) {
    case 'clicks':
      return clicks;
    case 'impressions':
      return impressions;
    case 'ctr':
      return impressions === 0 ? 0 : clicks / impressions;
    case 'position':
      return -(positionOf(impressions, positions) ?? Number.MAX_VALUE);
    case 'change':
      return Math.abs(clicks - was);
    case 'date':
      return -dayOfKey(key);
  }
}

import type { SearchReport } from '../../../../schema/search-console.ts';
import { toOne } from '../store/tally.ts';
import type { GroupedBy } from '../store/types.ts';
import { figuresOf, withoutCtr } from './figures.ts';
import type { Held } from './held.ts';

/** From the day rows: other tables lack what Google withholds, or count a search more than once. Null where no days are held. */
export async function totalsOf(now: Held, before: Held | null, table: GroupedBy): Promise<SearchReport['totals']> {
  if (!now.has('day')) return null;
  const of = async (held: Held, one: GroupedBy) => (await held.tally(one, toOne)).of(0);
  const days = await of(now, 'day');
  const was = before?.has('day') ? withoutCtr(await of(before, 'day')) : null;
  // Synced tables are too large to add up once more for a sentence.
  const isAdded = now.source === 'import' && table !== 'day' && now.has(table);
  const differs = isAdded && whyClicksDiffer({ table, isWhole: now.isWhole(table), clicks: (await of(now, table)).clicks }, days.clicks);
  return { table: 'day', ...figuresOf(days), ...(was && { before: was }), ...(differs && { differs }) };
}

/** What a table of an export adds up to, where that is not the clicks of its days, and why. */
export function whyClicksDiffer(
  { table, isWhole, clicks }: { table: GroupedBy; isWhole: boolean; clicks: number },
  ofDays: number,
): string | undefined {
  if (clicks === ofDays) return undefined;
  return `Rows by ${table} add up to ${clicks} clicks: ${reasonFor(table, clicks > ofDays, isWhole)}.`;
}

function reasonFor(table: GroupedBy, isMore: boolean, isWhole: boolean): string {
  if (isMore) return table === 'page' ? 'who opens two pages of one search counts for each' : 'the export does not say why there are more';
  if (!isWhole) return 'the export has 1,000 rows at most';
  return table === 'query' ? 'Google withholds rare queries' : 'the export does not say why there are fewer';
}

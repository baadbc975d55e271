import type { SearchQuestion } from '../../../../schema/search-console.ts';
import { keyTexts } from '../queries.ts';
import { pageOfPair, pairOf, queryOfPair } from '../store/keys.ts';
import { leftOut } from '../store/tally.ts';
import type { Asked } from './asked.ts';
import { notInExport, notSynced, type CannotTell } from './cannot-tell.ts';
import { groupingOf } from './grouping.ts';

const table = 'query_page';

/** The page of each query, by its key. */
export type Pages = ReadonlyMap<number, string>;

/** The page that had most of a query's impressions, of those that the question means. A query of which Google tells no page is left out. */
export async function pagesShown(
  { now, store, system, property }: Pick<Asked, 'now' | 'store' | 'system' | 'property'>,
  { page }: Pick<SearchQuestion, 'page'>,
  queries: readonly number[],
): Promise<Pages | CannotTell> {
  if (!now.has(table)) return now.source === 'import' ? notInExport(table) : notSynced(table);
  const wanted = new Set(queries);
  const { toKey } = await groupingOf(store.db, system.turns(), property.number, table, ['query', 'page'], { page });
  const pairs = await now.tally(table, {
    of: (pair) => (wanted.has(queryOfPair(pair)) ? (toKey?.of(pair) ?? pair) : leftOut),
    upTo: pairOf(Math.max(-1, ...queries) + 1, 0),
  });
  const most = new Map<number, { page: number; impressions: number }>();
  pairs.each((pair, _, impressions) => {
    const [query, one] = [queryOfPair(pair), pageOfPair(pair)];
    const best = most.get(query);
    const isFirst = !best || impressions > best.impressions || (impressions === best.impressions && one < best.page);
    if (isFirst) most.set(query, { page: one, impressions });
  });
  const texts = await keyTexts(store.db, property.number, [{ kind: 'page', numbers: [...most.values()].map((best) => best.page) }]);
  return new Map([...most].map(([query, best]) => [query, texts.get(`page ${best.page}`)!]));
}

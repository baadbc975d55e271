import type { Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { keyNumbers, keepKeys } from '../queries.ts';
import { inBatches } from '../../common/slices.ts';
import { keysOf, type GroupedBy, type KeyKind, type TotalRow } from './types.ts';

/** So that a query and a page make one whole number: see `pairOf`. */
const maxPages = 2 ** 22;
const maxQueries = 2 ** 31;

/** The key of a query's row for one page. In order of queries. */
export const pairOf = (query: number, page: number): number => query * maxPages + page;

export const queryOfPair = (pair: number): number => Math.floor(pair / maxPages);
export const pageOfPair = (pair: number): number => pair % maxPages;

/** Rows that are given keys in one transaction. */
const maxAtOnce = 2_500;

/** The key of each row of a table; texts that are new are given numbers. */
export async function keyRows(
  { store, turn }: { store: Store; turn: () => Promise<void> },
  property: number,
  table: GroupedBy,
  rows: readonly TotalRow[],
): Promise<number[]> {
  if (keysOf[table].length === 0) return rows.map(() => 0);
  const keys: number[] = [];
  await inBatches(rows, maxAtOnce, turn, async (some) => keys.push(...(await store.write((tx) => keySome(tx, property, table, some)))));
  return keys;
}

async function keySome(tx: Tx, property: number, table: GroupedBy, rows: readonly TotalRow[]): Promise<number[]> {
  const [first, second] = keysOf[table];
  const numbers = await numbersOf(tx, property, first!, texts(rows, 0));
  if (!second) return rows.map(({ keys }) => numbers.get(keys[0]!)!);
  const seconds = await numbersOf(tx, property, second, texts(rows, 1));
  return rows.map(({ keys }) => pairOf(numbers.get(keys[0]!)!, seconds.get(keys[1]!)!));
}

const texts = (rows: readonly TotalRow[], place: number): string[] => [...new Set(rows.map(({ keys }) => keys[place]!))];

/** New numbers go up in the order of the rows: Google sends what has most clicks first, so what matters most has small numbers, which pack best. */
async function numbersOf(tx: Tx, property: number, kind: KeyKind, wanted: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const known = new Map((await keyNumbers(tx, property, kind, wanted)).map(({ text, number }) => [text, number]));
  const fresh = wanted.filter((text) => !known.has(text));
  if (fresh.length === 0) return known;
  const last = await tx
    .selectFrom('search_keys')
    .select('number')
    .where('property', '=', property)
    .where('kind', '=', kind)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const start = last ? last.number + 1 : 0;
  const most = kind === 'page' ? maxPages : maxQueries;
  if (start + fresh.length > most) throw new AppError('conflict', `More than ${most} different keys of one property cannot be kept.`);
  const added = fresh.map((text, index) => ({ text, number: start + index }));
  await keepKeys(tx, property, kind, added);
  return new Map([...known, ...added.map(({ text, number }) => [text, number] as const)]);
}

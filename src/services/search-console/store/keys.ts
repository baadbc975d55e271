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

/** Rows whose texts are looked up at a time. */
const maxAtOnce = 1_000;

interface Known {
  kind: KeyKind;
  /** By text. */
  numbers: Map<string, number>;
}

/** The key of each row of a table; texts that are new are given numbers. */
export async function keyRows(
  { store, turn }: { store: Store; turn: () => Promise<void> },
  property: number,
  table: GroupedBy,
  rows: readonly TotalRow[],
): Promise<number[]> {
  const known: Known[] = keysOf[table].map((kind) => ({ kind, numbers: new Map() }));
  const [first, second] = known.map(({ numbers }) => numbers);
  if (!first) return rows.map(() => 0);
  const keys: number[] = [];
  await inBatches(rows, maxAtOnce, turn, async (some) => {
    await learn(store, property, known, some);
    for (const row of some) {
      const [one, other] = [first.get(row.keys[0]!)!, second?.get(row.keys[1]!)];
      keys.push(other === undefined ? one : pairOf(one, other));
    }
  });
  return keys;
}

/** Most texts have had a number for long: only those that have none take a transaction. */
async function learn(store: Store, property: number, known: readonly Known[], rows: readonly TotalRow[]): Promise<void> {
  const fresh: (Known & { texts: string[] })[] = [];
  for (const [place, { kind, numbers }] of known.entries()) {
    const unknown = (texts: Iterable<string>) => Array.from(new Set(texts)).filter((text) => !numbers.has(text));
    const texts = unknown(rows.map(({ keys }) => keys[place]!));
    for (const { text, number } of await keyNumbers(store.db, property, kind, texts)) numbers.set(text, number);
    fresh.push({ kind, numbers, texts: unknown(texts) });
  }
  if (fresh.every(({ texts }) => texts.length === 0)) return;
  const made = await store.write(async (tx) => {
    const found: ReadonlyMap<string, number>[] = [];
    for (const { kind, texts } of fresh) found.push(await numbersOf(tx, property, kind, texts));
    return found;
  });
  for (const [place, { numbers }] of fresh.entries()) for (const [text, number] of made[place]!) numbers.set(text, number);
}

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

import type { Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { keyNumbers, keepKeys, type Key } from '../queries.ts';
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
  const [first, second] = known.map((one, place) => ({ ...one, texts: unknownTo(one, new Set(rows.map(({ keys }) => keys[place]!))) }));
  for (const one of [first, second]) if (one) keep(one, await keyNumbers(store.db, property, one.kind, one.texts));
  const [fresh, others] = [first, second].map((one) => one && { ...one, texts: unknownTo(one, one.texts) });
  if (![fresh, others].some((one) => one && one.texts.length > 0)) return;
  const [made, more] = await store.write(async (tx) => [
    await numbersOf(tx, property, fresh!.kind, fresh!.texts),
    others && (await numbersOf(tx, property, others.kind, others.texts)),
  ]);
  keep(first!, made!);
  if (more) keep(second!, more);
}

const unknownTo = ({ numbers }: Known, texts: Iterable<string>): string[] => Array.from(texts).filter((text) => !numbers.has(text));

function keep({ numbers }: Known, found: readonly Key[]): void {
  for (const { text, number } of found) numbers.set(text, number);
}

/** New numbers go up in the order of the rows: Google sends what has most clicks first, so what matters most has small numbers, which pack best. */
async function numbersOf(tx: Tx, property: number, kind: KeyKind, wanted: readonly string[]): Promise<readonly Key[]> {
  const known = await keyNumbers(tx, property, kind, wanted);
  const numbered = new Set(known.map(({ text }) => text));
  const fresh = wanted.filter((text) => !numbered.has(text));
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
  return [...known, ...added];
}

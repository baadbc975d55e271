import type { SearchDimension, SearchQuestion } from '../../../../schema/search-console.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { keyTexts, numbersMeant } from '../queries.ts';
import { dateOf, dayNumber } from '../store/dates.ts';
import { pageOfPair, pairOf, queryOfPair } from '../store/keys.ts';
import { leftOut, toOne, type ToKey } from '../store/tally.ts';
import { keysOf, type GroupedBy, type KeyKind } from '../store/types.ts';

/** Above every number of a text. */
const perDay = 2 ** 32;

const kinds = ['query', 'page', 'country', 'device'] as const satisfies readonly KeyKind[];

/** How a question's rows are made of a table's. */
export interface Grouping {
  table: GroupedBy;
  dimensions: readonly SearchDimension[];
  /** Without the day. */
  toKey: ToKey | undefined;
  hasFilters: boolean;
}

/** The table that answers, or undefined where no table has all that the question names. */
export function tableFor(dimensions: readonly SearchDimension[], filters: Pick<SearchQuestion, KeyKind>): GroupedBy | undefined {
  const needed = kinds.filter((kind) => dimensions.includes(kind) || filters[kind] !== undefined);
  return (Object.keys(keysOf) as GroupedBy[]).find(
    (table) => keysOf[table].length === needed.length && needed.every((kind) => keysOf[table].includes(kind)),
  );
}

/** Finds the texts that filters mean. Throws `invalid_input` where a date is wanted by two other dimensions. */
export async function groupingOf(
  db: Db,
  turn: () => Promise<void>,
  property: number,
  table: GroupedBy,
  dimensions: readonly SearchDimension[],
  filters: Pick<SearchQuestion, KeyKind>,
): Promise<Grouping> {
  const sought = kinds.flatMap((kind) => (filters[kind] === undefined ? [] : [{ kind, text: filters[kind] }]));
  const allowed = await numbersMeant(db, turn, property, sought);
  const wanted = dimensions.filter((one) => one !== 'date');
  if (wanted.length === 2 && dimensions.includes('date')) throw tooManyDimensions();
  return { table, dimensions, toKey: toKeyOf(table, wanted, allowed), hasFilters: allowed.size > 0 };
}

function toKeyOf(
  table: GroupedBy,
  wanted: readonly SearchDimension[],
  allowed: ReadonlyMap<KeyKind, ReadonlySet<number>>,
): ToKey | undefined {
  if (table === 'query_page') return pairsTo(wanted, allowed.get('query'), allowed.get('page'));
  const [kind] = keysOf[table];
  const numbers = kind && allowed.get(kind);
  if (numbers) return { of: (key) => (numbers.has(key) ? (wanted.length === 0 ? 0 : key) : leftOut), upTo: largest(numbers) };
  return wanted.length === 0 ? toOne : undefined;
}

function pairsTo(
  wanted: readonly SearchDimension[],
  queries: ReadonlySet<number> | undefined,
  pages: ReadonlySet<number> | undefined,
): ToKey | undefined {
  if (!queries && !pages && wanted.length === 2) return undefined;
  const part =
    wanted.length === 2 ? (pair: number) => pair : wanted[0] === 'query' ? queryOfPair : wanted[0] === 'page' ? pageOfPair : () => 0;
  return {
    of: (pair) => ((queries && !queries.has(queryOfPair(pair))) || (pages && !pages.has(pageOfPair(pair))) ? leftOut : part(pair)),
    ...(queries && { upTo: pairOf(largest(queries) + 1, 0) }),
  };
}

/** -1 of none. */
const largest = (numbers: ReadonlySet<number>): number => {
  let found = -1;
  for (const number of numbers) if (number > found) found = number;
  return found;
};

/** The key of a row with its day. */
export const ofDay = (date: string, toKey: ToKey | undefined): ToKey => {
  const start = dayNumber(date) * perDay;
  if (!toKey) return { of: (key) => start + key };
  return {
    ...toKey,
    of(key) {
      const kept = toKey.of(key);
      return kept === leftOut ? leftOut : start + kept;
    },
  };
};

export const dayOfKey = (key: number): number => Math.floor(key / perDay);

/** The key of a day alone. */
export const dayAlone: ToKey = { of: (day) => day * perDay };

type Named = Partial<Record<SearchDimension, string>>;

/** What keys stand for, in their order. */
export async function nameKeys(
  db: Db,
  property: number,
  { dimensions }: Pick<Grouping, 'dimensions'>,
  keys: readonly number[],
): Promise<Named[]> {
  const hasDate = dimensions.includes('date');
  const named: Named[] = keys.map((key) => (hasDate ? { date: dateOf(dayOfKey(key)) } : {}));
  const wanted = dimensions.filter((one) => one !== 'date');
  const bare = hasDate ? keys.map((key) => key % perDay) : keys;
  const both = wanted.length === 2;
  const partOf = { query: both ? queryOfPair : undefined, page: both ? pageOfPair : undefined } as Partial<
    Record<KeyKind, (key: number) => number>
  >;
  const parts = kinds.filter((kind) => wanted.includes(kind)).map((kind) => [kind, bare.map((key) => partOf[kind]?.(key) ?? key)] as const);
  const texts = await keyTexts(
    db,
    property,
    parts.map(([kind, numbers]) => ({ kind, numbers })),
  );
  for (const [kind, numbers] of parts) {
    for (const [index, number] of numbers.entries()) named[index]![kind] = texts.get(`${kind} ${number}`)!;
  }
  return named;
}

function tooManyDimensions(): AppError {
  return new AppError('invalid_input', 'dimensions: date goes with one other dimension.', {
    hint: 'Leave one out, and name it as a filter instead.',
    errors: [{ pointer: '/dimensions', detail: 'date goes with one other dimension', code: 'too_many' }],
  });
}

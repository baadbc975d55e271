import { sql, type CompiledQuery, type QueryResult, type RawBuilder } from 'kysely';
import type { RepeatedQuery } from './dialect.ts';
import type { Db, Tx } from './open.ts';

/**
 * What engines say differently in SQL, said once. Fragments elsewhere keep to words that all of them know, and use these: lists as
 * `idsIn` and `rowsOf`, never as JSON; `least` and `greatest`, never `min` and `max` of two; `joinInOrder` and `hint` for the planner.
 */

type Value = string | number | null;

/** Stands in a statement for a value that is given at each run. */
class Slot<Given> {
  readonly #read: (given: object) => unknown;

  constructor(read: (given: object) => unknown) {
    this.#read = read;
  }

  of(given: object): unknown {
    return this.#read(given);
  }

  as(change: (value: Given) => unknown): Slot<unknown> {
    return new Slot((given) => change(this.#read(given) as Given));
  }
}

type Slots<Given> = { readonly [Name in keyof Given]: Slot<Given[Name]> };
type OrSlot<Given> = Given | Slot<Given>;

const slots = new Proxy({}, { get: (_, name) => new Slot((given) => given[name as keyof typeof given]) });

export interface Statement<Given extends object, Row> {
  (db: Db | Tx, given: Given): Promise<QueryResult<Row>>;
  /** Runs it once for each, in their order, with a promise for all: where that is cheaper than one statement for all. Returns the rows of each. */
  forEach(tx: Tx, all: readonly Given[]): Promise<Row[][]>;
  /** The same for a statement that returns no rows. Returns how many each run changed: cheaper than `returning`. */
  changeEach(tx: Tx, all: readonly Given[]): Promise<number[]>;
}

/** A statement whose text is made at its first run and kept: for what runs often. `make` is handed a place for each value. */
export function statement<Given extends object, Row = unknown>(make: (given: Slots<Given>) => RawBuilder<Row>): Statement<Given, Row> {
  let compiled: CompiledQuery<Row> | undefined;
  const kept = (db: Db | Tx) => (compiled ??= make(slots as Slots<Given>).compile(db));
  const filled = ({ parameters }: CompiledQuery, given: Given) => parameters.map((one) => (one instanceof Slot ? one.of(given) : one));
  const run = (db: Db | Tx, given: Given) => db.executeQuery<Row>({ ...kept(db), parameters: filled(kept(db), given) });
  const repeat = async <Answer>(tx: Tx, all: readonly Given[], answers: RepeatedQuery<Answer>['answers']): Promise<Answer[]> => {
    const query = kept(tx);
    const repeated: RepeatedQuery<Answer> = { ...query, answers, runs: all.map((given) => filled(query, given)) };
    return (await tx.executeQuery<Answer>(repeated)).rows;
  };
  return Object.assign(run, {
    forEach: (tx: Tx, all: readonly Given[]) => repeat<Row[]>(tx, all, 'rows'),
    changeEach: (tx: Tx, all: readonly Given[]) => repeat<number>(tx, all, 'changes'),
  });
}

/** `id in ${idsIn(ids)}`: the text is the same for every list, which may be empty and of any length. */
export function idsIn<Id extends string | number>(ids: OrSlot<readonly Id[]>): RawBuilder<Id> {
  return sql<Id>`(select value from json_each(${asJson(ids)}))`;
}

/** Rows handed to a statement. */
interface GivenRows<Name extends string> {
  /** After `from` or `join`. */
  from: RawBuilder<unknown>;
  columns: Readonly<Record<Name, RawBuilder<Value>>>;
  /** Orders by their place in the list. */
  place: RawBuilder<number>;
}

/** Rows as a table named `alias`, which may be empty. */
export function rowsOf<Name extends string>(
  alias: string,
  names: readonly Name[],
  rows: OrSlot<readonly Readonly<Record<Name, Value>>[]>,
): GivenRows<Name> {
  const listed = (given: readonly Readonly<Record<Name, Value>>[]) => given.map((row) => names.map((name) => row[name]));
  const json = rows instanceof Slot ? rows.as((given) => JSON.stringify(listed(given))) : JSON.stringify(listed(rows));
  const columns = names.map((name, index) => [name, sql.raw(`${alias}.value ->> ${index}`)] as const);
  return {
    from: sql`json_each(${json}) as ${sql.raw(alias)}`,
    columns: Object.fromEntries(columns) as GivenRows<Name>['columns'],
    place: sql.raw(`${alias}.key`),
  };
}

/** The smallest; of nothing that may be null. */
export function least(...values: readonly unknown[]): RawBuilder<number> {
  return sql`min(${sql.join(values)})`;
}

/** The largest; of nothing that may be null. */
export function greatest(...values: readonly unknown[]): RawBuilder<number> {
  return sql`max(${sql.join(values)})`;
}

/** How long a text is in bytes, told without reading it. */
export function bytesOf(column: string): RawBuilder<number> {
  return sql`octet_length(${sql.ref(column)})`;
}

/** After a table's name: the index to read it by. */
export function hint(index: string): RawBuilder<unknown> {
  return sql.raw(`indexed by ${index}`);
}

/** A column in a condition that no index is to be looked for: another one finds the rows. */
export function unindexed(column: string): RawBuilder<unknown> {
  return sql`+${sql.ref(column)}`;
}

/** In place of `join`: the planner keeps the order in which the tables are written. */
export const joinInOrder = sql.raw('cross join');

function asJson<Given>(value: OrSlot<Given>): unknown {
  return value instanceof Slot ? value.as((given) => JSON.stringify(given)) : JSON.stringify(value);
}

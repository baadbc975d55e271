import { sql, type Compilable, type Kysely } from 'kysely';
import type { Db, Tx } from './open.ts';
import { idsIn, statement, type Statement } from './sql.ts';

/** Rows as they leave one database for another, by tables that are known at run time only. */

export type Value = string | number | Buffer | null;
export type Row = Readonly<Record<string, Value>>;

/** Which rows of a table belong to a project. */
export interface Belonging {
  table: string;
  /** The column that names the project, or the row of `parent` that it hangs on. */
  column: string;
  /** `key`: what `column` names; `column`: what in turn names the project; `shown`: what stands in the row in place of the key. */
  parent?: { table: string; key: string; column: string; shown: string; where?: Condition };
  /** Only rows that meet it. */
  where?: Condition;
  /** Columns after which they are ordered, behind those of the parent. */
  order: readonly string[];
  columns: readonly string[];
  /** Rows where it is null come first. */
  nullFirst?: string;
}

/** A column and what it must not be; null: it must be something. */
export type Condition = readonly [column: string, not: string | null];

/** No table is known by its type here. */
type AnyDb = Kysely<Record<string, Record<string, Value>>>;

/** A project's rows of a table, in an order that an import keeps. */
export function rowsOfProject(db: Db, belonging: Belonging, projectId: string): Compilable<Row> {
  const { table, column, parent, columns, order, where, nullFirst } = belonging;
  const from = db as unknown as AnyDb;
  const shown = columns.map((name) =>
    parent && name === column && parent.shown !== parent.key ? (`p.${parent.shown} as ${name}` as const) : (`c.${name}` as const),
  );
  let query = parent
    ? from
        .selectFrom(`${parent.table} as p`)
        // In this order: each parent's rows lie together, so nothing is sorted.
        .crossJoin(`${table} as c`)
        .select(shown as never)
        .whereRef(`c.${column}` as never, '=', `p.${parent.key}` as never)
        .where(`p.${parent.column}` as never, '=', projectId as never)
    : from
        .selectFrom(`${table} as c`)
        .select(shown as never)
        .where(`c.${column}` as never, '=', projectId as never);
  if (parent?.where) query = query.where(`p.${parent.where[0]}` as never, ...unlike(parent.where));
  if (where) query = query.where(`c.${where[0]}` as never, ...unlike(where));
  if (nullFirst) query = query.orderBy(sql`${sql.ref(`c.${nullFirst}`)} is not null`);
  if (parent) query = query.orderBy(`p.${parent.shown}` as never);
  for (const name of order) query = query.orderBy(`c.${name}` as never);
  return query;
}

const unlike = ([, not]: Condition) => (not === null ? (['is not', null] as const) : (['<>', not] as const)) as ['<>', never];

/** All rows of a table, by its key. */
export function rowsOfTable(db: Db, { table, columns, order }: Pick<Belonging, 'table' | 'columns' | 'order'>): Compilable<Row> {
  let query = (db as unknown as AnyDb).selectFrom(table).select(columns as never);
  for (const name of order) query = query.orderBy(name as never);
  return query;
}

/** Work that waits for rows of a project: its key is theirs between `before` and `after`. */
export interface Waiting {
  table: string;
  key: string;
  /** The column that names the project: of the table, or of `parent`, on which its rows hang. */
  column: string;
  parent?: { table: string; key: string; by: string };
  before: string;
  after: string;
}

export interface WaitingWork {
  kind: string;
  key: string;
  payload: string;
  lane: string;
  dueAt: number;
}

export async function workOfProject(
  db: Db,
  { table, key, column, parent, before, after }: Waiting,
  projectId: string,
): Promise<WaitingWork[]> {
  const hanging =
    parent && sql`join ${sql.table(parent.table)} as owner on ${sql.ref(`owner.${parent.key}`)} = ${sql.ref(`waiting.${parent.by}`)}`;
  const { rows } = await sql<WaitingWork>`
    select work.kind, work."key", work.payload, work.lane, work.due_at as "dueAt"
      from ${sql.table(table)} as waiting ${hanging ?? sql``} join work on work."key" = ${before} || ${sql.ref(`waiting.${key}`)} || ${after}
      where ${sql.ref(`${parent ? 'owner' : 'waiting'}.${column}`)} = ${projectId} order by work."key"`.execute(db);
  return rows;
}

/** Whether any row of a table has this value. */
export async function hasAny(db: Db | Tx, table: string, column: string, value: string): Promise<boolean> {
  const found = await sql`select 1 as one from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Those of these values that a column of a table holds. */
export async function heldIn(db: Db, table: string, column: string, values: readonly string[]): Promise<string[]> {
  const held = sql<{
    value: string;
  }>`select ${sql.ref(column)} as value from ${sql.table(table)} where ${sql.ref(column)} in ${idsIn(values)}`;
  return (await held.execute(db)).rows.map(({ value }) => value);
}

/** Removes some rows that have an id and this value; returns whether there may be more. What hangs on them goes with them. */
export async function removeSome(tx: Tx, table: string, column: string, value: string, limit: number): Promise<boolean> {
  const some = sql`select id from ${sql.table(table)} where ${sql.ref(column)} = ${value} limit ${limit}`;
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where id in (${some})`.execute(tx);
  return Number(numAffectedRows) === limit;
}

export type Insert = (tx: Tx, rows: readonly Row[]) => Promise<Row[]>;

/** Inserts rows of a table that have these columns; returns what `returning` names of each. `known`: the key by which rows that are there already are left as they are. */
export function inserting(
  table: string,
  columns: readonly string[],
  { returning, known }: { returning?: string; known?: readonly string[] } = {},
): Insert {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const insert: Statement<Row, Row> = statement<Row, Row>((given) => {
    const values = sql.join(columns.map((column) => sql`${given[column]}`));
    const skipped = known ? sql`on conflict (${sql.join(known.map((column) => sql.ref(column)))}) do nothing` : sql``;
    const told = returning === undefined ? sql`` : sql`returning ${sql.ref(returning)}`;
    return sql<Row>`insert into ${sql.table(table)} (${names}) values (${values}) ${skipped} ${told}`;
  });
  return async (tx, rows) => {
    if (returning !== undefined) return (await insert.forEach(tx, rows)).flat();
    await insert.changeEach(tx, rows);
    return [];
  };
}

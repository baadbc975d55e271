import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { SearchKeyRow } from '../../db/rows/search-console.ts';
import { idsIn, rowsOf } from '../../db/sql.ts';

type Key = Pick<SearchKeyRow, 'number' | 'text'>;

/** The numbers of those texts that have one. */
export async function keyNumbers(db: Db | Tx, property: number, kind: SearchKeyRow['kind'], texts: readonly string[]): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select number, text from search_keys where property = ${property} and kind = ${kind} and text in ${idsIn(texts)}`.execute(db);
  return rows;
}

/** Keeps texts that have no number yet. */
export async function keepKeys(tx: Tx, property: number, kind: SearchKeyRow['kind'], keys: readonly Key[]): Promise<void> {
  const { from, columns } = rowsOf('made', ['number', 'text'], keys);
  await sql`
    insert into search_keys (property, kind, number, text)
      select ${property}, ${kind}, ${columns.number}, ${columns.text} from ${from}`.execute(tx);
}

/** Says that days of a property have changed. */
export async function countChange(tx: Tx, property: number): Promise<void> {
  await sql`update search_properties set changes = changes + 1 where number = ${property}`.execute(tx);
}

/** For each text the numbers of the keys that are it, else of those that hold it, in whatever case. */
export async function numbersMeant(
  db: Db,
  property: number,
  sought: readonly SoughtKey[],
): Promise<Map<SearchKeyRow['kind'], Set<number>>> {
  const found = new Map(sought.map(({ kind }) => [kind, new Set<number>()]));
  const meant = async (wanted: readonly SoughtKey[], condition: (text: string) => RawBuilder<boolean>) => {
    if (wanted.length === 0) return;
    const parts = wanted.map(
      ({ kind, text }) => sql`select kind, number from search_keys where property = ${property} and kind = ${kind} and ${condition(text)}`,
    );
    const { rows } = await sql<Pick<SearchKeyRow, 'kind' | 'number'>>`${sql.join(parts, sql` union all `)}`.execute(db);
    for (const { kind, number } of rows) found.get(kind)!.add(number);
  };
  await meant(sought, (text) => sql`text in ${idsIn([text, text.toLowerCase()])}`);
  await meant(
    sought.filter(({ kind }) => found.get(kind)!.size === 0),
    holds,
  );
  return found;
}

export interface SoughtKey {
  kind: SearchKeyRow['kind'];
  text: string;
}

const holds = (text: string): RawBuilder<boolean> =>
  sql<boolean>`lower(text) like ${`%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape ${'\\'}`;

/** The numbers of the texts that hold one of these, in whatever case. */
export async function numbersHolding(db: Db, property: number, kind: SearchKeyRow['kind'], sought: readonly string[]): Promise<number[]> {
  if (sought.length === 0) return [];
  const { rows } = await sql<{ number: number }>`
    select number from search_keys where property = ${property} and kind = ${kind} and (${sql.join(sought.map(holds), sql` or `)})`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}

/** Texts by `kind number`. */
export async function keyTexts(
  db: Db,
  property: number,
  wanted: readonly { kind: SearchKeyRow['kind']; numbers: readonly number[] }[],
): Promise<ReadonlyMap<string, string>> {
  if (wanted.length === 0) return new Map();
  const parts: RawBuilder<unknown>[] = wanted.map(
    ({ kind, numbers }) =>
      sql`select kind, number, text from search_keys where property = ${property} and kind = ${kind} and number in ${idsIn(numbers)}`,
  );
  const { rows } = await sql<{ kind: string } & Key>`${sql.join(parts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ kind, number, text }) => [`${kind} ${number}`, text]));
}

/** Removes some days of a project; returns how many. */
export function daysOfProject(tx: Tx, projectId: string, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from search_days where (property, grouped_by, date) in (
      select property, grouped_by, date from search_days where ${ofProperties(projectId)} limit ${limit})`,
  );
}

/** The same for months. */
export function monthsOfProject(tx: Tx, projectId: string, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from search_months where (property, grouped_by, month) in (
      select property, grouped_by, month from search_months where ${ofProperties(projectId)} limit ${limit})`,
  );
}

/** The same for tables of imports. */
export function importsOfProject(tx: Tx, projectId: string, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from search_imports where (property, since, until, grouped_by) in (
      select property, since, until, grouped_by from search_imports where ${ofProperties(projectId)} limit ${limit})`,
  );
}

/** The same for texts. */
export function keysOfProject(tx: Tx, projectId: string, limit: number): Promise<number> {
  return removed(
    tx,
    sql`delete from search_keys where (property, kind, number) in (
      select property, kind, number from search_keys where ${ofProperties(projectId)} limit ${limit})`,
  );
}

const ofProperties = (projectId: string): RawBuilder<boolean> =>
  sql<boolean>`property in (select number from search_properties where project_id = ${projectId})`;

async function removed(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  return Number((await statement.execute(tx)).numAffectedRows ?? 0);
}

import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { SearchImportRow, SearchKeyRow, SearchSyncRow } from '../../db/rows/search-console.ts';
import { hint, idsIn, joinInOrder, rowsOf } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, ofProject } from '../common/queries.ts';

export type Key = Pick<SearchKeyRow, 'number' | 'text'>;

/** The numbers of those texts that have one. */
export async function keyNumbers(db: Db | Tx, property: number, kind: SearchKeyRow['kind'], texts: readonly string[]): Promise<Key[]> {
  if (texts.length === 0) return [];
  const { from, columns } = rowsOf(
    'sought',
    ['text'],
    texts.map((text) => ({ text })),
  );
  // Of `text in …` the planner reads all keys of the property.
  const { rows } = await sql<Key>`
    select keys.number, keys.text from ${from}
      ${joinInOrder} search_keys as keys on keys.property = ${property} and keys.kind = ${kind} and keys.text = ${columns.text}`.execute(
    db,
  );
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

/** How often days of a property have changed; undefined where there is no such property. */
export async function changesOf(db: Db | Tx, property: number): Promise<number | undefined> {
  const row = await db.selectFrom('search_properties').select('changes').where('number', '=', property).executeTakeFirst();
  return row?.changes;
}

/** A text that keys of a kind are looked for by. */
export interface SoughtKey {
  kind: SearchKeyRow['kind'];
  text: string;
}

type KeyNumber = Pick<SearchKeyRow, 'kind' | 'number'>;

/** Texts that are looked through at a time, some milliseconds. */
const textsAtOnce = 20_000;

/** For each kind the numbers of the keys that are the text, else of those that hold it, in whatever case. */
export async function numbersMeant(
  db: Db,
  turn: () => Promise<void>,
  property: number,
  sought: readonly SoughtKey[],
): Promise<Map<SearchKeyRow['kind'], Set<number>>> {
  const found = new Map(sought.map(({ kind }) => [kind, new Set<number>()]));
  const same = await keysWhere(db, property, sought, (text) => sql`text in ${idsIn([text, text.toLowerCase()])}`);
  for (const { kind, number } of same) found.get(kind)!.add(number);
  const others = sought.filter(({ kind }) => found.get(kind)!.size === 0);
  for (const { kind, number } of await numbersHolding(db, turn, property, others)) found.get(kind)!.add(number);
  return found;
}

/** The keys that hold a text of their kind, in whatever case. With several texts some may come twice. */
export async function numbersHolding(
  db: Db,
  turn: () => Promise<void>,
  property: number,
  sought: readonly SoughtKey[],
): Promise<KeyNumber[]> {
  const found: KeyNumber[] = [];
  const last = await lastNumber(db, property, sought);
  for (let at = 0; at <= last; at += textsAtOnce) {
    const holds = (text: string) =>
      sql<boolean>`number >= ${at} and number < ${at + textsAtOnce} and lower(text) like ${likeOf(text)} escape ${'\\'}`;
    found.push(...(await keysWhere(db, property, sought, holds)));
    await turn();
  }
  return found;
}

const likeOf = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

async function keysWhere(
  db: Db,
  property: number,
  sought: readonly SoughtKey[],
  condition: (text: string) => RawBuilder<boolean>,
): Promise<KeyNumber[]> {
  if (sought.length === 0) return [];
  const parts = sought.map(
    ({ kind, text }) => sql`select kind, number from search_keys where property = ${property} and kind = ${kind} and ${condition(text)}`,
  );
  return (await sql<KeyNumber>`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}

/** -1 where there is none. */
async function lastNumber(db: Db, property: number, sought: readonly SoughtKey[]): Promise<number> {
  if (sought.length === 0) return -1;
  const parts = sought.map(({ kind }) => sql`select max(number) as last from search_keys where property = ${property} and kind = ${kind}`);
  const { rows } = await sql<{ last: number | null }>`${sql.join(parts, sql` union all `)}`.execute(db);
  return Math.max(...rows.map(({ last }) => last ?? -1));
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

/** Projects whose last sync ended before it had everything, the latest first. */
export async function failedSyncs(db: Db, projectId: string | undefined) {
  const failed = sql`from search_syncs ${hint('search_syncs_failed')} where error is not null and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<Pick<SearchSyncRow, 'project_id' | 'job_id' | 'property' | 'error'>>`
    select project_id, job_id, property, error ${failed} order by finished_at desc limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${failed}`), rows };
}

/** Syncs of late that brought all there was, the latest first: one a project. */
export async function wholeSyncs(db: Db, { projectId, since }: OverviewQuestion) {
  const whole = sql`from search_syncs ${hint('search_syncs_whole')}
    where error is null and finished_at >= ${since} and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<Pick<SearchSyncRow, 'project_id' | 'job_id' | 'property' | 'brought'>>`
    select project_id, job_id, property, brought ${whole} order by finished_at desc limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${whole}`), rows };
}

interface LateImport extends Pick<SearchImportRow, 'since' | 'until'> {
  name: string;
  project_id: string;
  /** 1 where a table compares with days that are assumed. */
  assumed: number;
}

/** Imports of late, the latest first. Of an import's tables the first in order of their names stands for all. */
export async function lateImports(db: Db, { projectId, since }: OverviewQuestion) {
  const sameImport = sql`other.property = one.property and other.since = one.since and other.until = one.until`;
  const late = sql`from search_imports as one ${hint('search_imports_by_time')}
    join search_properties as properties on properties.number = one.property
    where one.imported_at >= ${since} and ${ofProject('properties.project_id', projectId)}
      and not exists (select 1 from search_imports as other where ${sameImport} and other.grouped_by < one.grouped_by)`;
  const { rows } = await sql<LateImport>`
    select properties.name, properties.project_id, one.since, one.until,
      (select max(previous_assumed) from search_imports as other where ${sameImport}) as assumed
    ${late} order by one.imported_at desc limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${late}`), rows };
}

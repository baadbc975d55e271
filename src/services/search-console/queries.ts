import { sql } from 'kysely';
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

import { sql } from 'kysely';
import type { Store } from '../../src/db/open.ts';

/** Gives the database of a store no more room than so many pages, as a disk that is full. */
export async function limitPages({ db }: Store, pages: number): Promise<void> {
  await sql.raw(`pragma max_page_count = ${pages}`).execute(db);
}

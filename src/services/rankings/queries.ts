import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { RankingCheckRow } from '../../db/rows/rankings.ts';
import { idsIn } from '../../db/sql.ts';
import { dayMs } from './compare.ts';

/** Returns how many were removed. */
export async function removeChecks(tx: Tx, keywordIds: readonly string[], limit: number): Promise<number> {
  const { rows } = await sql<{ checked_at: number }>`
    delete from ranking_checks where (keyword_id, checked_at) in
      (select keyword_id, checked_at from ranking_checks where keyword_id in ${idsIn(keywordIds)} limit ${limit})
    returning checked_at`.execute(tx);
  return rows.length;
}

/** Written into the statement: a bound number would be divided as a fraction. */
const weekMs = sql.lit(7 * dayMs);

/** Of checks before that time leaves the last successful one of each week. */
export async function thinChecks(tx: Tx, keywordIds: readonly string[], before: number): Promise<void> {
  await sql`
    delete from ranking_checks where (keyword_id, checked_at) in
      (select old.keyword_id, old.checked_at from ranking_checks as old
       where old.keyword_id in ${idsIn(keywordIds)} and old.checked_at < ${before}
         and (old.status = 'error' or exists (select 1 from ranking_checks as later
           where later.keyword_id = old.keyword_id and later.checked_at > old.checked_at and later.checked_at < ${before}
             and later.status <> 'error' and later.checked_at / ${weekMs} = old.checked_at / ${weekMs})))`.execute(tx);
}

/** A check as the history shows it. */
export type HistoryPoint = Pick<RankingCheckRow, 'keyword_id' | 'checked_at' | 'status' | 'position' | 'depth'>;

/** The newest checks of each keyword within a period, at most so many of each. */
export async function historyOf(
  db: Db,
  keywordIds: readonly string[],
  { since, until, limit }: { since: number; until: number; limit: number },
): Promise<HistoryPoint[]> {
  const { rows } = await sql<HistoryPoint>`
    select keyword_id, checked_at, status, position, depth from
      (select keyword_id, checked_at, status, position, depth,
         row_number() over (partition by keyword_id order by checked_at desc) as nth
       from ranking_checks where keyword_id in ${idsIn(keywordIds)} and checked_at between ${since} and ${until}) as newest
    where nth <= ${limit}
    order by keyword_id, checked_at desc`.execute(db);
  return rows;
}

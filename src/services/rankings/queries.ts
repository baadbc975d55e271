import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { RankingCheckRow, TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { hint, idsIn, rowsOf } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, ofProject } from '../common/queries.ts';
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

/** The newest checks of each keyword within a period, at most so many of each, all of the sample that is named with it. */
export async function historyOf(
  db: Db,
  keywords: readonly { id: string; sample: string | null }[],
  { since, until, limit }: { since: number; until: number; limit: number },
): Promise<HistoryPoint[]> {
  const { from, columns } = rowsOf('wanted', ['id', 'sample'], keywords);
  const { rows } = await sql<HistoryPoint>`
    select keyword_id, checked_at, status, position, depth from
      (select keyword_id, checked_at, status, position, depth,
         row_number() over (partition by keyword_id order by checked_at desc) as nth
       from ${from} join ranking_checks on keyword_id = ${columns.id} and sample = ${columns.sample}
       where checked_at between ${since} and ${until}) as newest
    where nth <= ${limit}
    order by keyword_id, checked_at desc`.execute(db);
  return rows;
}

/** A keyword of a job, with what its last check cost. */
export type Checked = Pick<TrackedKeywordRow, 'keyword' | 'status' | 'position' | 'depth_checked' | 'before' | 'provider' | 'left_code'> & {
  cost: number | null;
};

export async function checkedBy(tx: Tx, jobId: string): Promise<Checked[]> {
  const { rows } = await sql<Checked>`
    select tracked.keyword, tracked.status, tracked.position, tracked.depth_checked, tracked.before, tracked.provider, tracked.left_code,
      ranking_checks.cost
    from tracked_keywords as tracked
      left join ranking_checks on ranking_checks.keyword_id = tracked.id and ranking_checks.checked_at = tracked.checked_at
    where tracked.job_id = ${jobId} order by tracked.id`.execute(tx);
  return rows;
}

/** Has keywords wait no longer that a job left as they were, each for its own reason. */
export async function leaveKeywords(tx: Tx, left: readonly { id: string; code: string }[]): Promise<void> {
  if (left.length === 0) return;
  const { from, columns } = rowsOf('unasked', ['id', 'code'], left);
  await sql`
    update tracked_keywords set waiting = 0, left_code = ${columns.code} from ${from}
    where tracked_keywords.id = ${columns.id}`.execute(tx);
}

/** What an overview tells of. */
type Told = Pick<TrackedKeywordRow, 'id' | 'project_id' | 'keyword' | 'position' | 'before' | 'error'>;

/** Keywords whose last check failed, the latest first. */
export function failingKeywords(db: Db, projectId: string | undefined): Promise<{ count: number; rows: Told[] }> {
  return counted(
    db,
    sql`from tracked_keywords ${hint('tracked_keywords_failing')} where status = 'error' and ${ofProject('project_id', projectId)}`,
  );
}

/** Keywords that fell out of the results or of the first ten since then, the latest first. */
export function droppedKeywords(db: Db, { since, projectId }: OverviewQuestion, limit?: number): Promise<{ count: number; rows: Told[] }> {
  const dropped = sql`from tracked_keywords ${hint('tracked_keywords_dropped')} where dropped = 1 and checked_at >= ${since} and ${ofProject('project_id', projectId)}`;
  return counted(db, dropped, limit);
}

async function counted(db: Db, from: RawBuilder<unknown>, limit = maxLatest): Promise<{ count: number; rows: Told[] }> {
  const { rows } = await sql<Told>`
    select id, project_id, keyword, position, before, error ${from} order by checked_at desc limit ${limit}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), rows };
}

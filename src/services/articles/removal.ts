import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { Jobs } from '../account/index.ts';

/** Rows per transaction, which must not hold the database for more than 20 ms; versions and pictures are large. */
const maxAtOnce = { articles: 20, versions: 50, pictures: 20, batches: 100 };

/**
 * Removes some of a project's articles and their rows, then its batches; returns whether there may be more. Each goes with the job that writes
 * it, so that what is left of an interrupted deletion can still be used.
 */
export async function removeArticles(tx: Tx, jobs: Pick<Jobs, 'remove'>, projectId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('articles')
    .select(['id', 'job_id'])
    .where('project_id', '=', projectId)
    .limit(maxAtOnce.articles)
    .execute();
  if (rows.length === 0) return removeBatches(tx, jobs, projectId);
  const ids = rows.map(({ id }) => id);
  if ((await removeVersions(tx, ids)) || (await removePictures(tx, ids))) return true;
  const jobIds = rows.map(({ job_id }) => job_id);
  await jobs.remove(tx, jobIds);
  // The foreign key removes their stages and publications, which are few.
  await tx.deleteFrom('articles').where('id', 'in', ids).execute();
  return true;
}

async function removeBatches(tx: Tx, jobs: Pick<Jobs, 'remove'>, projectId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('batches')
    .select(['id', 'job_id'])
    .where('project_id', '=', projectId)
    .limit(maxAtOnce.batches)
    .execute();
  if (rows.length === 0) return false;
  const [ids, jobIds] = [rows.map(({ id }) => id), rows.map(({ job_id }) => job_id)];
  await jobs.remove(tx, jobIds);
  await tx.deleteFrom('batches').where('id', 'in', ids).execute();
  return true;
}

async function removeVersions(tx: Tx, articleIds: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from article_versions where (article_id, number) in (
      select article_id, number from article_versions where article_id in (${sql.join(articleIds)}) limit ${maxAtOnce.versions})`.execute(
    tx,
  );
  return Number(numAffectedRows) === maxAtOnce.versions;
}

async function removePictures(tx: Tx, articleIds: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from media where token in (
      select token from media where article_id in (${sql.join(articleIds)}) limit ${maxAtOnce.pictures})`.execute(tx);
  return Number(numAffectedRows) === maxAtOnce.pictures;
}

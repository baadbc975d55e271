import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';

/** Rows per transaction, which must not hold the database for more than 20 ms; versions and pictures are large. */
const maxAtOnce = { articles: 20, versions: 50, pictures: 20, batches: 100 };

/** Removes some of a project's articles and their rows, then its batches; returns whether there may be more. */
export async function removeArticles(tx: Tx, projectId: string): Promise<boolean> {
  const articles = await tx.selectFrom('articles').select('id').where('project_id', '=', projectId).limit(maxAtOnce.articles).execute();
  if (articles.length === 0) return removeBatches(tx, projectId);
  const ids = articles.map(({ id }) => id);
  if ((await removeVersions(tx, ids)) || (await removePictures(tx, ids))) return true;
  // The foreign key removes their stages and publications, which are few.
  await tx.deleteFrom('articles').where('id', 'in', ids).execute();
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

async function removeBatches(tx: Tx, projectId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from batches where id in (select id from batches where project_id = ${projectId} limit ${maxAtOnce.batches})`.execute(tx);
  return Number(numAffectedRows) === maxAtOnce.batches;
}

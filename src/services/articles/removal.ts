import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';

/** Rows removed in one transaction, which must not hold the database for more than 20 ms: versions and pictures are large. */
const maxAtOnce = { versions: 50, pictures: 20, articles: 20, batches: 100 };

/** Removes some of a project's articles, their versions and pictures first, then its batches; returns whether there may be more. */
export async function removeArticles(tx: Tx, projectId: string): Promise<boolean> {
  const versions = await sql`
    delete from article_versions where (article_id, number) in (
      select article_id, number from articles join article_versions on article_id = id
        where project_id = ${projectId} limit ${maxAtOnce.versions})`.execute(tx);
  if (Number(versions.numAffectedRows) === maxAtOnce.versions) return true;
  const pictures = await sql`
    delete from media where token in (
      select token from articles join media on media.article_id = articles.id
        where project_id = ${projectId} limit ${maxAtOnce.pictures})`.execute(tx);
  if (Number(pictures.numAffectedRows) === maxAtOnce.pictures) return true;
  // With their stages and publications, which are few.
  const articles = await sql`
    delete from articles where id in (
      select id from articles where project_id = ${projectId} limit ${maxAtOnce.articles})`.execute(tx);
  if (Number(articles.numAffectedRows) === maxAtOnce.articles) return true;
  const batches = await sql`
    delete from batches where id in (
      select id from batches where project_id = ${projectId} limit ${maxAtOnce.batches})`.execute(tx);
  return Number(batches.numAffectedRows) === maxAtOnce.batches;
}

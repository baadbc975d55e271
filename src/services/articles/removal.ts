import type { Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { Jobs } from '../account/index.ts';
import { removePictures, removeVersions } from './queries.ts';
import { removeWords } from './words.ts';

/** Rows per transaction, which must not hold the database for more than 20 ms; versions and pictures are large. */
const maxAtOnce = { articles: 20, versions: 50, pictures: 20, batches: 100 };

/**
 * Removes some of a project's articles and their rows, then its batches; returns whether there may be more. Each goes with the job that writes
 * it, so that what is left of an interrupted deletion can still be used.
 */
export async function removeArticles(tx: Tx, jobs: Pick<Jobs, 'remove'>, projectId: string): Promise<boolean> {
  const articles = await someOf(tx, 'articles', projectId);
  if (articles.ids.length > 0) {
    if (await removeSome(tx, articles.ids)) return true;
    await jobs.remove(tx, articles.jobIds);
    await removeWords(tx, articles.ids);
    // The foreign key removes their stages and publications, which are few.
    await tx.deleteFrom('articles').where('id', 'in', idsIn(articles.ids)).execute();
    return true;
  }
  const batches = await someOf(tx, 'batches', projectId);
  if (batches.ids.length === 0) return false;
  await jobs.remove(tx, batches.jobIds);
  await tx.deleteFrom('batches').where('id', 'in', idsIn(batches.ids)).execute();
  return true;
}

async function someOf(tx: Tx, table: 'articles' | 'batches', projectId: string): Promise<{ ids: string[]; jobIds: string[] }> {
  const rows = await tx.selectFrom(table).select(['id', 'job_id']).where('project_id', '=', projectId).limit(maxAtOnce[table]).execute();
  return { ids: rows.map(({ id }) => id), jobIds: rows.map(({ job_id }) => job_id) };
}

async function removeSome(tx: Tx, articleIds: readonly string[]): Promise<boolean> {
  if ((await removeVersions(tx, articleIds, maxAtOnce.versions)) === maxAtOnce.versions) return true;
  return (await removePictures(tx, articleIds, maxAtOnce.pictures)) === maxAtOnce.pictures;
}

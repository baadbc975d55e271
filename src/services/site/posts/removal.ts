import type { Tx } from '../../../db/open.ts';
import type { Slice } from '../../common/group.ts';
import type { System } from '../../../system.ts';
import { removePostPages } from '../queries.ts';
import { maxKnownMs } from './known.ts';

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;

/** Removes some of a project's posts and what was read for them; returns whether there may be more. */
export async function removePostsOf(tx: Tx, projectId: string): Promise<boolean> {
  if (await removePostPages(tx, projectId, 'all', maxAtOnce)) return true;
  const some = tx.selectFrom('posts').select('id').where('project_id', '=', projectId).limit(maxAtOnce);
  const { numDeletedRows } = await tx.deleteFrom('posts').where('id', 'in', some).executeTakeFirstOrThrow();
  await tx.deleteFrom('post_inventories').where('project_id', '=', projectId).execute();
  return Number(numDeletedRows) === maxAtOnce;
}

/** Removes pages that a reading left behind which failed or was canceled, and those that no reading has come back to while they counted as known. */
export const postRetention =
  ({ now }: Pick<System, 'now'>): Slice =>
  async (tx) => {
    const left = await tx
      .selectFrom('post_inventories')
      .select('project_id')
      .where((where) => where.or([where('refreshed_at', 'is', null), where('refreshed_at', '<', now() - maxKnownMs)]))
      .where(({ not, exists, selectFrom }) => {
        const jobs = selectFrom('jobs').select('id').whereRef('jobs.id', '=', 'post_inventories.job_id');
        return not(exists(jobs.where('status', 'in', ['queued', 'running'])));
      })
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('post_pages').select('url').whereRef('post_pages.project_id', '=', 'post_inventories.project_id')),
      )
      .limit(1)
      .executeTakeFirst();
    if (!left) return false;
    await removePostPages(tx, left.project_id, 'all', maxAtOnce);
    return true;
  };

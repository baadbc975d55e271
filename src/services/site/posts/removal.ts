import type { Tx } from '../../../db/open.ts';
import type { Slice } from '../../common/group.ts';
import { projectsWithLeftPages, removePostPages } from '../queries.ts';

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;

/** Removes some of a project's posts and what was read for them; returns whether there may be more. */
export async function removePostsOf(tx: Tx, projectId: string): Promise<boolean> {
  if (await removePostPages(tx, projectId, maxAtOnce)) return true;
  const some = tx.selectFrom('posts').select('id').where('project_id', '=', projectId).limit(maxAtOnce);
  const { numDeletedRows } = await tx.deleteFrom('posts').where('id', 'in', some).executeTakeFirstOrThrow();
  await tx.deleteFrom('post_inventories').where('project_id', '=', projectId).execute();
  return Number(numDeletedRows) === maxAtOnce;
}

/** Removes pages that a reading left behind which failed or was canceled. */
export const postRetention: Slice = async (tx) => {
  const [projectId] = await projectsWithLeftPages(tx);
  if (projectId === undefined) return false;
  await removePostPages(tx, projectId, maxAtOnce);
  return true;
};

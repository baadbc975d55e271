import type { Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { Slice } from '../common/group.ts';
import { dayMs } from './compare.ts';
import { removeChecks, thinChecks } from './queries.ts';

/** Every check is kept for a year; of what is older the last successful one of each week. */
export const keptWhole = 365 * dayMs;

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = { checks: 100, keywords: 20 };

/** Removes some of these keywords' checks, at last the keywords. Returns whether there may be more. */
export async function removeSome(tx: Tx, ids: readonly string[]): Promise<boolean> {
  if ((await removeChecks(tx, ids, maxAtOnce.checks)) > 0) return true;
  await tx.deleteFrom('tracked_keywords').where('id', 'in', idsIn(ids)).execute();
  return false;
}

/** Removes some of what a project that is being deleted tracks. Returns whether there may be more. */
export async function removeTracked(tx: Tx, projectId: string): Promise<boolean> {
  const tracked = tx.selectFrom('tracked_keywords').select('id').where('project_id', '=', projectId);
  const rows = await tracked.limit(maxAtOnce.keywords).execute();
  if (rows.length === 0) return false;
  await removeSome(
    tx,
    rows.map(({ id }) => id),
  );
  return true;
}

/** Thins out what is older than a year, some keywords at a time. */
export function thinHistory(now: () => number, after = ''): Slice {
  return async (tx) => {
    const rows = await tx
      .selectFrom('tracked_keywords')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(maxAtOnce.keywords)
      .execute();
    const ids = rows.map(({ id }) => id);
    await thinChecks(tx, ids, now() - keptWhole);
    return ids.length === maxAtOnce.keywords ? thinHistory(now, ids.at(-1)) : false;
  };
}

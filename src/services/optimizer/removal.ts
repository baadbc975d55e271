import type { Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { Jobs } from '../account/index.ts';

/** Per transaction, which must not hold the database for more than 20 ms: what pages say is long. */
const maxAtOnce = 10;

/** Removes some optimizations of a project that is being deleted, each with its job; returns whether there may be more. */
export async function removeOptimizations(tx: Tx, jobs: Pick<Jobs, 'remove'>, projectId: string): Promise<boolean> {
  const some = tx.selectFrom('optimizations').select(['id', 'job_id']).where('project_id', '=', projectId);
  const rows = await some.limit(maxAtOnce).execute();
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await jobs.remove(
    tx,
    rows.map(({ job_id }) => job_id),
  );
  await tx.deleteFrom('optimization_pages').where('optimization_id', 'in', idsIn(ids)).execute();
  await tx.deleteFrom('optimizations').where('id', 'in', idsIn(ids)).execute();
  return rows.length === maxAtOnce;
}

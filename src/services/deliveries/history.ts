import type { Tx } from '../../db/open.ts';

/** Rows per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;

/**
 * Detaches some of a project's deliveries, which stay on record, then deletes some of its events; returns whether there may be more.
 * The foreign keys would do the same, but all in one transaction.
 */
export async function letGoOfHistory(tx: Tx, projectId: string): Promise<boolean> {
  const some = (table: 'deliveries' | 'events') => tx.selectFrom(table).select('id').where('project_id', '=', projectId).limit(maxAtOnce);
  const detached = await tx
    .updateTable('deliveries')
    .set({ project_id: null, endpoint_id: null })
    .where('id', 'in', some('deliveries'))
    .executeTakeFirstOrThrow();
  if (Number(detached.numUpdatedRows) === maxAtOnce) return true;
  const deleted = await tx.deleteFrom('events').where('id', 'in', some('events')).executeTakeFirstOrThrow();
  return Number(deleted.numDeletedRows) === maxAtOnce;
}

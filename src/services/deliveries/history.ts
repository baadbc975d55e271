import type { Tx } from '../../db/open.ts';
import { bytesOf } from '../../db/sql.ts';
import type { Queue } from '../../queue/queue.ts';
import { dropWaiting } from './cancel.ts';
import { removeSome } from './retention.ts';

/** Rows per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = { pending: 25, deliveries: 20, events: 100 };

/**
 * Ends some of a project's pending deliveries, as failed and acknowledged; returns whether there may be more. An attempt in progress is the
 * last.
 */
export async function endPending(tx: Tx, queue: Queue, projectId: string, now: number): Promise<boolean> {
  const pending = tx.selectFrom('deliveries').select('id').where('project_id', '=', projectId).where('status', '=', 'pending');
  const ended = await tx
    .updateTable('deliveries')
    .set(({ fn, val }) => ({
      status: 'failed',
      standing: 'acknowledged',
      next_attempt_at: null,
      acknowledged_at: now,
      settled_at: fn.coalesce('last_attempt_at', val(now)),
    }))
    .where('id', 'in', pending.limit(maxAtOnce.pending))
    .returning('id')
    .execute();
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await dropWaiting(tx, queue, ids);
  return ended.length === maxAtOnce.pending;
}

/**
 * Removes some of a project's deliveries with their bodies and attempts, then some of its events; returns whether there may be more. The
 * foreign keys would do part of it, but all in one transaction.
 */
export async function letGoOfHistory(tx: Tx, projectId: string): Promise<boolean> {
  const bodies = tx.selectFrom('deliveries').leftJoin('delivery_bodies', 'delivery_id', 'id').where('project_id', '=', projectId);
  const rows = await bodies
    .select(['id', bytesOf('body').as('bytes')])
    .limit(maxAtOnce.deliveries)
    .execute();
  if (rows.length > 0) {
    await removeSome(tx, rows);
    return true;
  }
  const some = tx.selectFrom('events').select('id').where('project_id', '=', projectId).limit(maxAtOnce.events);
  const deleted = await tx.deleteFrom('events').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(deleted.numDeletedRows) === maxAtOnce.events;
}

import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';

/** Rows per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;

/**
 * Detaches some of a project's deliveries, which stay on record, then deletes some of its events; returns whether there may be more.
 * The foreign keys would do the same, but all in one transaction.
 */
export async function letGoOfHistory(tx: Tx, projectId: string): Promise<boolean> {
  const deliveries = await sql`
    update deliveries set project_id = null, endpoint_id = null
      where id in (select id from deliveries where project_id = ${projectId} limit ${maxAtOnce})`.execute(tx);
  if (Number(deliveries.numAffectedRows) === maxAtOnce) return true;
  const events = await sql`
    delete from events where id in (select id from events where project_id = ${projectId} limit ${maxAtOnce})`.execute(tx);
  return Number(events.numAffectedRows) === maxAtOnce;
}

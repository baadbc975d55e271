import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { Queue } from '../../queue/queue.ts';

/**
 * Ends the sends of an article to an endpoint that a later one takes the place of: an old text must not arrive after a new one.
 * Returns whether an attempt at one of them is under way, which nothing can call back.
 */
export async function supersedeSends(
  tx: Tx,
  queue: Queue,
  { id, articleId, endpointId }: { id: string; articleId: string; endpointId: string },
  now: number,
): Promise<boolean> {
  const pending = sql`status = 'pending'`;
  const { rows } = await sql<{ id: string; waited: number }>`
    update deliveries set superseded_by = ${id}, acknowledged_at = case when ${pending} then ${now} else acknowledged_at end,
        flagged = case when ${pending} then 0 else flagged end, next_attempt_at = null, status = case when ${pending} then 'failed' else status end
      where article_id = ${articleId} and endpoint_id = ${endpointId} and id <> ${id} and superseded_by is null returning id`.execute(tx);
  let underWay = false;
  for (const send of rows) {
    underWay ||= await queue.isLeased(tx, send.id);
    await queue.drop(tx, send.id);
  }
  return underWay;
}

/** Sends ended in one transaction, which must not hold the database for more than 20 ms. */
const atOnce = 25;

/**
 * Ends some of a project's publishing sends that still wait, as failed and acknowledged: nobody is to look at them.
 * Returns how many, and whether there may be more. An attempt under way may still arrive; what comes of it changes nothing.
 */
export async function cancelSends(tx: Tx, queue: Queue, projectId: string, now: number): Promise<{ canceled: number; more: boolean }> {
  const { rows } = await sql<{ id: string }>`
    update deliveries set status = 'failed', next_attempt_at = null, flagged = 0, acknowledged_at = ${now}
      where id in (
        select sends.id from publishing_endpoints as endpoints
          cross join deliveries as sends indexed by sends_that_wait on sends.endpoint_id = endpoints.id and sends.status = 'pending'
          where endpoints.project_id = ${projectId} limit ${atOnce}
      ) returning id`.execute(tx);
  for (const { id } of rows) await queue.drop(tx, id);
  return { canceled: rows.length, more: rows.length === atOnce };
}

import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { Queue } from '../../queue/queue.ts';

/**
 * Ends a project's publishing sends that still wait, as failed and acknowledged: nobody is to look at them. Returns how many.
 * An attempt under way may still arrive; what comes of it changes nothing.
 */
export async function cancelSends(tx: Tx, queue: Queue, projectId: string, now: number): Promise<number> {
  // By URL, since that index tells what waits without reading any body.
  const { rows } = await sql<{ id: string }>`
    update deliveries set status = 'failed', next_attempt_at = null, flagged = 0, acknowledged_at = ${now}
      where id in (
        select sends.id from publishing_endpoints as endpoints
          join deliveries as sends indexed by deliveries_by_url
            on sends.url = endpoints.url and sends.event_type is null and sends.status = 'pending' and sends.endpoint_id = endpoints.id
          where endpoints.project_id = ${projectId}
      ) returning id`.execute(tx);
  for (const { id } of rows) await queue.drop(tx, id);
  return rows.length;
}

import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { Queue } from '../../queue/queue.ts';
import { deadlineMs } from '../../webhooks/post.ts';
import { underWay } from './rows.ts';

/** Ends one pending delivery, as failed and acknowledged. Throws `attempt_in_progress`. */
export async function cancelDelivery(tx: Tx, queue: Queue, id: string, now: number): Promise<void> {
  if ((await queue.leasedAmong(tx, [id])).has(id)) throw underWay(id);
  const ended = { status: 'failed' as const, next_attempt_at: null, standing: 'acknowledged' as const, acknowledged_at: now };
  await tx.updateTable('deliveries').set(ended).where('id', '=', id).execute();
  await queue.drop(tx, id);
}

/**
 * Ends an article's sends to a URL that are superseded by a later one: an old text must not arrive after a new one, even if the endpoint was
 * configured anew. Returns whether an attempt at one of them is in progress, including sends superseded earlier: it cannot be called back, but
 * it is the last, and its result is recorded.
 */
export async function supersedeSends(
  tx: Tx,
  queue: Queue,
  { id, articleId, url }: { id: string; articleId: string; url: string },
  now: number,
): Promise<boolean> {
  const pending = sql`status = 'pending'`;
  await sql`
    update deliveries indexed by deliveries_by_article set superseded_by = ${id},
        acknowledged_at = case when ${pending} then ${now} else acknowledged_at end, next_attempt_at = null,
        standing = case when status = 'delivered' then 'outdated' else 'superseded' end, status = case when ${pending} then 'failed' else status end
      where article_id = ${articleId} and event_type is null and url = ${url} and id <> ${id} and superseded_by is null`.execute(tx);
  // Sends ended longer ago than an attempt can last have no attempt in progress.
  const { rows } = await sql<{ id: string }>`
    select id from deliveries indexed by deliveries_by_article
      where article_id = ${articleId} and event_type is null and url = ${url} and superseded_by is not null and acknowledged_at >= ${now - deadlineMs}`.execute(
    tx,
  );
  const dropped = await dropWaiting(tx, queue, rows);
  return dropped < rows.length;
}

/** Drops the work of deliveries that were ended; returns how many. One under way keeps its work, so that what comes of it is recorded. */
async function dropWaiting(tx: Tx, queue: Queue, rows: readonly { id: string }[]): Promise<number> {
  const ids = rows.map(({ id }) => id);
  const leased = await queue.leasedAmong(tx, ids);
  const waiting = ids.filter((id) => !leased.has(id));
  for (const id of waiting) await queue.drop(tx, id);
  return waiting.length;
}

/**
 * Ends the publishing sends of a deleted article, as failed and acknowledged. At most one per URL is still waiting, as later ones supersede.
 * An attempt in progress is the last, and its result is recorded.
 */
export async function cancelSendsOfArticle(tx: Tx, queue: Queue, articleId: string, now: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update deliveries indexed by deliveries_by_article set status = 'failed', next_attempt_at = null, standing = 'acknowledged', acknowledged_at = ${now}
      where article_id = ${articleId} and event_type is null and status = 'pending' returning id`.execute(tx);
  await dropWaiting(tx, queue, rows);
}

/** Sends per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 25;

/**
 * Ends some of a project's waiting publishing sends, as failed and acknowledged: nobody needs to look at them.
 * Returns how many of them waited, and whether there may be more. An attempt in progress is the last, and its result is recorded.
 */
export async function cancelSends(tx: Tx, queue: Queue, projectId: string, now: number): Promise<{ canceled: number; more: boolean }> {
  const { rows } = await sql<{ id: string }>`
    update deliveries set status = 'failed', next_attempt_at = null, standing = 'acknowledged', acknowledged_at = ${now}
      where id in (
        select sends.id from publishing_endpoints as endpoints
          cross join deliveries as sends indexed by sends_that_wait on sends.endpoint_id = endpoints.id and sends.status = 'pending'
          where endpoints.project_id = ${projectId} limit ${maxAtOnce}
      ) returning id`.execute(tx);
  return { canceled: await dropWaiting(tx, queue, rows), more: rows.length === maxAtOnce };
}

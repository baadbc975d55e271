import type { Tx } from '../../db/open.ts';
import type { Queue } from '../../queue/queue.ts';
import { longestMs } from '../../webhooks/sender.ts';
import { endDelivery, endSendsFrom, endSendsOf, supersede, supersededSince } from './queries.ts';
import { underWay } from './rows.ts';

/** Ends one pending delivery, as failed and acknowledged. Throws `attempt_in_progress`. */
export async function cancelDelivery(tx: Tx, queue: Queue, id: string, now: number): Promise<void> {
  if ((await queue.leasedAmong(tx, [id])).has(id)) throw underWay(id);
  await endDelivery(tx, id, now);
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
  send: { id: string; articleId: string; url: string },
  now: number,
): Promise<boolean> {
  await supersede(tx, send, now);
  // Sends ended longer ago than an attempt can last have no attempt in progress.
  const ended = await supersededSince(tx, send, now - longestMs);
  return (await dropWaiting(tx, queue, ended)) < ended.length;
}

/** Drops the work of deliveries that were ended; returns how many. One under way keeps its work, so that what comes of it is recorded. */
export async function dropWaiting(tx: Tx, queue: Queue, ids: readonly string[]): Promise<number> {
  const leased = await queue.leasedAmong(tx, ids);
  const waiting = ids.filter((id) => !leased.has(id));
  await queue.dropAll(tx, waiting);
  return waiting.length;
}

/**
 * Ends the publishing sends of a deleted article, as failed and acknowledged. At most one per URL is still waiting, as later ones supersede.
 * An attempt in progress is the last, and its result is recorded.
 */
export async function cancelSendsOfArticle(tx: Tx, queue: Queue, articleId: string, now: number): Promise<void> {
  await dropWaiting(tx, queue, await endSendsOf(tx, articleId, now));
}

/** Sends per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 25;

/**
 * Ends some of a project's waiting publishing sends, as failed and acknowledged: nobody needs to look at them.
 * Returns how many of them waited, and whether there may be more. An attempt in progress is the last, and its result is recorded.
 */
export async function cancelSends(tx: Tx, queue: Queue, projectId: string, now: number): Promise<{ canceled: number; more: boolean }> {
  const ended = await endSendsFrom(tx, projectId, maxAtOnce, now);
  return { canceled: await dropWaiting(tx, queue, ended), more: ended.length === maxAtOnce };
}

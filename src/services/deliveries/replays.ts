import type { Delivery } from '../../../schema/deliveries.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { DeliveryRow } from '../../db/rows/deliveries.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { Queue } from '../../queue/queue.ts';
import type { System } from '../../system.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import { attemptAt, type Deliveries } from './deliveries.ts';
import { findDelivery } from './find.ts';
import type { PublishingEndpoints } from './publishing-endpoints.ts';
import { candidatesAmong } from './queries.ts';
import { noDelivery, underWay, untried } from './rows.ts';

/** What came of replaying some deliveries. */
export interface Replayed {
  replayed: number;
  attemptUnderWay: number;
  endpointGone: number;
}

export interface Replays {
  /**
   * Makes the same delivery pending again, due now. A publishing send that a later one replaced, or whose webhook was deleted, cannot go as it
   * was: what was last sent of its article goes in its place, as a new delivery. Throws `not_found`, `attempt_in_progress`, and
   * `integration_required` if there is nowhere left to send it.
   */
  retry(id: string): Promise<Delivery>;
  /** Makes all of these pending again, due now, except those with an attempt in progress or a deleted publishing webhook. */
  retryAll(tx: Tx, deliveries: readonly Pick<Delivery, 'id' | 'url'>[]): Promise<Replayed>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  secrets: SigningSecrets;
  deliveries: Deliveries;
  endpoints: PublishingEndpoints;
}

export function createReplays({ store, system, queue, secrets, deliveries, endpoints }: Needs): Replays {
  async function retryAll(tx: Tx, chosen: readonly Pick<Delivery, 'id' | 'url'>[]): Promise<Replayed> {
    const now = system.now();
    const ids = chosen.map(({ id }) => id);
    const leased = await queue.leasedAmong(tx, ids);
    const orphans = await orphansAmong(tx, ids);
    const idle = chosen.filter(({ id }) => !leased.has(id) && !orphans.has(id));
    const secretId = await secrets.currentId(tx);
    await tx
      .updateTable('deliveries')
      .set((make) => ({
        ...untried,
        next_attempt_at: now,
        secret_id: make.case('kind').when('event').then(secretId).end(),
      }))
      .where('id', 'in', idsIn(idle.map(({ id }) => id)))
      .execute();
    await queue.enqueueAll(
      tx,
      idle.map((delivery) => attemptAt(now, delivery)),
    );
    return { replayed: idle.length, attemptUnderWay: leased.size, endpointGone: chosen.length - idle.length - leased.size };
  }

  /** Returns the new delivery's id. */
  async function sendInPlaceOf(tx: Tx, id: string): Promise<string> {
    const send = await tx.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const endpoint = await endpoints.forSend(tx, send);
    if (!endpoint) throw send.project_id === null ? noProjectLeft(id) : noWebhookLeft(id, send.project_id);
    const { article_id: articleId, article_version: articleVersion, body } = await lastSent(tx, send);
    const { id: endpointId, project_id: projectId, url, method } = endpoint;
    const article = { articleId, articleVersion, body, test: send.test === 1, replayOf: id };
    return deliveries.createForArticle(tx, { ...article, endpointId, projectId, url, method });
  }

  return {
    async retry(id) {
      return store.write(async (tx) => {
        const delivery = await findDelivery(tx, id);
        if ((await queue.leasedAmong(tx, [id])).has(id)) throw underWay(id);
        const cannotGo = delivery.supersededBy !== null || (await orphansAmong(tx, [id])).has(id);
        if (cannotGo) return findDelivery(tx, await sendInPlaceOf(tx, id));
        // Before its first attempt it may have to let one of an older send arrive first.
        if (delivery.status === 'pending' && delivery.attemptCount === 0) return delivery;
        await retryAll(tx, [delivery]);
        return findDelivery(tx, id);
      });
    },

    retryAll,
  };
}

/** Publishing sends whose endpoint was deleted, alone or with its project: the token they need is gone. */
async function orphansAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await candidatesAmong(tx, ids)).flatMap(({ id, gone }) => (gone ? [id] : [])));
}

type Sent = Pick<DeliveryRow, 'article_id' | 'article_version'> & { body: string };

/** The newest send of the same article, to whatever receiver; of a sample this one. */
async function lastSent(tx: Tx, { id, article_id }: Pick<DeliveryRow, 'id' | 'article_id'>): Promise<Sent> {
  let query = tx
    .selectFrom('deliveries')
    .innerJoin('delivery_bodies', 'delivery_id', 'id')
    .select(['article_id', 'article_version', 'body']);
  if (article_id === null) query = query.where('id', '=', id);
  else
    query = query.where('article_id', '=', article_id).where('event_type', 'is', null).orderBy('created_at', 'desc').orderBy('id', 'desc');
  const sent = await query.limit(1).executeTakeFirst();
  if (!sent) throw noDelivery(id);
  return sent;
}

function noWebhookLeft(id: string, projectId: string): AppError {
  return new AppError(
    'integration_required',
    `The publishing webhook that ${id} was made for was deleted, and ${projectId} has no other.`,
    {
      hint: 'Configure one with publishing_webhook_set, then retry again: the article goes there.',
    },
  );
}

function noProjectLeft(id: string): AppError {
  return new AppError('integration_required', `The project of ${id} was deleted, and with it the webhook that it was made for.`, {
    hint: 'Its body can still be had: webhook_deliveries_get with include=["body"].',
  });
}

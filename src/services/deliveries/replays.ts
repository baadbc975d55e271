import { sql } from 'kysely';
import type { Delivery } from '../../../schema/deliveries.ts';
import type { Store, Tx } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import type { Queue } from '../../queue/queue.ts';
import type { System } from '../../system.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import { enqueueAttempt } from './deliveries.ts';
import { findDelivery } from './find.ts';

export interface Replays {
  /**
   * Makes the same delivery pending again, due now.
   * Throws `not_found`, `attempt_in_progress`, and `conflict` if its webhook was deleted or its article sent again.
   */
  retry(id: string): Promise<Delivery>;
  /** The same for all of these except those with an attempt in progress or a deleted publishing webhook. Returns how many were replayed. */
  retryAll(tx: Tx, deliveries: readonly Pick<Delivery, 'id' | 'url'>[]): Promise<number>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  secrets: SigningSecrets;
}

export function createReplays({ store, system, queue, secrets }: Needs): Replays {
  async function retryAll(tx: Tx, deliveries: readonly Pick<Delivery, 'id' | 'url'>[]): Promise<number> {
    const now = system.now();
    const idle: (typeof deliveries)[number][] = [];
    const orphans = await orphansAmong(tx, deliveries);
    const superseded = await supersededAmong(tx, deliveries);
    for (const delivery of deliveries)
      if (!orphans.has(delivery.id) && !superseded.has(delivery.id) && !(await queue.isLeased(tx, delivery.id))) idle.push(delivery);
    const ids = JSON.stringify(idle.map(({ id }) => id));
    await sql`
      update deliveries set status = 'pending', attempt_count = 0, next_attempt_at = ${now}, delivered_at = null, flagged = 0,
          acknowledged_at = null, secret_id = case kind when 'event' then ${await secrets.currentId(tx)} end
        where id in (select value from json_each(${ids}))`.execute(tx);
    for (const delivery of idle) await enqueueAttempt(queue, tx, delivery, now);
    return idle.length;
  }

  return {
    async retry(id) {
      return store.write(async (tx) => {
        const delivery = await findDelivery(tx, id);
        if (delivery.supersededBy !== null) throw newerSent(delivery.supersededBy);
        const replayed = await retryAll(tx, [delivery]);
        if (replayed === 0) throw (await queue.isLeased(tx, id)) ? underWay(id) : noWebhookLeft(id);
        return findDelivery(tx, id);
      });
    },

    retryAll,
  };
}

/** Publishing sends whose endpoint was deleted, alone or with its project: the token they need is gone. */
async function orphansAmong(tx: Tx, deliveries: readonly Pick<Delivery, 'id'>[]): Promise<Set<string>> {
  const ids = JSON.stringify(deliveries.map(({ id }) => id));
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where id in (select value from json_each(${ids})) and kind = 'publish'
      and not exists (select 1 from publishing_endpoints where publishing_endpoints.id = endpoint_id and deleted_at is null)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Sends after which the same article was sent again: replayed, an old text would replace a newer one. */
async function supersededAmong(tx: Tx, deliveries: readonly Pick<Delivery, 'id'>[]): Promise<Set<string>> {
  const ids = JSON.stringify(deliveries.map(({ id }) => id));
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where id in (select value from json_each(${ids})) and superseded_by is not null`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

function newerSent(id: string): AppError {
  return new AppError('conflict', `The article was sent again since: ${id}. Replayed, the old text would take the place of the new one.`, {
    hint: `Replay ${id} with webhook_deliveries_retry, or send the article as it is now with articles_publish.`,
  });
}

function underWay(id: string): AppError {
  return new AppError('attempt_in_progress', `An attempt at ${id} is under way.`, {
    hint: 'Look at it in some seconds; it may be delivered already.',
  });
}

function noWebhookLeft(id: string): AppError {
  return new AppError('conflict', `The publishing webhook that ${id} was made for was deleted, and its token with it.`, {
    hint: 'Send the article anew with articles_publish, after publishing_webhook_set where the project has none.',
  });
}

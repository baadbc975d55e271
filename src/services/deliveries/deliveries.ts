import type { Page } from '../../../schema/common.ts';
import type { Delivery, DeliveryDetail } from '../../../schema/deliveries.ts';
import type { Insertable } from 'kysely';
import type { Config } from '../../config.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { DeliveryRow } from '../../db/tables.ts';
import type { Queue } from '../../queue/queue.ts';
import type { System } from '../../system.ts';
import { decodeCursor, defaultLimit, pageOf } from '../paging.ts';
import type { SigningSecrets } from '../signing-secrets.ts';
import { deliver, type DeliverPayload } from './attempts.ts';
import { listedColumns, noDelivery, toAttempt, toDelivery, toListed } from './rows.ts';

interface NewDelivery {
  projectId: string;
  url: string;
  /** The exact bytes to send. */
  body: string;
  /** A test send, marked as such. */
  test?: boolean;
}

export interface Deliveries {
  /** Records the delivery of an event and makes it due, in the transaction of what happened. Returns its id. */
  createForEvent(tx: Tx, event: NewDelivery & { eventId: string; eventType: string }): Promise<string>;
  /** The same for an article that goes to a publishing endpoint. */
  createForArticle(
    tx: Tx,
    article: NewDelivery & { articleId: string | null; endpointId: string; method: 'POST' | 'PUT' },
  ): Promise<string>;
  list(input: { status?: Delivery['status']; limit?: number; cursor?: string }): Promise<Page<Delivery>>;
  /** Throws `not_found`. */
  get(id: string): Promise<DeliveryDetail>;
  /** Whether an event of this resource still waits for its first attempt. */
  awaitsFirstAttempt(resourceId: string): Promise<boolean>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  secrets: SigningSecrets;
  config: Pick<Config, 'maxAttempts'>;
}

export function createDeliveries({ store, system, queue, secrets, config }: Needs): Deliveries {
  async function create(
    tx: Tx,
    { projectId, url, body, test = false }: NewDelivery,
    carried: Partial<Insertable<DeliveryRow>>,
  ): Promise<string> {
    const now = system.now();
    const id = system.id('dlv');
    const row: Insertable<DeliveryRow> = {
      id,
      kind: 'event',
      project_id: projectId,
      url,
      method: 'POST',
      body,
      test: test ? 1 : 0,
      status: 'pending',
      attempt_count: 0,
      attempts_made: 0,
      max_attempts: config.maxAttempts,
      next_attempt_at: now,
      flagged: 0,
      created_at: now,
      ...carried,
    };
    await tx.insertInto('deliveries').values(row).execute();
    await enqueueAttempt(queue, tx, { id, url }, now);
    return id;
  }

  return {
    async createForEvent(tx, { eventId, eventType, ...delivery }) {
      return create(tx, delivery, { event_id: eventId, event_type: eventType, secret_id: await secrets.currentId(tx) });
    },

    async createForArticle(tx, { articleId, endpointId, method, ...delivery }) {
      return create(tx, delivery, { kind: 'publish', article_id: articleId, endpoint_id: endpointId, method });
    },

    async list({ status, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^dlv_\w+$/);
      let query = store.db
        .selectFrom('deliveries')
        .leftJoin('attempts', (join) =>
          join.onRef('attempts.delivery_id', '=', 'deliveries.id').onRef('attempts.number', '=', 'deliveries.attempts_made'),
        )
        .select([...listedColumns.map((column) => `deliveries.${column}` as const), 'attempts.response'])
        .orderBy('deliveries.id', 'desc')
        .limit(limit + 1);
      if (status) query = query.where('status', '=', status);
      if (before) query = query.where('deliveries.id', '<', before);
      return pageOf(await query.execute(), limit, toListed);
    },

    async get(id) {
      const row = await store.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw noDelivery(id);
      const attempts = await store.db.selectFrom('attempts').selectAll().where('delivery_id', '=', id).orderBy('number').execute();
      return { ...toDelivery(row, attempts.at(-1)?.response ?? null), body: row.body, attempts: attempts.map(toAttempt) };
    },

    async awaitsFirstAttempt(resourceId) {
      const row = await store.db
        .selectFrom('deliveries')
        .innerJoin('events', 'events.id', 'deliveries.event_id')
        .select('deliveries.id')
        .where('events.resource_id', '=', resourceId)
        .where('deliveries.status', '=', 'pending')
        .where('deliveries.attempt_count', '=', 0)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Makes an attempt due. A receiver is an origin: its deliveries take turns with those of others. */
export function enqueueAttempt(queue: Queue, tx: Tx, { id, url }: { id: string; url: string }, dueAt: number): Promise<void> {
  return queue.enqueue(tx, {
    kind: deliver,
    key: id,
    payload: { deliveryId: id } satisfies DeliverPayload,
    dueAt,
    lane: new URL(url).origin,
  });
}

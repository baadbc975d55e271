import type { Page } from '../../schema/common.ts';
import type { Delivery, DeliveryDetail, DeliveryResponse } from '../../schema/deliveries.ts';
import type { Config } from '../config.ts';
import type { Store, Tx } from '../db/open.ts';
import type { DeliveryRow } from '../db/tables.ts';
import { AppError } from '../errors.ts';
import type { Queue, Settlement } from '../queue/queue.ts';
import type { System } from '../system.ts';
import { delayAfter, maxAttempts, retryAfterMs } from '../webhooks/backoff.ts';
import { isDelivered, postEvent } from '../webhooks/post.ts';
import { decodeCursor, defaultLimit, pageOf } from './paging.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import { isoTime, isoTimeOrNull, parsed, parsedOrNull } from './wire.ts';

/** The kind of work that makes one attempt. */
export const deliver = 'webhook.deliver';
export interface DeliverPayload {
  deliveryId: string;
}

export interface Deliveries {
  createForEvent(tx: Tx, event: { eventId: string; eventType: string; projectId: string; url: string; body: string }): Promise<void>;
  list(input: { status?: Delivery['status']; limit?: number; cursor?: string }): Promise<Page<Delivery>>;
  get(id: string): Promise<DeliveryDetail>;
  /** Puts the same record back to pending, due now. Throws `not_found`, `attempt_in_progress`. */
  retry(id: string): Promise<Delivery>;
  /** Whether an event of this resource still waits for its first attempt. */
  awaitsFirstAttempt(resourceId: string): Promise<boolean>;
  /** One attempt; the handler of `deliver`. */
  attempt(payload: DeliverPayload): Promise<Settlement>;
}

/** So much of a receiver's answer stands in a list, in characters; `get` has what was kept. */
const listedBody = 500;

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  secrets: SigningSecrets;
  config: Pick<Config, 'production'>;
}

export function createDeliveries({ store, system, queue, secrets, config }: Needs): Deliveries {
  const enqueue = (tx: Tx, row: { id: string; url: string }, dueAt: number) =>
    queue.enqueue(tx, {
      kind: deliver,
      key: row.id,
      payload: { deliveryId: row.id } satisfies DeliverPayload,
      dueAt,
      lane: new URL(row.url).origin,
    });

  /** A secret that cannot be opened is a failed attempt like any other: it shows on the record, and is tried again. */
  async function send(row: DeliveryRow, now: number): Promise<DeliveryResponse> {
    let secret: string;
    try {
      secret = await secrets.forAttempt(row.secret_id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { error: { code: 'signing', message: error.message }, durationMs: 0 };
    }
    const { id: deliveryId, url, body } = row;
    return postEvent(system.request, {
      deliveryId,
      eventType: row.event_type ?? row.kind,
      url,
      body,
      secret,
      now,
      httpsOnly: config.production,
    });
  }

  return {
    async createForEvent(tx, { eventId, eventType, projectId, url, body }) {
      const now = system.now();
      const row: DeliveryRow = {
        id: system.id('dlv'),
        kind: 'event',
        project_id: projectId,
        event_id: eventId,
        event_type: eventType,
        url,
        body,
        secret_id: await secrets.currentId(tx),
        status: 'pending',
        attempt_count: 0,
        max_attempts: maxAttempts,
        next_attempt_at: now,
        last_attempt_at: null,
        delivered_at: null,
        flagged: 0,
        response: null,
        created_at: now,
      };
      await tx.insertInto('deliveries').values(row).execute();
      await enqueue(tx, row, now);
    },

    async list({ status, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^dlv_\w+$/);
      let query = store.db
        .selectFrom('deliveries')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (status) query = query.where('status', '=', status);
      if (before) query = query.where('id', '<', before);
      return pageOf(await query.execute(), limit, toListed);
    },

    async get(id) {
      const row = await store.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw noDelivery(id);
      const attempts = await store.db.selectFrom('attempts').selectAll().where('delivery_id', '=', id).orderBy('number').execute();
      return {
        ...toDelivery(row),
        body: row.body,
        attempts: attempts.map(({ number, started_at, response }) => ({
          number,
          startedAt: isoTime(started_at),
          response: parsed(response),
        })),
      };
    },

    async retry(id) {
      return store.write(async (tx) => {
        const row = await tx.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw noDelivery(id);
        const now = system.now();
        if (await queue.isLeased(tx, id)) {
          throw new AppError('attempt_in_progress', `An attempt at ${id} is under way.`, {
            hint: 'Look at it in some seconds; it may be delivered already.',
          });
        }
        const fresh = {
          status: 'pending' as const,
          attempt_count: 0,
          next_attempt_at: now,
          delivered_at: null,
          flagged: 0,
          secret_id: await secrets.currentId(tx),
        };
        await tx.updateTable('deliveries').set(fresh).where('id', '=', id).execute();
        await enqueue(tx, row, now);
        return toDelivery({ ...row, ...fresh });
      });
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

    async attempt({ deliveryId }) {
      const row = await store.db.selectFrom('deliveries').selectAll().where('id', '=', deliveryId).executeTakeFirst();
      if (!row || row.status !== 'pending') return {};
      const startedAt = system.now();
      const response = await send(row, startedAt);
      const outcome = outcomeOf(row, response, system.now());
      system.log.info({ delivery: deliveryId, status: outcome.status, attempt: outcome.attempt_count }, 'delivery attempted');
      return {
        ...(outcome.next_attempt_at !== null && { retryAt: outcome.next_attempt_at }),
        write: (tx) => record(tx, deliveryId, startedAt, response, outcome),
      };
    },
  };
}

type Outcome = Pick<DeliveryRow, 'status' | 'attempt_count' | 'next_attempt_at' | 'delivered_at' | 'flagged'>;

/** What one attempt makes of a delivery (contract 3). */
function outcomeOf(row: DeliveryRow, response: DeliveryResponse, now: number): Outcome {
  const attempt_count = row.attempt_count + 1;
  if (isDelivered(response)) return { status: 'delivered', attempt_count, next_attempt_at: null, delivered_at: now, flagged: 0 };
  if (attempt_count >= row.max_attempts) return { status: 'failed', attempt_count, next_attempt_at: null, delivered_at: null, flagged: 1 };
  const asksToWait = 'status' in response && (response.status === 429 || response.status === 503);
  const wait = delayAfter(attempt_count, asksToWait ? retryAfterMs(response.headers['retry-after'], now) : 0);
  return { status: 'pending', attempt_count, next_attempt_at: now + wait, delivered_at: null, flagged: 0 };
}

async function record(tx: Tx, deliveryId: string, startedAt: number, response: DeliveryResponse, outcome: Outcome): Promise<void> {
  const last = await tx
    .selectFrom('attempts')
    .select((make) => make.fn.max('number').as('number'))
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst();
  const json = JSON.stringify(response);
  await tx
    .insertInto('attempts')
    .values({ delivery_id: deliveryId, number: (last?.number ?? 0) + 1, started_at: startedAt, response: json })
    .execute();
  await tx
    .updateTable('deliveries')
    .set({ ...outcome, last_attempt_at: startedAt, response: json })
    .where('id', '=', deliveryId)
    .execute();
}

function noDelivery(id: string): AppError {
  return new AppError('not_found', `There is no delivery ${id}.`, { hint: 'See webhook_deliveries_list.' });
}

/** A list says what the receiver answered, but not all of it. */
function toListed(row: DeliveryRow): Delivery {
  const delivery = toDelivery(row);
  const { response } = delivery;
  if (response === null || !('body' in response) || response.body.length <= listedBody) return delivery;
  return { ...delivery, response: { ...response, body: response.body.slice(0, listedBody).toWellFormed(), truncated: true } };
}

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    eventId: row.event_id,
    eventType: row.event_type,
    url: row.url,
    attemptCount: row.attempt_count,
    maxAttempts: row.max_attempts,
    nextAttemptAt: isoTimeOrNull(row.next_attempt_at),
    lastAttemptAt: isoTimeOrNull(row.last_attempt_at),
    deliveredAt: isoTimeOrNull(row.delivered_at),
    flagged: row.flagged === 1,
    response: parsedOrNull(row.response),
    createdAt: isoTime(row.created_at),
  };
}

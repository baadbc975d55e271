import type { Page } from '../../../schema/common.ts';
import type { Delivery, DeliveryDetail, DeliveryPart } from '../../../schema/deliveries.ts';
import type { Config } from '../../config.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { DeliveryRow } from '../../db/rows/deliveries.ts';
import { AppError } from '../../errors.ts';
import type { Queue } from '../../queue/queue.ts';
import type { NewWork } from '../../queue/work.ts';
import type { System } from '../../system.ts';
import { longestMs } from '../../webhooks/sender.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import { deliver, type DeliverPayload } from './attempts.ts';
import { cancelDelivery, cancelSendsOfArticle, supersedeSends } from './cancel.ts';
import { findDeliveries, findDelivery, type DeliveryListInput } from './find.ts';
import { addBody, addDelivery, countFlagged, countSuperseded } from './queries.ts';
import { noDelivery, toDetail, untried } from './rows.ts';

interface NewDelivery {
  projectId: string;
  url: string;
  /** The exact bytes to send. */
  body: string;
  /** A test send, marked as such: it is tried once. */
  test?: boolean;
}

interface NewSend extends NewDelivery {
  articleId: string | null;
  articleVersion: number | null;
  endpointId: string;
  method: 'POST' | 'PUT';
  /** The send that was to be sent again. */
  replayOf?: string;
}

export interface Deliveries {
  /** Records an event's delivery and makes it due, in the transaction of its cause. Returns its id. */
  createForEvent(tx: Tx, event: NewDelivery & { eventId: string; eventType: string; articleId: string | null }): Promise<string>;
  /** The same for an article sent to a publishing endpoint. */
  createForArticle(tx: Tx, article: NewSend): Promise<string>;
  /** Newest first. Throws `invalid_input` for an invalid cursor or a period that ends before it begins. */
  list(input: DeliveryListInput): Promise<Page<Delivery>>;
  /** Without the long parts that `include` does not name. Throws `not_found`. */
  get(id: string, include?: readonly DeliveryPart[]): Promise<DeliveryDetail>;
  /** A delivery as in a list. Throws `not_found`. */
  find(tx: Tx, id: string): Promise<Delivery>;
  /** Ends the sends of a deleted article. */
  cancelOfArticle(tx: Tx, articleId: string): Promise<void>;
  /** Clears the flag of a failed delivery, or cancels a pending one. Throws `not_found`, `attempt_in_progress`, and `conflict` if it arrived. */
  acknowledge(id: string): Promise<Delivery>;
  /** How many failed deliveries nobody has dealt with yet, counted up to `limit`. */
  countFlagged(limit: number): Promise<number>;
  /** How many sends did not arrive because a later one took their place, counted up to `limit`. */
  countSuperseded(limit: number): Promise<number>;
  /** Whether an event of this resource, or the article itself, still waits for its first attempt. */
  awaitsFirstAttempt(resourceId: string): Promise<boolean>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  secrets: SigningSecrets;
  config: Pick<Config, 'maxAttempts'>;
}

/** What a delivery has before anything is known of it. */
const blank = {
  ...untried,
  kind: 'event' as const,
  method: 'POST' as const,
  attempts_made: 0,
  last_attempt_at: null,
  event_id: null,
  event_type: null,
  article_id: null,
  article_version: null,
  endpoint_id: null,
  secret_id: null,
  superseded_by: null,
  replay_of: null,
};

export function createDeliveries({ store, system, queue, secrets, config }: Needs): Deliveries {
  async function create(
    tx: Tx,
    { projectId, url, body, test = false }: NewDelivery,
    carried: Partial<DeliveryRow>,
    /** When its first attempt is due, and its id. Default: now, and a new one. */
    { dueAt, id = system.id('dlv') }: { dueAt?: number; id?: string } = {},
  ): Promise<string> {
    const now = system.now();
    await addDelivery(tx, {
      ...blank,
      id,
      project_id: projectId,
      url,
      test: test ? 1 : 0,
      max_attempts: test ? 1 : config.maxAttempts,
      next_attempt_at: dueAt ?? now,
      created_at: now,
      ...carried,
    });
    await addBody(tx, { delivery_id: id, body });
    await queue.enqueue(tx, attemptAt(dueAt ?? now, { id, url }));
    return id;
  }

  return {
    async createForEvent(tx, { eventId, eventType, articleId, ...delivery }) {
      const carried = { event_id: eventId, event_type: eventType, article_id: articleId, secret_id: await secrets.currentId(tx) };
      return create(tx, delivery, carried);
    },

    async createForArticle(tx, { articleId, articleVersion, endpointId, method, replayOf = null, ...delivery }) {
      const article = { article_id: articleId, article_version: articleVersion, replay_of: replayOf };
      const carried = { kind: 'publish' as const, ...article, endpoint_id: endpointId, method };
      if (articleId === null) return create(tx, delivery, carried);
      const id = system.id('dlv');
      const underWay = await supersedeSends(tx, queue, { id, articleId, url: delivery.url }, system.now());
      // Lets the attempt in progress arrive first.
      return create(tx, delivery, carried, { id, ...(underWay && { dueAt: system.now() + longestMs }) });
    },

    list: (input) => findDeliveries(store.db, input),

    find: findDelivery,

    cancelOfArticle: (tx, articleId) => cancelSendsOfArticle(tx, queue, articleId, system.now()),
    async get(id, include = []) {
      const row = await store.db
        .selectFrom('deliveries')
        .innerJoin('delivery_bodies', 'delivery_id', 'id')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!row) throw noDelivery(id);
      const attempts = await store.db.selectFrom('attempts').selectAll().where('delivery_id', '=', id).orderBy('number').execute();
      return toDetail(row, attempts, include);
    },

    async acknowledge(id) {
      return store.write(async (tx) => {
        const { status, acknowledgedAt } = await findDelivery(tx, id);
        if (status === 'delivered') throw arrived(id);
        if (status === 'pending') await cancelDelivery(tx, queue, id, system.now());
        else if (acknowledgedAt === null) {
          await tx
            .updateTable('deliveries')
            .set({ standing: 'acknowledged', acknowledged_at: system.now() })
            .where('id', '=', id)
            .execute();
        }
        return findDelivery(tx, id);
      });
    },

    countFlagged: (limit) => countFlagged(store.db, limit),
    countSuperseded: (limit) => countSuperseded(store.db, limit),

    async awaitsFirstAttempt(resourceId) {
      const unsent = store.db
        .selectFrom('deliveries')
        .select('deliveries.id')
        .where('deliveries.status', '=', 'pending')
        .where('deliveries.attempt_count', '=', 0);
      const ofEvents = unsent.innerJoin('events', 'events.id', 'deliveries.event_id').where('events.resource_id', '=', resourceId);
      const ofArticle = unsent.where('deliveries.article_id', '=', resourceId);
      return ((await ofEvents.executeTakeFirst()) ?? (await ofArticle.executeTakeFirst())) !== undefined;
    },
  };
}

function arrived(id: string): AppError {
  return new AppError('conflict', `The delivery ${id} is delivered; only one that has failed or is pending can be acknowledged.`, {
    hint: 'See webhook_deliveries_list with undelivered=true.',
  });
}

/** The work of an attempt. Its lane is the receiver's origin, so receivers take turns. */
export function attemptAt(dueAt: number, { id, url }: { id: string; url: string }): NewWork {
  return { kind: deliver, key: id, payload: { deliveryId: id } satisfies DeliverPayload, dueAt, lane: new URL(url).origin };
}

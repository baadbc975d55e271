import type { Db, Tx } from '../../db/open.ts';
import type { DeliveryRow } from '../../db/rows/deliveries.ts';
import type { Settlement } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import { delayAfter, retryAfterMs } from '../../webhooks/backoff.ts';
import { unsent, type Sent } from '../../webhooks/attempt.ts';
import { receiverOf } from '../../webhooks/receiver.ts';
import { receiverFailed } from '../../webhooks/sender.ts';
import type { Senders } from '../../webhooks/senders.ts';
import type { EndpointTokens } from './endpoint-tokens.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import type { Opened } from '../account/index.ts';
import type { ObserveAttempt } from '../common/group.ts';
import { addAttempt, pendingAmong, settleArrived, settleMissed } from './queries.ts';
import type { DeliveryToAttempt } from './rows.ts';

/** How long a delivery that cannot be signed waits before it looks for the key file again. */
const keyPauseMs = 60_000;

/** The kind of work that makes one attempt. */
export const deliver = 'webhook.deliver';
export interface DeliverPayload {
  deliveryId: string;
}

/** A delivery with its secret: the signing secret, or the publishing endpoint's token. */
export interface LoadedDelivery {
  row: DeliveryToAttempt;
  secret: Opened;
}

/** The result of one attempt, as recorded. */
export interface MadeAttempt {
  row: DeliveryToAttempt;
  sent: Sent;
  outcome: Outcome;
}

type Outcome = Pick<DeliveryRow, 'status' | 'attempt_count' | 'next_attempt_at' | 'delivered_at' | 'standing'>;

/** The handler of `deliver`, in three steps. */
export interface Attempts {
  /** Undefined for deliveries that are gone or no longer pending. */
  load(db: Db, payloads: readonly DeliverPayload[]): Promise<(LoadedDelivery | undefined)[]>;
  make(delivery: LoadedDelivery | undefined, signal: AbortSignal): Promise<Settlement>;
  record(tx: Tx, attempts: readonly MadeAttempt[]): Promise<void>;
}

interface Needs {
  system: System;
  secrets: SigningSecrets;
  tokens: EndpointTokens;
  sender: Senders;
  observe: ObserveAttempt;
}

export function createAttempts({ system, secrets, tokens, sender, observe }: Needs): Attempts {
  let toldUntil = 0;

  /** Nothing is sent and no attempt is used up until the key file is back. */
  function waitForKey(problem: string): Settlement {
    const now = system.now();
    if (now >= toldUntil) system.log.error(`${problem} Deliveries wait for it.`);
    toldUntil = Math.max(toldUntil, now + keyPauseMs);
    return { retryAt: now + keyPauseMs };
  }

  /** A secret that is gone makes an ordinary failed attempt: it is recorded and retried. */
  function send({ row, secret }: LoadedDelivery, signal: AbortSignal): Promise<Sent | undefined> {
    if ('problem' in secret) return Promise.resolve(unsent('signing', secret.problem, system.now()));
    const { id, kind, event_type, url, method, body, test } = row;
    return sender.send({ deliveryId: id, kind, eventType: event_type, url, method, body, secret: secret.plain, test: test === 1 }, signal);
  }

  function report({ id, kind, url, attempts_made }: DeliveryToAttempt, { durationMs, error, fault }: Sent, outcome: Outcome): void {
    if (fault !== undefined) system.log.error({ err: fault, delivery: id }, 'an attempt could not be made');
    observe(kind, outcome.status === 'pending' ? 'retrying' : outcome.status, durationMs);
    if (error === null && !system.log.isLevelEnabled('debug')) return;
    const what = { delivery: id, receiver: receiverOf(url), attempt: attempts_made + 1, durationMs };
    if (outcome.status === 'delivered') system.log.debug(what, 'delivered');
    else if (outcome.standing === 'failed') system.log.warn({ ...what, error }, 'a delivery has failed');
    else system.log.info({ ...what, error, nextAttemptAt: outcome.next_attempt_at }, 'an attempt failed');
  }

  return {
    async load(db, payloads) {
      const { rows } = await pendingAmong(db, { ids: payloads.map(({ deliveryId }) => deliveryId) });
      const byId = new Map(rows.map((row) => [row.id, row]));
      const signing = await secrets.forAttempts(db, new Set(rows.filter(({ kind }) => kind === 'event').map((row) => row.secret_id)));
      const publishing = await tokens.open(db, new Set(rows.filter(({ kind }) => kind === 'publish').map((row) => row.endpoint_id)));
      return payloads.map(({ deliveryId }) => {
        const row = byId.get(deliveryId);
        return row && { row, secret: row.kind === 'event' ? signing.get(row.secret_id)! : publishing.get(row.endpoint_id)! };
      });
    },

    async make(delivery, signal) {
      if (!delivery) return {};
      const { row, secret } = delivery;
      if ('problem' in secret && secret.keyFile) return waitForKey(secret.problem);
      const sent = await send(delivery, signal);
      if (!sent) return { untouched: true };
      const outcome = outcomeOf(row, sent, system.now());
      report(row, sent, outcome);
      return {
        ...(outcome.next_attempt_at !== null && { retryAt: outcome.next_attempt_at }),
        record: { row, sent, outcome } satisfies MadeAttempt,
        ...((sent.error === null || receiverFailed(sent)) && { outsideFailed: sent.error !== null }),
      };
    },

    record: recordAttempts,
  };
}

/** How one attempt changes a delivery (contract 3). */
function outcomeOf(row: DeliveryToAttempt, { error, retryAfter }: Sent, now: number): Outcome {
  const attempt_count = row.attempt_count + 1;
  if (error === null) return { status: 'delivered', attempt_count, next_attempt_at: null, delivered_at: now, standing: 'delivered' };
  if (attempt_count >= row.max_attempts)
    return { status: 'failed', attempt_count, next_attempt_at: null, delivered_at: null, standing: row.test === 1 ? 'test' : 'failed' };
  const wait = delayAfter(attempt_count, retryAfterMs(retryAfter, now));
  return { status: 'pending', attempt_count, next_attempt_at: now + wait, delivered_at: null, standing: 'retrying' };
}

/** The articles among what has arrived at a publishing webhook. */
export function articlesArrived(attempts: readonly MadeAttempt[]): string[] {
  return attempts.flatMap(({ row, outcome }) =>
    row.kind === 'publish' && outcome.status === 'delivered' && row.article_id !== null ? [row.article_id] : [],
  );
}

/** Of a delivery that went with its project, nothing is kept. */
async function recordAttempts(tx: Tx, attempts: readonly MadeAttempt[]): Promise<void> {
  const made = attempts.map(({ row, sent, outcome }) => ({
    id: row.id,
    number: row.attempts_made + 1,
    started_at: sent.startedAt,
    response: sent.response,
    request_headers: sent.requestHeaders,
    ...outcome,
  }));
  await addAttempt.changeEach(tx, made);
  const [arrived, missed] = [made.filter(({ status }) => status === 'delivered'), made.filter(({ status }) => status !== 'delivered')];
  await settleArrived.changeEach(tx, arrived);
  await settleMissed.changeEach(tx, missed);
}

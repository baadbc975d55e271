import type { DeliveryResponse } from '../../../schema/deliveries.ts';
import type { Config } from '../../config.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { DeliveryBodyRow, DeliveryRow } from '../../db/rows/deliveries.ts';
import type { Settlement } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import { delayAfter, retryAfterMs } from '../../webhooks/backoff.ts';
import { errorClassOf, eventHeaders, post, publishingHeaders, testHeader, withoutToken } from '../../webhooks/post.ts';
import type { EndpointTokens } from './endpoint-tokens.ts';
import type { SigningSecrets } from './signing-secrets.ts';
import type { Opened } from '../account/index.ts';
import type { ObserveAttempt } from '../common/group.ts';
import { addAttempt, pendingAmong, settleAttempted } from './queries.ts';

/** How long a delivery that cannot be signed waits before it looks for the key file again. */
const keyPauseMs = 60_000;

/** The kind of work that makes one attempt. */
export const deliver = 'webhook.deliver';
export interface DeliverPayload {
  deliveryId: string;
}

/** A delivery with its secret: the signing secret, or the publishing endpoint's token. */
export interface LoadedDelivery {
  row: DeliveryRow & Pick<DeliveryBodyRow, 'body'>;
  secret: Opened;
}

/** The result of one attempt, as recorded. */
export interface MadeAttempt {
  row: DeliveryRow;
  startedAt: number;
  headers: Record<string, string>;
  response: DeliveryResponse;
  outcome: Outcome;
}

type Outcome = Pick<DeliveryRow, 'status' | 'attempt_count' | 'next_attempt_at' | 'delivered_at' | 'standing'>;

/** The handler of `deliver`, in three steps. */
export interface Attempts {
  /** Undefined for deliveries that are gone or no longer pending. */
  load(db: Db, payloads: readonly DeliverPayload[]): Promise<(LoadedDelivery | undefined)[]>;
  make(delivery: LoadedDelivery | undefined): Promise<Settlement>;
  record(tx: Tx, attempts: readonly MadeAttempt[]): Promise<void>;
}

interface Needs {
  system: System;
  secrets: SigningSecrets;
  tokens: EndpointTokens;
  config: Pick<Config, 'production'>;
  observe: ObserveAttempt;
}

export function createAttempts({ system, secrets, tokens, config, observe }: Needs): Attempts {
  let toldUntil = 0;

  /** Nothing is sent and no attempt is used up until the key file is back. */
  function waitForKey(problem: string): Settlement {
    const now = system.now();
    if (now >= toldUntil) system.log.error(`${problem} Deliveries wait for it.`);
    toldUntil = Math.max(toldUntil, now + keyPauseMs);
    return { retryAt: now + keyPauseMs };
  }

  /** A secret that is gone makes an ordinary failed attempt: it is recorded and retried. */
  async function send({ row, secret }: LoadedDelivery, now: number): Promise<Pick<MadeAttempt, 'headers' | 'response'>> {
    if ('problem' in secret) return { headers: {}, response: { error: { code: 'signing', message: secret.problem }, durationMs: 0 } };
    const own =
      row.kind === 'publish'
        ? publishingHeaders(secret.plain)
        : eventHeaders({ deliveryId: row.id, eventType: row.event_type ?? '', body: row.body, secret: secret.plain, now });
    const headers = row.test === 1 ? { ...own, ...testHeader } : own;
    const { url, method, body } = row;
    const response = await post(system.request, { url, method, headers, body, httpsOnly: config.production }, (err) =>
      system.log.error({ err, delivery: row.id }, 'an attempt could not be made'),
    );
    const made = { headers, response };
    return row.kind === 'publish' ? withoutToken(made, secret.plain) : made;
  }

  function report({ id, kind, url, attempts_made }: DeliveryRow, response: DeliveryResponse, outcome: Outcome): void {
    const { durationMs } = response;
    const what = { delivery: id, receiver: URL.parse(url)?.origin, attempt: attempts_made + 1, durationMs };
    observe(kind, outcome.status === 'pending' ? 'retrying' : outcome.status, durationMs);
    if (outcome.status === 'delivered') system.log.debug(what, 'delivered');
    else if (outcome.standing === 'failed') system.log.warn({ ...what, error: errorClassOf(response) }, 'a delivery has failed');
    else system.log.info({ ...what, error: errorClassOf(response), nextAttemptAt: outcome.next_attempt_at }, 'an attempt failed');
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

    async make(delivery) {
      if (!delivery) return {};
      const { row, secret } = delivery;
      if ('problem' in secret && secret.keyFile) return waitForKey(secret.problem);
      const startedAt = system.now();
      const { headers, response } = await send(delivery, startedAt);
      const outcome = outcomeOf(row, response, system.now());
      report(row, response, outcome);
      return {
        ...(outcome.next_attempt_at !== null && { retryAt: outcome.next_attempt_at }),
        record: { row, startedAt, headers, response, outcome } satisfies MadeAttempt,
        ...(isReceivers(response) && { outsideFailed: outcome.status !== 'delivered' }),
      };
    },

    record: recordAttempts,
  };
}

/** How one attempt changes a delivery (contract 3). */
function outcomeOf(row: DeliveryRow, response: DeliveryResponse, now: number): Outcome {
  const attempt_count = row.attempt_count + 1;
  if (errorClassOf(response) === null)
    return { status: 'delivered', attempt_count, next_attempt_at: null, delivered_at: now, standing: 'delivered' };
  if (attempt_count >= row.max_attempts)
    return { status: 'failed', attempt_count, next_attempt_at: null, delivered_at: null, standing: row.test === 1 ? 'test' : 'failed' };
  const asksToWait = 'status' in response && (response.status === 429 || response.status === 503);
  const wait = delayAfter(attempt_count, asksToWait ? retryAfterMs(response.headers['retry-after'], now) : 0);
  return { status: 'pending', attempt_count, next_attempt_at: now + wait, delivered_at: null, standing: 'retrying' };
}

/** The articles among what has arrived at a publishing webhook. */
export function articlesArrived(attempts: readonly MadeAttempt[]): string[] {
  return attempts.flatMap(({ row, outcome }) =>
    row.kind === 'publish' && outcome.status === 'delivered' && row.article_id !== null ? [row.article_id] : [],
  );
}

/** Whether the response says anything about the receiver. */
function isReceivers(response: DeliveryResponse): boolean {
  return !('error' in response) || (response.error.code !== 'signing' && response.error.code !== 'internal');
}

/** Of a delivery that went with its project, nothing is kept. */
async function recordAttempts(tx: Tx, attempts: readonly MadeAttempt[]): Promise<void> {
  const made = attempts.map(({ row, startedAt, headers, response, outcome }) => ({
    id: row.id,
    number: row.attempts_made + 1,
    started_at: startedAt,
    response: JSON.stringify(response),
    request_headers: JSON.stringify(headers),
    ...outcome,
  }));
  await addAttempt.forEach(tx, made);
  await settleAttempted.forEach(tx, made);
}

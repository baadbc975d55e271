import type { Delivery, DeliveryDetail, DeliveryPart, DeliveryResponse, ShownResponse } from '../../../schema/deliveries.ts';
import type { AttemptRow, DeliveryBodyRow, DeliveryRow } from '../../db/rows/deliveries.ts';
import { AppError } from '../../errors.ts';
import { errorClassOf } from '../../webhooks/post.ts';
import { isoTime, isoTimeOrNull, parsed, parsedOrNull } from '../common/wire.ts';

/** All columns except the body and internal ones. */
export const listedColumns = [
  ...(['id', 'kind', 'status', 'event_id', 'event_type', 'article_id', 'article_version', 'url', 'method', 'test'] as const),
  ...(['attempt_count', 'max_attempts', 'next_attempt_at', 'last_attempt_at', 'delivered_at', 'standing'] as const),
  ...(['acknowledged_at', 'superseded_by', 'replay_of', 'attempts_made', 'created_at'] as const),
] as const;

export type ListedDelivery = Pick<DeliveryRow, (typeof listedColumns)[number]>;

/** What an attempt needs. */
export const columnsToAttempt = [
  ...(['id', 'kind', 'event_type', 'article_id', 'endpoint_id', 'secret_id', 'url', 'method', 'test', 'body'] as const),
  ...(['attempt_count', 'max_attempts', 'attempts_made'] as const),
] as const;

export type DeliveryToAttempt = Pick<DeliveryRow & DeliveryBodyRow, (typeof columnsToAttempt)[number]>;

/** As a delivery is before its first attempt. */
export const untried = {
  status: 'pending' as const,
  attempt_count: 0,
  delivered_at: null,
  standing: 'untried' as const,
  acknowledged_at: null,
  settled_at: null,
};

/** Of a receiver's answer where nobody asked for more, in characters. */
const maxShortBodyLength = 200;
/** The same in a list that was asked for it; a single delivery shows all that was kept. */
const maxListedBodyLength = 500;

/** `response`: of the last attempt. */
function toDelivery(row: ListedDelivery, response: ShownResponse | null): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    eventId: row.event_id,
    eventType: row.event_type,
    articleId: row.article_id,
    articleVersion: row.article_version,
    url: row.url,
    method: row.method,
    test: row.test === 1,
    attemptCount: row.attempt_count,
    maxAttempts: row.max_attempts,
    nextAttemptAt: isoTimeOrNull(row.next_attempt_at),
    lastAttemptAt: isoTimeOrNull(row.last_attempt_at),
    deliveredAt: isoTimeOrNull(row.delivered_at),
    flagged: row.standing === 'failed',
    acknowledgedAt: isoTimeOrNull(row.acknowledged_at),
    supersededBy: row.superseded_by,
    replayOf: row.replay_of,
    response,
    createdAt: isoTime(row.created_at),
  };
}

/** A delivery with the beginning of the receiver's answer. `response`: of the last attempt, as JSON. */
export function toShortDelivery(row: ListedDelivery & { response: string | null }): Delivery {
  const response = parsedOrNull<DeliveryResponse>(row.response);
  return toDelivery(row, response && shortened(response));
}

/** A delivery with the whole answer, its body cut for a list. */
export function toListedWithResponse(row: ListedDelivery & { response: string | null }): Delivery {
  const response = parsedOrNull<DeliveryResponse>(row.response);
  if (response === null || 'error' in response) return toDelivery(row, response);
  return toDelivery(row, { ...response, ...cut(response, maxListedBodyLength) });
}

/** A delivery with its attempts, oldest first, and the long parts that are named in `include`. */
export function toDetail(
  row: ListedDelivery & { body: string },
  attempts: readonly AttemptRow[],
  include: readonly DeliveryPart[],
): DeliveryDetail {
  const shown = attempts.map((attempt) => toAttempt(attempt, include));
  return {
    ...toDelivery(row, shown.at(-1)?.response ?? null),
    ...(include.includes('body') && { body: row.body }),
    attempts: shown,
  };
}

function toAttempt(
  { number, started_at, response, request_headers }: AttemptRow,
  include: readonly DeliveryPart[],
): DeliveryDetail['attempts'][number] {
  const answer = parsed<DeliveryResponse>(response);
  return {
    number,
    startedAt: isoTime(started_at),
    ...(include.includes('requestHeaders') && { requestHeaders: parsedOrNull<Record<string, string>>(request_headers) }),
    errorClass: errorClassOf(answer),
    response: include.includes('response') ? answer : shortened(answer),
  };
}

/** Without headers, and with as much of the body as says why. */
function shortened(response: DeliveryResponse): ShownResponse {
  if ('error' in response) return response;
  return { status: response.status, ...cut(response, maxShortBodyLength), durationMs: response.durationMs };
}

function cut({ body, truncated }: { body: string; truncated: boolean }, maxLength: number): { body: string; truncated: boolean } {
  return body.length <= maxLength ? { body, truncated } : { body: body.slice(0, maxLength).toWellFormed(), truncated: true };
}

export function noDelivery(id: string): AppError {
  return new AppError('not_found', `There is no delivery ${id}.`, { hint: 'See webhook_deliveries_list.' });
}

export function underWay(id: string): AppError {
  return new AppError('attempt_in_progress', `An attempt at ${id} is under way.`, {
    hint: 'Look at it in some seconds; it may be delivered already.',
  });
}

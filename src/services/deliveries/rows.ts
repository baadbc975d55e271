import type { Selectable } from 'kysely';
import type { Delivery, DeliveryDetail, DeliveryResponse } from '../../../schema/deliveries.ts';
import type { AttemptRow, DeliveryRow } from '../../db/rows/deliveries.ts';
import { AppError } from '../../errors.ts';
import { errorClassOf } from '../../webhooks/post.ts';
import { isoTime, isoTimeOrNull, parsed, parsedOrNull } from '../common/wire.ts';

export type StoredDelivery = Selectable<DeliveryRow>;

/** All columns except the body and internal ones. */
export const listedColumns = [
  ...(['id', 'kind', 'status', 'event_id', 'event_type', 'article_id', 'url', 'method', 'test', 'attempt_count', 'max_attempts'] as const),
  ...([
    'next_attempt_at',
    'last_attempt_at',
    'delivered_at',
    'flagged',
    'acknowledged_at',
    'superseded_by',
    'attempts_made',
    'created_at',
  ] as const),
] as const;

export type ListedDelivery = Pick<StoredDelivery, (typeof listedColumns)[number]>;

/** How much of a receiver's answer a list shows, in characters; a single delivery shows all that was kept. */
const maxListedBodyLength = 500;

/** `response`: of the last attempt, as JSON. */
export function toDelivery(row: ListedDelivery, response: string | null): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    eventId: row.event_id,
    eventType: row.event_type,
    articleId: row.article_id,
    url: row.url,
    method: row.method,
    test: row.test === 1,
    attemptCount: row.attempt_count,
    maxAttempts: row.max_attempts,
    nextAttemptAt: isoTimeOrNull(row.next_attempt_at),
    lastAttemptAt: isoTimeOrNull(row.last_attempt_at),
    deliveredAt: isoTimeOrNull(row.delivered_at),
    flagged: row.flagged === 1,
    acknowledgedAt: isoTimeOrNull(row.acknowledged_at),
    supersededBy: row.superseded_by,
    response: parsedOrNull(response),
    createdAt: isoTime(row.created_at),
  };
}

/** A list row, with the receiver's answer shortened. */
export function toListed(row: ListedDelivery & { response: string | null }): Delivery {
  const delivery = toDelivery(row, row.response);
  const { response } = delivery;
  if (response === null || !('body' in response) || response.body.length <= maxListedBodyLength) return delivery;
  return { ...delivery, response: { ...response, body: response.body.slice(0, maxListedBodyLength).toWellFormed(), truncated: true } };
}

export function toAttempt({ number, started_at, response, request_headers }: AttemptRow): DeliveryDetail['attempts'][number] {
  const answer = parsed<DeliveryResponse>(response);
  return {
    number,
    startedAt: isoTime(started_at),
    requestHeaders: parsedOrNull(request_headers),
    errorClass: errorClassOf(answer),
    response: answer,
  };
}

export function noDelivery(id: string): AppError {
  return new AppError('not_found', `There is no delivery ${id}.`, { hint: 'See webhook_deliveries_list.' });
}

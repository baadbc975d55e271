import { z } from 'zod';
import { idOf, listOf, Paging } from '../schema/common.ts';
import { Delivery, DeliveryDetail, DeliveryPart, ReplayOfMany } from '../schema/deliveries.ts';
import { DeliveryFilter, ReplayFilter } from '../schema/delivery-filter.ts';
import { operation } from './operation.ts';

const DeliveryId = idOf('dlv').describe('The delivery (dlv_…).');

export const delivered: z.input<typeof Delivery> = {
  id: 'dlv_01997a3c5d2e7f10a4b8c6d2e4f60718',
  kind: 'event',
  status: 'delivered',
  eventId: 'evt_01997a3c5d2e7f10a4b8c6d2e4f60717',
  eventType: 'article.ready',
  articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718',
  articleVersion: null,
  url: 'https://hooks.example.com/copydesk',
  method: 'POST',
  test: false,
  attemptCount: 1,
  maxAttempts: 5,
  nextAttemptAt: null,
  lastAttemptAt: '2026-05-03T09:30:00.120Z',
  deliveredAt: '2026-05-03T09:30:00.180Z',
  flagged: false,
  acknowledgedAt: null,
  supersededBy: null,
  replayOf: null,
  response: { status: 204, body: '', truncated: false, durationMs: 60 },
  createdAt: '2026-05-03T09:30:00.100Z',
};

export const deliveries = [
  operation({
    name: 'webhook_deliveries_list',
    method: 'GET',
    path: '/webhook-deliveries',
    title: 'List webhook deliveries',
    description:
      "Lists deliveries, newest first, with the receiver's last response. Use it to see what did not arrive (undelivered); webhook_deliveries_get shows every attempt, webhook_deliveries_retry_many takes the same filters.",
    input: DeliveryFilter.extend({
      include: z.array(z.literal('response')).max(1).optional().describe('The response with headers and more of its body.'),
      ...Paging,
    }),
    output: listOf(Delivery),
    example: { input: { status: 'delivered' }, output: { data: [delivered], nextCursor: null } },
    handle: ({ deliveries }, input) => deliveries.list(input),
  }),
  operation({
    name: 'webhook_deliveries_get',
    method: 'GET',
    path: '/webhook-deliveries/{id}',
    title: 'Get one webhook delivery',
    description:
      'Returns a delivery with every attempt. Use it to find out why a receiver refused; webhook_deliveries_retry sends it again.',
    input: z.strictObject({
      id: DeliveryId,
      include: z.array(DeliveryPart).max(3).optional().describe('Long parts: body as sent, response with headers and whole body.'),
    }),
    output: DeliveryDetail,
    example: {
      input: { id: delivered.id, include: ['body', 'requestHeaders'] },
      output: {
        ...delivered,
        body: '{"id":"evt_01997a3c5d2e7f10a4b8c6d2e4f60717","type":"article.ready","createdAt":"2026-05-03T09:30:00.100Z","data":{}}',
        attempts: [
          {
            number: 1,
            startedAt: '2026-05-03T09:30:00.120Z',
            requestHeaders: {
              'Content-Type': 'application/json',
              'User-Agent': 'Service-Webhook/1.0',
              'X-Service-Signature': 't=1777800600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
              'X-Service-Event': 'article.ready',
              'X-Service-Delivery': delivered.id,
            },
            errorClass: null,
            response: delivered.response!,
          },
        ],
      },
    },
    handle: ({ deliveries }, { id, include }) => deliveries.get(id, include),
  }),
  operation({
    name: 'webhook_deliveries_retry',
    method: 'POST',
    path: '/webhook-deliveries/{id}/retry',
    status: 202,
    outward: true,
    errors: ['attempt_in_progress', 'integration_required'],
    title: 'Send a webhook delivery again',
    description:
      'Sends a delivery again, with the same id and body, signed anew. Use it once the receiver is mended; then webhook_deliveries_get. A publishing send that was replaced, or whose webhook is gone, goes to the present webhook as a new delivery (replayOf) of the article as last sent.',
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
    example: {
      input: { id: delivered.id },
      output: { ...delivered, status: 'pending', attemptCount: 0, nextAttemptAt: '2026-05-03T11:00:00.000Z', deliveredAt: null },
    },
    handle: ({ replays }, { id }) => replays.retry(id),
  }),
  operation({
    name: 'webhook_deliveries_retry_many',
    method: 'POST',
    path: '/webhook-deliveries/retry',
    status: 202,
    outward: true,
    title: 'Send many webhook deliveries again',
    description:
      'Sends again, oldest first, the deliveries that filters (at least one) or ids name. Use it after an outage with undelivered: first with dryRun, which counts and says what is left out, then without. jobs_get tells what was replayed and skipped.',
    input: ReplayFilter.extend({
      ids: z.array(idOf('dlv')).min(1).max(100).optional().describe('Exactly these (dlv_…), without filters.'),
      dryRun: z.boolean().optional().describe('Only count. Default false.'),
    }),
    output: ReplayOfMany,
    example: {
      input: { undelivered: true, since: '2026-05-03T00:00:00Z' },
      output: {
        dryRun: false,
        matched: 37,
        byStatus: { failed: 30, pending: 7, delivered: 0 },
        nextAttempts: { earliest: '2026-05-03T11:00:00.000Z', latest: '2026-05-03T12:30:00.000Z' },
        leftOut: { acknowledged: 1, superseded: 0, test: 0, untried: 0, attemptUnderWay: 0, endpointGone: 0, unknown: 0 },
        jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60723',
        status: 'queued',
      },
    },
    handle: ({ replaysOfMany }, input) => replaysOfMany.start(input),
  }),
  operation({
    name: 'webhook_deliveries_acknowledge',
    method: 'POST',
    path: '/webhook-deliveries/{id}/acknowledge',
    idempotent: true,
    errors: ['attempt_in_progress', 'conflict'],
    title: 'Acknowledge or cancel a delivery',
    description:
      'Takes the flag from a failed delivery, or cancels a pending one, which has failed then. Use it where nothing is to be sent any more; webhook_deliveries_retry still can.',
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
    example: {
      input: { id: delivered.id },
      output: {
        ...delivered,
        status: 'failed',
        attemptCount: 5,
        deliveredAt: null,
        acknowledgedAt: '2026-05-03T21:00:00.000Z',
        response: { error: { code: 'timeout', message: 'hooks.example.com did not answer within 10 s.' }, durationMs: 10_000 },
      },
    },
    handle: ({ deliveries }, { id }) => deliveries.acknowledge(id),
  }),
];

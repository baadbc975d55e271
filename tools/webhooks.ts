import { z } from 'zod';
import { listOf, Paging } from '../schema/common.ts';
import { Delivery, DeliveryDetail, DeliveryStatus } from '../schema/deliveries.ts';
import { RotatedSecret, SigningSecret } from '../schema/webhooks.ts';
import { operation } from './operation.ts';

const DeliveryId = z.string().describe('The delivery (dlv_…).');

const delivered: z.input<typeof Delivery> = {
  id: 'dlv_01997a3c5d2e7f10a4b8c6d2e4f60718',
  kind: 'event',
  status: 'delivered',
  eventId: 'evt_01997a3c5d2e7f10a4b8c6d2e4f60717',
  eventType: 'article.ready',
  articleId: null,
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
  response: { status: 204, headers: { date: 'Sun, 03 May 2026 09:30:00 GMT' }, body: '', truncated: false, durationMs: 60 },
  createdAt: '2026-05-03T09:30:00.100Z',
};

export const webhooks = [
  operation({
    name: 'webhook_secret_get',
    method: 'GET',
    path: '/webhook-secret',
    effect: 'write',
    scope: 'admin',
    idempotent: true,
    title: 'Get the webhook signing secret',
    description:
      'Returns the secret that signs event webhooks, making it on the first call; later calls return the same until it is rotated. Use it to set up a receiver, which verifies X-Service-Signature with it; webhook_secret_rotate replaces it.',
    input: z.strictObject({}),
    output: SigningSecret,
    example: { input: {}, output: { secret: 'whsec_EXAMPLE' } },
    handle: ({ signingSecrets }) => signingSecrets.get(),
  }),
  operation({
    name: 'webhook_secret_rotate',
    method: 'POST',
    path: '/webhook-secret/rotate',
    effect: 'destructive',
    scope: 'admin',
    title: 'Rotate the webhook signing secret',
    description:
      'Makes a new signing secret. Use it after a leak (with revokePrevious) or as a routine: deliveries made before are signed with the previous secret for a short window, so let receivers accept both until previousExpiresAt. webhook_secret_get shows it again.',
    input: z.strictObject({
      revokePrevious: z.boolean().optional().describe('End the previous secret at once instead of after the window. Default false.'),
    }),
    output: RotatedSecret,
    example: { input: {}, output: { secret: 'whsec_EXAMPLE', previousExpiresAt: '2026-05-03T10:30:00.000Z' } },
    handle: ({ signingSecrets }, input) => signingSecrets.rotate(input),
  }),
  operation({
    name: 'webhook_deliveries_list',
    method: 'GET',
    path: '/webhook-deliveries',
    title: 'List webhook deliveries',
    description:
      "Lists deliveries, newest first, with status and the receiver's last response. Use it to see what did not arrive (status=failed); then webhook_deliveries_get shows every attempt and webhook_deliveries_retry sends one again.",
    input: z.strictObject({ status: DeliveryStatus.optional().describe('Only these.'), ...Paging }),
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
      'Returns one delivery with the exact body sent and every attempt. Use it to find out why a receiver refused; webhook_deliveries_retry sends it again.',
    input: z.strictObject({ id: DeliveryId }),
    output: DeliveryDetail,
    example: {
      input: { id: delivered.id },
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
    handle: ({ deliveries }, { id }) => deliveries.get(id),
  }),
  operation({
    name: 'webhook_deliveries_retry',
    method: 'POST',
    path: '/webhook-deliveries/{id}/retry',
    status: 202,
    location: '/webhook-deliveries/{id}',
    outward: true,
    errors: ['attempt_in_progress'],
    title: 'Send a webhook delivery again',
    description:
      'Puts a past delivery back to pending, due now, with the same id and body and a fresh count of attempts, signed with the current secret. Use it once the receiver is mended; then watch webhook_deliveries_get.',
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
    example: {
      input: { id: delivered.id },
      output: { ...delivered, status: 'pending', attemptCount: 0, nextAttemptAt: '2026-05-03T11:00:00.000Z', deliveredAt: null },
    },
    handle: ({ replays }, { id }) => replays.retry(id),
  }),
];

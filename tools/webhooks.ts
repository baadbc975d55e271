import { z } from 'zod';
import { RotatedSecret, SigningSecret } from '../schema/webhooks.ts';
import { deliveries } from './deliveries.ts';
import { events } from './events.ts';
import { operation } from './operation.ts';

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
      'Returns the secret that signs event webhooks (signingSecret, while a new one waits). Use it to set up a receiver, which verifies X-Service-Signature with it (t=<seconds>,v1=<hex HMAC-SHA256 of “t.body”>); webhook_secret_rotate replaces it.',
    input: z.strictObject({}),
    output: SigningSecret,
    example: {
      input: {},
      output: { secret: 'whsec_EXAMPLE', activatesAt: null, signingSecret: 'whsec_EXAMPLE', previousExpiresAt: null },
    },
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
      'Makes a new signing secret. Use it after a leak (with revokePrevious), or as a routine with activateInMinutes, so that receivers get it before it signs. What is pending keeps the previous one until previousExpiresAt. webhook_secret_get shows it again.',
    input: z.strictObject({
      activateInMinutes: z.number().int().min(0).max(10_080).optional().describe('Minutes until it signs. Default 0.'),
      revokePrevious: z.boolean().optional().describe('End the previous one as soon as the new one signs. Default false.'),
    }),
    output: RotatedSecret,
    example: {
      input: { activateInMinutes: 60 },
      output: {
        secret: 'whsec_EXAMPLE',
        activatesAt: '2026-05-03T10:30:00.000Z',
        signingSecret: 'whsec_PREVIOUS',
        previousExpiresAt: '2026-05-03T11:30:00.000Z',
        pendingUnderPrevious: 2,
      },
    },
    handle: ({ signingSecrets }, input) => signingSecrets.rotate(input),
  }),
  ...deliveries,
  ...events,
];

import { z } from 'zod';
import { SigningSecret } from '../schema/webhooks.ts';
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
      'Returns the secret that signs event webhooks, making it on the first call; later calls return the same until it is rotated. Use it to set up a receiver, which verifies X-Service-Signature with it; webhook_secret_rotate replaces it.',
    input: z.strictObject({}),
    output: SigningSecret,
    example: { input: {}, output: { secret: 'whsec_EXAMPLE', previousExpiresAt: null } },
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
    output: SigningSecret,
    example: { input: {}, output: { secret: 'whsec_EXAMPLE', previousExpiresAt: '2026-05-03T10:30:00.000Z' } },
    handle: ({ signingSecrets }, input) => signingSecrets.rotate(input),
  }),
  ...deliveries,
  ...events,
];

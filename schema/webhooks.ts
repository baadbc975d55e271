import { z } from 'zod';
import { Timestamp } from './common.ts';

export const SigningSecret = z.object({
  secret: z.string().describe('The signing secret (whsec_…). Keep it as you keep an API key.'),
  activatesAt: Timestamp.nullable().describe('From then on it signs; null where it does already.'),
  signingSecret: z.string().describe('The secret that signs what is made now: the same, or until activatesAt the previous one.'),
  previousExpiresAt: Timestamp.nullable().describe(
    'Until then retries of what was made before may be signed with a previous secret: accept both. Later, take it out. Null: none.',
  ),
});

export const RotatedSecret = SigningSecret.extend({
  pendingUnderPrevious: z.number().int().describe('Deliveries that wait now for an attempt and were made under a previous secret.'),
});

export type RotatedSecret = z.infer<typeof RotatedSecret>;
export type SigningSecret = z.infer<typeof SigningSecret>;

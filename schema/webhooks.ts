import { z } from 'zod';
import { Timestamp } from './common.ts';

export const SigningSecret = z.object({
  secret: z.string().describe('The signing secret (whsec_…). Keep it as you keep an API key.'),
});

export const RotatedSecret = SigningSecret.extend({
  previousExpiresAt: Timestamp.nullable().describe(
    'Until then deliveries made before the rotation may still be signed with the previous secret; null where it was revoked at once.',
  ),
});

export type SigningSecret = z.infer<typeof SigningSecret>;
export type RotatedSecret = z.infer<typeof RotatedSecret>;

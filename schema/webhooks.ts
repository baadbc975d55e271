import { z } from 'zod';
import { Timestamp } from './common.ts';

export const SigningSecret = z.object({
  secret: z.string().describe('The signing secret (whsec_…). Keep it as you keep an API key.'),
  previousExpiresAt: Timestamp.nullable().describe(
    'Until then deliveries made before a rotation may still be signed with a previous secret: accept both. Null where none may.',
  ),
});

export type SigningSecret = z.infer<typeof SigningSecret>;

import { z } from 'zod';
import { Timestamp } from './common.ts';

const Capability = z.enum(['write', 'search', 'suggest', 'keyword-data', 'search-console', 'answer', 'mail', 'image', 'publish']);

export const Integration = z.object({
  provider: z.string().describe('The name of the provider.'),
  capabilities: z.array(Capability).describe('What it can do.'),
  configured: z.boolean().describe('Whether it can be used now.'),
  healthy: z.boolean().nullable().describe('Whether its last check succeeded; null where it was never checked.'),
  lastCheckedAt: Timestamp.nullable().describe('When it was last checked.'),
  lastError: z.string().nullable().describe('The exact reason the provider gave at the last check.'),
  howToConfigure: z.string().describe('What to do to use it.'),
});

export type Integration = z.infer<typeof Integration>;

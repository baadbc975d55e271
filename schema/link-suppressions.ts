import { z } from 'zod';
import { Paging, Timestamp } from './common.ts';

/** Longer than any address, so that a refusal can say what is wrong with it. */
const Entry = z.string().max(1000);
const maxEntries = 500;

export const SuppressionQuery = z.strictObject({
  address: z.string().max(1000).optional().describe('Only what forbids mail to this address.'),
  ...Paging,
});

export const SuppressionChanges = z.strictObject({
  add: z.array(Entry).max(maxEntries).optional().describe('Addresses, or @domain with all below it. Up to 500.'),
  remove: z.array(Entry).max(maxEntries).optional().describe('Those that may be written to again.'),
});

export const LinkSuppression = z
  .object({
    address: z.string().describe('As addresses are compared, or @domain.'),
    reason: z.string().describe('opt_out, bounce, or given by hand.'),
    createdAt: Timestamp.describe('Since when.'),
  })
  .describe('Who gets no mail from this desk.');

export const ChangedSuppressions = z.object({
  added: z.number().int().describe('How many are new.'),
  present: z.number().int().describe('How many were there before.'),
  removed: z.number().int().describe('How many were taken off.'),
  absent: z.number().int().describe('How many of those to remove were not there.'),
  stillSuppressed: z.array(z.string()).describe('Of those to remove: a domain above them still forbids mail.'),
});

export type SuppressionQuery = z.infer<typeof SuppressionQuery>;
export type SuppressionChanges = z.infer<typeof SuppressionChanges>;
export type LinkSuppression = z.infer<typeof LinkSuppression>;
export type ChangedSuppressions = z.infer<typeof ChangedSuppressions>;

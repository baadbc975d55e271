import { z } from 'zod';
import { Delivery, DeliveryStatus } from './deliveries.ts';
import { EventType } from './events.ts';
import { Period } from './period.ts';

/** Which deliveries are meant; an omitted field matches all. */
export const DeliveryFilter = z.strictObject({
  status: DeliveryStatus.optional().describe('Only these.'),
  eventType: EventType.optional().describe('Only events of this type.'),
  kind: Delivery.shape.kind.optional().describe('event: event webhooks; publish: the publishing webhook.'),
  url: z.string().max(2000).optional().describe('Exactly this receiver, as the deliveries show it.'),
  flagged: z.boolean().optional().describe('true: failed, and neither retried nor acknowledged since; false: all others.'),
  ...Period,
});

/** The same for replays, which pending deliveries do not need. */
export const ReplayFilter = DeliveryFilter.omit({ flagged: true }).extend({
  status: DeliveryStatus.exclude(['pending']).optional().describe('Default failed.'),
});

export type DeliveryFilter = z.infer<typeof DeliveryFilter>;
export type ReplayFilter = z.infer<typeof ReplayFilter>;

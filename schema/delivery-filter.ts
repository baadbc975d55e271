import { z } from 'zod';
import { idOf } from './common.ts';
import { Delivery, DeliveryStatus } from './deliveries.ts';
import { EventType } from './events.ts';
import { Period } from './period.ts';

/** Which deliveries are meant; an omitted field matches all. */
export const DeliveryFilter = z.strictObject({
  status: DeliveryStatus.optional().describe('Only these.'),
  eventType: EventType.optional().describe('Only this type.'),
  kind: Delivery.shape.kind.optional().describe('publish: the publishing webhook.'),
  url: z.string().max(2000).optional().describe('Exactly this receiver.'),
  articleId: idOf('art').optional().describe('Only about this article.'),
  undelivered: z.boolean().optional().describe('Failed and not acknowledged, or pending after a failure.'),
  flagged: z.boolean().optional().describe('Failed and not acknowledged.'),
  superseded: z.boolean().optional().describe('Replaced by a later send.'),
  ...Period,
});

/** The same for replays; what was superseded or acknowledged is not replayed. */
export const ReplayFilter = DeliveryFilter.omit({ flagged: true, superseded: true }).extend({
  status: DeliveryStatus.optional().describe('Default failed, without undelivered.'),
});

export type DeliveryFilter = z.infer<typeof DeliveryFilter>;
export type ReplayFilter = z.infer<typeof ReplayFilter>;

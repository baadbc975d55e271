import { z } from 'zod';
import { listOf, Paging, ProjectId } from '../schema/common.ts';
import { Delivery } from '../schema/deliveries.ts';
import { Event, eventDescriptions, eventExamples, EventType, EventTypeDescription } from '../schema/events.ts';
import { Period } from '../schema/period.ts';
import { delivered } from './deliveries.ts';
import { operation } from './operation.ts';

const [articleReady] = eventDescriptions.map(({ type, description, example }) => ({ type, description, example }));

export const events = [
  operation({
    name: 'webhook_test',
    method: 'POST',
    path: '/webhooks/test',
    status: 202,
    outward: true,
    errors: ['not_found', 'project_required', 'integration_required', 'https_required', 'address_refused'],
    title: 'Send a test event',
    description:
      'Sends an example event once, signed like any other and marked by the header X-Service-Test. Use it to try a receiver before real events come; webhook_deliveries_get tells what it answered.',
    input: z.strictObject({
      eventType: EventType.optional().describe('Default article.ready.'),
      url: z.string().optional().describe("Default: the project's eventWebhookUrl."),
      projectId: ProjectId,
    }),
    output: Delivery,
    example: {
      input: { eventType: 'article.ready' },
      output: {
        ...delivered,
        status: 'pending',
        articleId: null,
        test: true,
        attemptCount: 0,
        maxAttempts: 1,
        nextAttemptAt: delivered.createdAt,
        lastAttemptAt: null,
        deliveredAt: null,
        response: null,
      },
    },
    handle: ({ events }, input) => events.test(input),
  }),
  operation({
    name: 'events_list',
    method: 'GET',
    path: '/events',
    errors: ['not_found', 'project_required'],
    title: 'List events',
    description:
      'Lists what happened in a project, newest first, each event with its deliveries. Use it to catch up on what a receiver missed, or to see whether an event was sent; webhook_deliveries_get shows why one did not arrive.',
    input: z.strictObject({
      type: EventType.optional().describe('Only this type.'),
      ...Period,
      include: z.array(z.literal('data')).max(1).optional().describe('Also what each carries.'),
      projectId: ProjectId,
      ...Paging,
    }),
    output: listOf(Event),
    example: {
      input: { type: 'article.ready', include: ['data'] },
      output: {
        data: [
          {
            id: delivered.eventId!,
            type: 'article.ready',
            projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
            resourceId: eventExamples['article.ready'].articleId,
            createdAt: delivered.createdAt,
            data: eventExamples['article.ready'],
            deliveries: [{ id: delivered.id, status: delivered.status, url: delivered.url }],
          },
        ],
        nextCursor: null,
      },
    },
    handle: ({ events }, input) => events.list(input),
  }),
  operation({
    name: 'event_types_list',
    method: 'GET',
    path: '/event-types',
    title: 'List event types',
    description:
      'Lists the types of events, when each is sent and an example of its body. Use it to write a receiver, then try it with webhook_test.',
    input: z.strictObject({ ...Paging }),
    output: listOf(EventTypeDescription),
    example: { input: {}, output: { data: [articleReady!], nextCursor: null } },
    handle: ({ events }, input) => events.types(input),
  }),
];

import { z } from 'zod';
import { ProjectId } from '../schema/common.ts';
import { Delivery } from '../schema/deliveries.ts';
import { DeletedPublishingWebhook, NewPublishingWebhook, PublishingWebhook } from '../schema/publishing.ts';
import { operation } from './operation.ts';

const InProject = z.strictObject({ projectId: ProjectId });

const endpoint: z.input<typeof PublishingWebhook> = {
  id: 'pub_01997a3c5d2e7f10a4b8c6d2e4f60720',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  url: 'https://cms.example.com/articles',
  method: 'POST',
  secretToken: 'pwt_EXAMPLE',
  holdOnQualityGate: false,
  createdAt: '2026-05-03T09:00:00.000Z',
  updatedAt: '2026-05-03T09:00:00.000Z',
};

const testSend: z.input<typeof Delivery> = {
  id: 'dlv_01997a3c5d2e7f10a4b8c6d2e4f60721',
  kind: 'publish',
  status: 'pending',
  eventId: null,
  eventType: null,
  articleId: null,
  articleVersion: null,
  url: endpoint.url,
  method: 'POST',
  test: true,
  attemptCount: 0,
  maxAttempts: 1,
  nextAttemptAt: '2026-05-03T09:30:00.100Z',
  lastAttemptAt: null,
  deliveredAt: null,
  flagged: false,
  acknowledgedAt: null,
  supersededBy: null,
  replayOf: null,
  response: null,
  createdAt: '2026-05-03T09:30:00.100Z',
};

export const publishingWebhook = [
  operation({
    name: 'publishing_webhook_get',
    method: 'GET',
    path: '/publishing-webhook',
    scope: 'admin',
    errors: ['not_found', 'project_required'],
    title: 'Get the publishing webhook',
    description:
      'Returns where finished articles are sent, with the secret token. Use it to set up the receiver, which compares X-Webhook-Secret with it; publishing_webhook_test then sends a sample.',
    input: InProject,
    output: PublishingWebhook,
    example: { input: {}, output: endpoint },
    handle: ({ publishingEndpoints }, { projectId }) => publishingEndpoints.get(projectId),
  }),
  operation({
    name: 'publishing_webhook_set',
    method: 'PUT',
    path: '/publishing-webhook',
    effect: 'destructive',
    scope: 'admin',
    errors: ['not_found', 'project_required', 'https_required', 'address_refused'],
    title: 'Set the publishing webhook',
    description:
      'Sets where every finished article is sent, whole, as JSON. Use it to feed a CMS; then try it with publishing_webhook_test. What is left out takes its default. A new URL gets a new secret token. What already waits still goes to the old one.',
    input: NewPublishingWebhook,
    output: PublishingWebhook,
    example: { input: { url: endpoint.url }, output: endpoint },
    handle: ({ publishingEndpoints }, input) => publishingEndpoints.set(input),
  }),
  operation({
    name: 'publishing_webhook_delete',
    method: 'DELETE',
    path: '/publishing-webhook',
    scope: 'admin',
    errors: ['not_found', 'project_required'],
    title: 'Delete the publishing webhook',
    description:
      'Stops sending finished articles, ends the sends that wait, and forgets the token. Use it when the receiver is given up; publishing_webhook_set configures another.',
    input: InProject,
    output: DeletedPublishingWebhook,
    example: { input: {}, output: { id: endpoint.id, deleted: true, canceledDeliveries: 0 } },
    handle: ({ publishing }, { projectId }) => publishing.deleteWebhook(projectId),
  }),
  operation({
    name: 'publishing_webhook_rotate',
    method: 'POST',
    path: '/publishing-webhook/rotate',
    effect: 'destructive',
    scope: 'admin',
    errors: ['not_found', 'project_required'],
    title: "Rotate the publishing webhook's token",
    description:
      'Makes a new secret token, which every later attempt carries. Use it after a leak or as a routine: let the receiver take both meanwhile. publishing_webhook_get shows it again.',
    input: InProject,
    output: PublishingWebhook,
    example: { input: {}, output: { ...endpoint, updatedAt: '2026-05-03T10:30:00.000Z' } },
    handle: ({ publishingEndpoints }, { projectId }) => publishingEndpoints.rotate(projectId),
  }),
  operation({
    name: 'publishing_webhook_test',
    method: 'POST',
    path: '/publishing-webhook/test',
    status: 202,
    outward: true,
    errors: ['not_found', 'project_required', 'integration_required'],
    title: 'Send a sample article',
    description:
      'Sends a sample article to the publishing webhook once, shaped like a real one and marked by the header X-Service-Test. Use it after publishing_webhook_set; webhook_deliveries_get tells what it answered.',
    input: InProject,
    output: Delivery,
    example: { input: {}, output: testSend },
    handle: ({ publishing }, { projectId }) => publishing.test(projectId),
  }),
];

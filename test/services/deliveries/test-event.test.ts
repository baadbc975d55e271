import { describe, expect, test } from 'vitest';
import type { Delivery, DeliveryDetail } from '../../../schema/deliveries.ts';
import { eventDescriptions, eventTypes } from '../../../schema/events.ts';
import { verifySignature } from '../../../src/webhooks/verify.ts';
import { startReceiver, type Arrival } from '../../support/receiver.ts';
import { deletedMeanwhile } from '../../support/stored-deliveries.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { callRest } from '../../support/wire-clients.ts';

const send = async ({ desk }: TestApp, input: Record<string, unknown> = {}) => (await desk.call('webhook_test', input)) as Delivery;

async function isSigned({ desk, now }: TestApp, { headers, body }: Arrival): Promise<boolean> {
  const { secret } = (await desk.call('webhook_secret_get')) as { secret: string };
  return verifySignature({ header: headers['x-service-signature'] as string, body, secret, now: now() }).ok;
}

test.each(eventTypes)('a test of %s is an example of it, signed and marked', async (eventType) => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const delivery = await send(app, { eventType, url: receiver.url });
  await app.desk.runDue();
  const [arrival] = receiver.arrivals;
  expect(arrival!.headers).toMatchObject({
    'x-service-test': 'true',
    'x-service-event': eventType,
    'x-service-delivery': delivery.id,
  });
  const { schema, example } = eventDescriptions.find(({ type }) => type === eventType)!;
  expect(schema.parse(JSON.parse(arrival!.body))).toEqual({
    ...example,
    id: delivery.eventId,
    createdAt: new Date(app.now()).toISOString(),
  });
  expect(await isSigned(app, arrival!)).toBe(true);
});

test('every test is an event of its own', async () => {
  const app = await createTestApp();
  const { url } = await startReceiver();
  const [first, second] = [await send(app, { url }), await send(app, { url })];
  expect(first.eventId).not.toBe(second.eventId);
});

test('it answers 202 with the delivery, which shows the result', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver(500);
  const { url } = await app.desk.listen({ port: 0 });
  const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'write' });
  const { status, headers, body } = await callRest(url, key, 'webhook_test', { url: receiver.url });
  const { id } = body as Delivery;
  expect(status).toBe(202);
  // There is no job to follow: the answer is the delivery itself.
  expect(headers.get('location')).toBeNull();
  expect(body).toMatchObject({
    kind: 'event',
    status: 'pending',
    eventType: 'article.ready',
    test: true,
    url: receiver.url,
    response: null,
  });
  await app.desk.runDue();
  const detail = (await app.desk.call('webhook_deliveries_get', { id, include: ['requestHeaders'] })) as DeliveryDetail;
  expect(detail).toMatchObject({ status: 'failed', flagged: false, test: true, attemptCount: 1, response: { status: 500 } });
  expect(detail.attempts[0]!.requestHeaders).toMatchObject({ 'X-Service-Test': 'true' });
});

test('it is sent once, unless somebody asks for it again', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver(500);
  const { id } = await send(app, { url: receiver.url });
  await app.advance(24 * 3_600_000);
  expect(receiver.arrivals).toHaveLength(1);
  await app.desk.call('webhook_deliveries_retry', { id });
  await app.advance(24 * 3_600_000);
  expect(receiver.arrivals.map(({ headers }) => headers['x-service-delivery'])).toEqual([id, id]);
});

test('a project deleted while the test waits for its turn is reported as gone', async () => {
  const app = await createTestApp();
  const { url } = await startReceiver();
  const { id } = (await app.desk.call('projects_create', { name: 'Blog' })) as { id: string };
  const sending = deletedMeanwhile(app, id, () => send(app, { projectId: id, url }));
  await expect(sending).rejects.toMatchObject({ code: 'not_found' });
});

test('it is not in the list of events', async () => {
  const app = await createTestApp();
  await send(app, { url: (await startReceiver()).url });
  expect(await app.desk.call('events_list')).toMatchObject({ data: [] });
});

describe('without a url', () => {
  test("it goes to the project's receiver of events", async () => {
    const app = await createTestApp();
    const receiver = await startReceiver();
    const [project] = ((await app.desk.call('projects_list')) as { data: { id: string }[] }).data;
    await app.desk.call('projects_update', { id: project!.id, eventWebhookUrl: receiver.url });
    await send(app);
    await app.desk.runDue();
    expect(receiver.arrivals.length).toBe(1);
  });

  test('and without one there it is refused, with what to do', async () => {
    await expect(send(await createTestApp())).rejects.toMatchObject({
      code: 'integration_required',
      hint: expect.stringContaining('projects_update'),
    });
  });
});

test.each([
  ['http://hooks.example.com/', 'https_required'],
  ['https://10.0.0.7/', 'address_refused'],
  ['https://169.254.169.254/', 'address_refused'],
  ['https://user:secret@hooks.example.com/', 'invalid_input'],
  ['nonsense', 'invalid_input'],
])('in production %s is refused as %s', async (url, code) => {
  const app = await createTestApp({ host: '0.0.0.0' });
  await expect(send(app, { url })).rejects.toMatchObject({ code, errors: [{ pointer: '/url' }] });
  expect(await app.desk.call('webhook_deliveries_list')).toMatchObject({ data: [] });
});

import { describe, expect, test } from 'vitest';
import type { Delivery, DeliveryDetail } from '../../../schema/deliveries.ts';
import type { RotatedSecret } from '../../../schema/webhooks.ts';
import { AppError } from '../../../src/errors.ts';
import { verifySignature } from '../../../src/webhooks/verify.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { startOfTests } from '../../support/clock.ts';
import { addManual } from '../../support/documents.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A desk that has written one article whose event is due at the receiver. */
async function writeOne(receiver: Receiver): Promise<{ app: TestApp; articleId: string }> {
  const app = await createTestApp({ publicUrl: 'https://desk.example' });
  await addManual(app.desk);
  const article = (await app.desk.call('articles_create', {
    keyword: 'connection pool',
    targetWordCount: 250,
    webhookUrl: receiver.url,
  })) as { id: string };
  await app.desk.runDue();
  return { app, articleId: article.id };
}

const onlyDelivery = async ({ desk }: TestApp) => ((await desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data[0]!;
const detail = async (app: TestApp) =>
  (await app.desk.call('webhook_deliveries_get', {
    id: (await onlyDelivery(app)).id,
    include: ['body', 'response', 'requestHeaders'],
  })) as DeliveryDetail;
const secretOf = async ({ desk }: TestApp) => ((await desk.call('webhook_secret_get')) as { secret: string }).secret;

test('article.ready arrives signed, with the headers and the data of the contract', async () => {
  const receiver = await startReceiver();
  const { app, articleId } = await writeOne(receiver);
  const [arrival] = receiver.arrivals;
  const delivery = await onlyDelivery(app);
  expect(arrival).toMatchObject({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-service-event': 'article.ready',
      'x-service-delivery': delivery.id,
    },
  });
  const header = arrival!.headers['x-service-signature'] as string;
  expect(verifySignature({ header, body: arrival!.body, secret: await secretOf(app), now: app.now() })).toEqual({ ok: true });
  const article = (await app.desk.call('articles_get', { id: articleId })) as { title: string; wordCount: number };
  expect(JSON.parse(arrival!.body)).toEqual({
    id: delivery.eventId,
    type: 'article.ready',
    createdAt: new Date(startOfTests).toISOString(),
    data: {
      articleId,
      keyword: 'connection pool',
      title: article.title,
      wordCount: article.wordCount,
      url: `https://desk.example/api/v1/articles/${articleId}`,
    },
  });
  expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 1, flagged: false, nextAttemptAt: null, response: { status: 204 } });
});

test('a receiver that never answers 2xx is tried five times, at the published instants', async () => {
  const receiver = await startReceiver(500);
  const { app } = await writeOne(receiver);
  const delays = [minute, 5 * minute, 30 * minute, 2 * hour];
  for (const [index, delay] of delays.entries()) {
    expect(await onlyDelivery(app)).toMatchObject({
      status: 'pending',
      attemptCount: index + 1,
      nextAttemptAt: new Date(app.now() + delay).toISOString(),
    });
    await app.advance(delay - 1);
    expect(receiver.arrivals.length).toBe(index + 1);
    await app.advance(1);
    expect(receiver.arrivals.length).toBe(index + 2);
  }
  expect(await onlyDelivery(app)).toMatchObject({
    status: 'failed',
    attemptCount: 5,
    flagged: true,
    nextAttemptAt: null,
    response: { status: 500 },
  });
  await app.advance(24 * hour);
  expect(receiver.arrivals.length).toBe(5);
});

test('every attempt has the same body and delivery id, and a fresh timestamp', async () => {
  const receiver = await startReceiver(503);
  const { app } = await writeOne(receiver);
  await app.advance(minute);
  const [first, second] = receiver.arrivals;
  expect(second!.body).toBe(first!.body);
  expect(second!.headers['x-service-delivery']).toBe(first!.headers['x-service-delivery']);
  const seconds = (header: unknown) => Number(/t=(\d+)/.exec(String(header))![1]);
  expect(seconds(second!.headers['x-service-signature']) - seconds(first!.headers['x-service-signature'])).toBe(60);
});

test('a replayed delivery keeps its id and body and gets a fresh count of attempts', async () => {
  const receiver = await startReceiver(500);
  const { app } = await writeOne(receiver);
  for (const delay of [minute, 5 * minute, 30 * minute, 2 * hour]) await app.advance(delay);
  const failed = await detail(app);
  expect(failed.status).toBe('failed');
  receiver.answer = { status: 200, body: 'thanks' };
  expect(await app.desk.call('webhook_deliveries_retry', { id: failed.id })).toMatchObject({
    id: failed.id,
    status: 'pending',
    attemptCount: 0,
    flagged: false,
  });
  await app.desk.runDue();
  const replayed = await detail(app);
  expect(replayed).toMatchObject({
    id: failed.id,
    body: failed.body,
    status: 'delivered',
    attemptCount: 1,
    response: { status: 200, body: 'thanks' },
  });
  expect(replayed.attempts.map((attempt) => attempt.number)).toEqual([1, 2, 3, 4, 5, 6]);
});

describe('Retry-After', () => {
  test.each([
    [429, '600', 10 * minute],
    [503, '5', minute],
    [503, '999999', 6 * hour],
    [500, '600', minute],
  ])('on %d with %s the next attempt waits %d ms', async (status, header, wait) => {
    const receiver = await startReceiver();
    receiver.answer = { status, headers: { 'retry-after': header } };
    const { app } = await writeOne(receiver);
    expect((await onlyDelivery(app)).nextAttemptAt).toBe(new Date(app.now() + wait).toISOString());
  });
});

test('a redirect is a failed attempt and is not followed', async () => {
  const elsewhere = await startReceiver();
  const receiver = await startReceiver();
  receiver.answer = { status: 307, headers: { location: elsewhere.url } };
  const { app } = await writeOne(receiver);
  expect(elsewhere.arrivals).toEqual([]);
  expect(await onlyDelivery(app)).toMatchObject({ status: 'pending', response: { status: 307 } });
});

test('a long answer is kept up to 16 KiB and marked as cut', async () => {
  const receiver = await startReceiver();
  receiver.answer = { status: 200, body: 'x'.repeat(40_000) };
  const { app } = await writeOne(receiver);
  const { response, status } = await detail(app);
  expect(status).toBe('delivered');
  expect(response).toMatchObject({ truncated: true, body: 'x'.repeat(16 * 1024) });
  const listed = (await app.desk.call('webhook_deliveries_list', { include: ['response'] })) as { data: Delivery[] };
  expect(listed.data[0]!.response).toMatchObject({ truncated: true, body: 'x'.repeat(500) });
});

test('a receiver that is not there is an error on the record, in words', async () => {
  const receiver = await startReceiver();
  const app = await createTestApp();
  await addManual(app.desk);
  const nobody = receiver.url.replace(/:\d+/, ':1');
  await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl: nobody });
  await app.desk.runDue();
  expect(await onlyDelivery(app)).toMatchObject({
    status: 'pending',
    response: { error: { code: 'connect', message: expect.stringContaining('refused') } },
  });
});

test('a delivery that is being attempted cannot be replayed', async () => {
  const receiver = await startReceiver();
  let during: unknown;
  const app = await createTestApp({
    async request() {
      during = await app.desk.call('webhook_deliveries_retry', { id: (await onlyDelivery(app)).id }).catch((error: unknown) => error);
      return { url: receiver.url, status: 204, headers: {}, body: Buffer.from(''), truncated: false, durationMs: 1 };
    },
  });
  await addManual(app.desk);
  await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl: receiver.url });
  await app.desk.runDue();
  expect(during).toBeInstanceOf(AppError);
  expect(during).toMatchObject({ code: 'attempt_in_progress' });
});

test('an unknown delivery and a foreign cursor are refused by name', async () => {
  const { desk } = await createTestApp();
  await expect(desk.call('webhook_deliveries_retry', { id: 'dlv_none' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(desk.call('webhook_deliveries_list', { cursor: 'nonsense' })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/cursor' }],
  });
});

describe('after a rotation', () => {
  test('a delivery made before it is signed with the previous secret for an hour, then with the current one', async () => {
    const receiver = await startReceiver(500);
    const { app } = await writeOne(receiver);
    const before = await secretOf(app);
    await app.desk.call('webhook_secret_rotate');
    const after = await secretOf(app);
    const signer = () => {
      const { body, headers } = receiver.arrivals.at(-1)!;
      const header = headers['x-service-signature'] as string;
      return [before, after].find((secret) => verifySignature({ header, body, secret, now: app.now() }).ok);
    };
    await app.advance(minute);
    expect(signer()).toBe(before);
    await app.advance(5 * minute);
    await app.advance(30 * minute);
    expect(signer()).toBe(before);
    await app.advance(2 * hour);
    expect(signer()).toBe(after);
  });

  test('revokePrevious ends the previous secret at once', async () => {
    const receiver = await startReceiver(500);
    const { app } = await writeOne(receiver);
    expect(await app.desk.call('webhook_secret_rotate', { revokePrevious: true })).toMatchObject({ previousExpiresAt: null });
    await app.advance(minute);
    const { body, headers } = receiver.arrivals.at(-1)!;
    const header = headers['x-service-signature'] as string;
    expect(verifySignature({ header, body, secret: await secretOf(app), now: app.now() })).toEqual({ ok: true });
  });

  test('a replay is signed with the current secret', async () => {
    const receiver = await startReceiver();
    const { app } = await writeOne(receiver);
    await app.desk.call('webhook_secret_rotate');
    await app.desk.call('webhook_deliveries_retry', { id: (await onlyDelivery(app)).id });
    await app.desk.runDue();
    const { body, headers } = receiver.arrivals.at(-1)!;
    const header = headers['x-service-signature'] as string;
    expect(verifySignature({ header, body, secret: await secretOf(app), now: app.now() })).toEqual({ ok: true });
  });

  test('the secret is made once and stays the same until it is rotated', async () => {
    const { desk } = await createTestApp();
    const [first, second] = await Promise.all([desk.call('webhook_secret_get'), desk.call('webhook_secret_get')]);
    expect(first).toEqual(second);
    const rotated = (await desk.call('webhook_secret_rotate')) as RotatedSecret;
    expect(rotated).toMatchObject({ previousExpiresAt: new Date(startOfTests + hour).toISOString() });
    const { pendingUnderPrevious: _, ...shown } = rotated;
    expect(await desk.call('webhook_secret_get')).toEqual(shown);
  });
});

test('without a webhookUrl the event goes to the project, and without one there it is only recorded', async () => {
  const receiver = await startReceiver();
  const app = await createTestApp();
  const { projectId } = await addManual(app.desk);
  await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
  await app.desk.runDue();
  expect(await app.desk.call('webhook_deliveries_list')).toMatchObject({ data: [] });
  await app.desk.call('projects_update', { id: projectId, eventWebhookUrl: receiver.url });
  await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
  await app.desk.runDue();
  expect(receiver.arrivals.length).toBe(1);
});

test('in production a receiver must be https and public', async () => {
  const { desk } = await createTestApp({ host: '0.0.0.0' });
  await addManual(desk);
  const ask = (webhookUrl: string) => desk.call('articles_create', { keyword: 'connection pool', webhookUrl });
  await expect(ask('http://hooks.example.com/')).rejects.toMatchObject({ code: 'https_required', errors: [{ pointer: '/webhookUrl' }] });
  await expect(ask('https://169.254.169.254/')).rejects.toMatchObject({ code: 'address_refused' });
  await expect(ask('https://10.0.0.7/')).rejects.toMatchObject({ code: 'address_refused' });
  await expect(ask('https://user:secret@hooks.example.com/')).rejects.toMatchObject({ code: 'invalid_input' });
});

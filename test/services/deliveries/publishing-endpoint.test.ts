import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../schema/deliveries.ts';
import type { DeletedPublishingWebhook, PublishingWebhook } from '../../../schema/publishing.ts';
import { addManual } from '../../support/documents.ts';
import { lastSend, sendsOf, startPublisher, writeArticle } from '../../support/publishing.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { callRest, connectMcp } from '../../support/wire-clients.ts';

const minute = 60_000;
const hour = 60 * minute;

const get = async ({ desk }: TestApp) => (await desk.call('publishing_webhook_get')) as PublishingWebhook;
const set = async ({ desk }: TestApp, input: Record<string, unknown>) =>
  (await desk.call('publishing_webhook_set', input)) as PublishingWebhook;
const remove = async ({ desk }: TestApp, input = {}) => (await desk.call('publishing_webhook_delete', input)) as DeletedPublishingWebhook;
const tokensAt = ({ arrivals }: Receiver) => arrivals.map(({ headers }) => headers['x-webhook-secret']);

describe('the configuration', () => {
  test('defaults to POST without a gate, gets a token, and can be read back', async () => {
    const { app, endpoint, receiver } = await startPublisher();
    const at = new Date(app.now()).toISOString();
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^pub_/),
      projectId: expect.stringMatching(/^prj_/),
      url: receiver.url,
      method: 'POST',
      secretToken: expect.stringMatching(/^pwt_[\w-]{43}$/),
      holdOnQualityGate: false,
      createdAt: at,
      updatedAt: at,
    });
    expect(await get(app)).toEqual(endpoint);
  });

  test('with the same URL keeps the token and replaces the rest, by defaults where nothing is given', async () => {
    const { app, endpoint } = await startPublisher();
    await app.advance(minute);
    const updatedAt = new Date(app.now()).toISOString();
    const { url } = endpoint;
    const changes = { method: 'PUT', holdOnQualityGate: true };
    expect(await set(app, { url, ...changes })).toEqual({ ...endpoint, ...changes, updatedAt });
    expect(await set(app, { url })).toEqual({ ...endpoint, updatedAt });
  });

  test('with a new URL gets a new token, also where the URL was in use before', async () => {
    const { app, endpoint } = await startPublisher();
    const second = await set(app, { url: `${endpoint.url}/second` });
    const third = await set(app, { url: endpoint.url });
    expect(new Set([endpoint, second, third].map(({ secretToken }) => secretToken)).size).toBe(3);
    expect(await get(app)).toEqual(third);
  });

  test('belongs to one project', async () => {
    const { app, endpoint } = await startPublisher();
    const { id } = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
    await expect(app.desk.call('publishing_webhook_get', { projectId: id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.desk.call('publishing_webhook_get')).rejects.toMatchObject({ code: 'project_required' });
    expect(await app.desk.call('publishing_webhook_get', { projectId: endpoint.projectId })).toEqual(endpoint);
  });

  test.each([
    ['get', 'not_found'],
    ['delete', 'not_found'],
    ['rotate', 'not_found'],
    ['test', 'integration_required'],
  ])('without a configuration, %s says how to make one', async (verb, code) => {
    const { desk } = await createTestApp();
    await expect(desk.call(`publishing_webhook_${verb}`)).rejects.toMatchObject({
      code,
      hint: expect.stringContaining('publishing_webhook_set'),
    });
  });

  test('refuses what could never be dialled, and stays as it was', async () => {
    const { app, endpoint } = await startPublisher();
    for (const url of [
      'nonsense',
      'ftp://cms.example.com/',
      'https://user:secret@cms.example.com/',
      `https://cms.example.com/${'a'.repeat(2000)}`,
    ])
      await expect(set(app, { url })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/url' }] });
    await expect(set(app, { url: endpoint.url, method: 'PATCH' })).rejects.toMatchObject({ errors: [{ pointer: '/method' }] });
    expect(await get(app)).toEqual(endpoint);
  });

  test('must be https and public in production', async () => {
    const app = await createTestApp({ host: '0.0.0.0' });
    await expect(set(app, { url: 'http://cms.example.com/' })).rejects.toMatchObject({
      code: 'https_required',
      errors: [{ pointer: '/url' }],
    });
    await expect(set(app, { url: 'https://169.254.169.254/' })).rejects.toMatchObject({ code: 'address_refused' });
    await expect(set(app, { url: 'https://10.0.0.7/' })).rejects.toMatchObject({ code: 'address_refused' });
    expect(await set(app, { url: 'https://cms.example.com/' })).toMatchObject({ url: 'https://cms.example.com/' });
  });

  test('is for admins alone, but testing and publishing are not', async () => {
    const { app } = await startPublisher();
    const { url } = await app.desk.listen({ port: 0 });
    const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'write' });
    for (const verb of ['get', 'set', 'delete', 'rotate'])
      expect(await callRest(url, key, `publishing_webhook_${verb}`, verb === 'set' ? { url } : {})).toMatchObject({ status: 403 });
    expect(await callRest(url, key, 'publishing_webhook_test')).toMatchObject({ status: 202 });
  });

  test('is not shown by a desk that only reads', async () => {
    const { desk } = await createTestApp({ readOnly: true });
    const names = desk.groups.flatMap((group) => group.operations.map(({ name }) => name));
    expect(names.filter((name) => name.startsWith('publishing_'))).toEqual([]);
  });
});

describe('a send that waits', () => {
  test('still goes to the URL, by the method and with the token of the endpoint it was made for', async () => {
    const { app, receiver: old, endpoint, write } = await startPublisher({ method: 'PUT' }, { status: 500 });
    const current = await startReceiver();
    await write();
    const { secretToken } = await set(app, { url: current.url });
    await app.advance(minute);
    expect(old.arrivals.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
    expect(tokensAt(old)).toEqual([endpoint.secretToken, endpoint.secretToken]);
    expect(current.arrivals).toEqual([]);
    await write();
    expect(tokensAt(current)).toEqual([secretToken]);
  });

  test('goes there also when it is replayed long after', async () => {
    const { app, receiver: old, endpoint, write } = await startPublisher();
    await write();
    await set(app, { url: (await startReceiver()).url });
    await app.advance(24 * hour);
    await app.desk.call('webhook_deliveries_retry', { id: (await lastSend(app)).id });
    await app.desk.runDue();
    expect(tokensAt(old)).toEqual([endpoint.secretToken, endpoint.secretToken]);
  });

  test('carries the new token after a rotation, as does all that is made later', async () => {
    const { app, receiver, endpoint, write } = await startPublisher({}, { status: 500 });
    await write();
    const rotated = (await app.desk.call('publishing_webhook_rotate')) as PublishingWebhook;
    expect(rotated).toEqual({ ...endpoint, secretToken: rotated.secretToken });
    expect(rotated.secretToken).not.toBe(endpoint.secretToken);
    expect(await get(app)).toEqual(rotated);
    await app.advance(minute);
    await write();
    expect(tokensAt(receiver)).toEqual([endpoint.secretToken, rotated.secretToken, rotated.secretToken]);
  });
});

describe('deleting it', () => {
  test('ends waiting sends, at former URLs too, and nothing more is sent', async () => {
    const { app, receiver, write } = await startPublisher({}, { status: 500 });
    await write();
    const other = await startReceiver(500);
    const { id } = await set(app, { url: other.url });
    await write();
    expect(await remove(app)).toEqual({ id, deleted: true, canceledDeliveries: 2 });
    const acknowledgedAt = new Date(app.now()).toISOString();
    for (const send of await sendsOf(app))
      expect(send).toMatchObject({ status: 'failed', flagged: false, acknowledgedAt, nextAttemptAt: null, attemptCount: 1 });
    await app.advance(24 * hour);
    expect([receiver.arrivals.length, other.arrivals.length]).toEqual([1, 1]);
    await write();
    expect([receiver.arrivals.length, other.arrivals.length]).toEqual([1, 1]);
    await expect(get(app)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('leaves delivered sends, other projects’ sends, and events as they are', async () => {
    const { app, receiver, endpoint, write } = await startPublisher();
    await write();
    receiver.answer = { status: 500 };
    await write({ webhookUrl: receiver.url });
    const other = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
    await app.desk.call('publishing_webhook_set', { projectId: other.id, url: receiver.url });
    await app.desk.call('publishing_webhook_test', { projectId: other.id });
    await app.desk.runDue();
    expect(await remove(app, { projectId: endpoint.projectId })).toMatchObject({ canceledDeliveries: 1 });
    const { data } = (await app.desk.call('webhook_deliveries_list')) as { data: Delivery[] };
    expect(data.map(({ kind, test: isTest, status }) => [kind, isTest, status])).toEqual(
      expect.arrayContaining([
        ['publish', false, 'delivered'],
        ['publish', false, 'failed'],
        ['publish', true, 'failed'],
        ['event', false, 'pending'],
      ]),
    );
    expect(data).toHaveLength(4);
  });

  test('lets another be configured, with a token of its own', async () => {
    const { app, endpoint, receiver, write } = await startPublisher();
    await remove(app);
    const { id, secretToken } = await set(app, { url: receiver.url });
    expect(id).not.toBe(endpoint.id);
    await write();
    expect(tokensAt(receiver)).toEqual([secretToken]);
  });
});

test('deleting the project ends its waiting sends, and removes them', async () => {
  const { app, receiver, endpoint, write } = await startPublisher({}, { status: 500 });
  await write();
  await app.desk.call('projects_create', { name: 'Another' });
  await app.desk.call('projects_delete', { id: endpoint.projectId, confirm: 'Default' });
  expect(await app.desk.call('webhook_deliveries_list')).toMatchObject({ data: [] });
  await app.advance(24 * hour);
  expect(receiver.arrivals).toHaveLength(1);
});

describe('the token', () => {
  test('is nowhere in what the desk keeps or shows of a send, even if the receiver echoes it', async () => {
    const { app, receiver, endpoint, write } = await startPublisher();
    receiver.answer = { status: 500, headers: { 'x-echo': endpoint.secretToken }, body: `{"you sent":"${endpoint.secretToken}"}` };
    await write();
    const send = await lastSend(app);
    expect(send.attempts[0]).toMatchObject({
      requestHeaders: { 'X-Webhook-Secret': '[not shown]' },
      response: { headers: { 'x-echo': '[not shown]' }, body: '{"you sent":"[not shown]"}' },
    });
    expect(JSON.stringify([send, await sendsOf(app)])).not.toContain(endpoint.secretToken);
  });

  test.each([
    ['before its last letter', 46, ''],
    ['in its middle', 20, ''],
    ['but not with the letters that every token begins with', 3, 'pwt'],
  ])('is removed from a body that echoes it and is cut within it, %s', async (_, length, kept) => {
    const { app, receiver, endpoint, write } = await startPublisher();
    const before = 'x'.repeat(16 * 1024 - length);
    receiver.answer = { status: 500, body: `${before}${endpoint.secretToken} and more` };
    await write();
    expect((await lastSend(app)).response).toMatchObject({ truncated: true, body: before + kept });
  });

  test('that cannot be read lets the send wait without using up an attempt, and a rotation lets it go on', async () => {
    const { app, receiver, write } = await startPublisher({}, { status: 500 });
    await write();
    await app.desk.close();
    rmSync(join(app.home, 'copydesk.key'));
    let now = app.now() + minute;
    const later = await createTestApp({ home: app.home, now: () => now });
    await later.desk.runDue();
    expect(await lastSend(later)).toMatchObject({ status: 'pending', attemptCount: 1 });
    await expect(get(later)).rejects.toMatchObject({ code: 'unavailable', hint: expect.stringContaining('overview_get') });
    const { secretToken } = (await later.desk.call('publishing_webhook_rotate')) as PublishingWebhook;
    now += 5 * minute;
    await later.desk.runDue();
    expect(tokensAt(receiver).at(-1)).toBe(secretToken);
  });

  test('is shown over MCP as over REST', async () => {
    const { app, endpoint } = await startPublisher();
    const { url } = await app.desk.listen({ port: 0 });
    const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'admin' });
    const client = await connectMcp(url, key);
    const result = await client.callTool({ name: 'publishing_webhook_get', arguments: {} });
    expect(result.structuredContent).toEqual(endpoint);
    expect((await callRest(url, key, 'publishing_webhook_get')).body).toEqual(endpoint);
    await client.close();
  });
});

test('what was configured in development is refused in production, on the record', async () => {
  const receiver = await startReceiver();
  const app = await createTestApp();
  await addManual(app.desk);
  await set(app, { url: receiver.url });
  await app.desk.close();
  const production = await createTestApp({
    home: app.home,
    host: '0.0.0.0',
    id: (prefix) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`,
  });
  await writeArticle(production);
  expect(await lastSend(production)).toMatchObject({ status: 'pending', response: { error: { code: 'https_required' } } });
  expect(receiver.arrivals).toEqual([]);
});

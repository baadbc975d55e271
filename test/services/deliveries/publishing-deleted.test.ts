import { describe, expect, test, vi } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import type { DeliveryDetail } from '../../../schema/deliveries.ts';
import type { DeletedPublishingWebhook, PublishingWebhook } from '../../../schema/publishing.ts';
import { putWork } from '../../../src/queue/work.ts';
import { lastSend, startPublisher, type Publisher } from '../../support/publishing.ts';
import { startReceiver } from '../../support/receiver.ts';
import { rowsOf } from '../../support/rows.ts';
import { openTestStore } from '../../support/store.ts';
import { deletedMeanwhile } from '../../support/stored-deliveries.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const retry = ({ desk }: TestApp, id: string) => desk.call('webhook_deliveries_retry', { id });

const tokensKept = async ({ home }: TestApp) =>
  (await rowsOf(home).all<{ token: string }>('publishing_endpoints')).map(({ token }) => token);

/** Has the send waiting again, as an earlier version let it. */
async function setWaiting({ home }: TestApp, { id, url }: DeliveryDetail): Promise<void> {
  const rows = rowsOf(home);
  await rows.update('deliveries', { status: 'pending', attempt_count: 0, next_attempt_at: 0 }, { id });
  const work = { kind: 'webhook.deliver', key: id, payload: { deliveryId: id }, lane: new URL(url).origin, dueAt: 0 };
  await openTestStore({ home }).store.write((tx) => putWork(tx, [work], 0));
}

/** Two ways of losing an endpoint. */
const losses: [string, hint: string, (publisher: Publisher) => Promise<unknown>][] = [
  ['its webhook', 'publishing_webhook_set', ({ app }) => app.desk.call('publishing_webhook_delete')],
  [
    'its project',
    'include=["body"]',
    // Records outlived their project where an older desk deleted it.
    ({ app }) => rowsOf(app.home).update('deliveries', { project_id: null, endpoint_id: null }, { kind: 'publish' }),
  ],
];

describe.each(losses)('a send that has lost %s', (_, hint, lose) => {
  test('is not sent again, and says what to do instead', async () => {
    const publisher = await startPublisher();
    const { app, receiver } = publisher;
    await publisher.write();
    const before = await lastSend(app);
    await lose(publisher);
    await expect(retry(app, before.id)).rejects.toMatchObject({ code: 'integration_required', hint: expect.stringContaining(hint) });
    expect(await lastSend(app)).toEqual(before);
    expect(receiver.arrivals).toHaveLength(1);
  });

  test('is left out when many are replayed, and counted', async () => {
    const publisher = await startPublisher();
    const { app, receiver } = publisher;
    await publisher.write({ webhookUrl: receiver.url });
    await lose(publisher);
    expect(await app.desk.call('webhook_deliveries_retry_many', { status: 'delivered' })).toMatchObject({
      matched: 1,
      leftOut: { endpointGone: 1 },
    });
    await app.desk.runDue();
    const { data } = (await app.desk.call('jobs_list')) as { data: { kind: string; result: unknown }[] };
    expect(data.find(({ kind }) => kind === 'webhook.replay')).toMatchObject({ result: { replayed: 1, skipped: 1, endpointGone: 1 } });
    expect(receiver.arrivals).toHaveLength(3);
  });

  test('fails with the reason if it still waits', async () => {
    const publisher = await startPublisher();
    const { app, receiver } = publisher;
    await publisher.write();
    const send = await lastSend(app);
    await lose(publisher);
    await setWaiting(app, send);
    await app.desk.runDue();
    expect(await lastSend(app)).toMatchObject({
      response: { error: { code: 'signing', message: expect.stringContaining('no longer configured') } },
    });
    expect(receiver.arrivals).toHaveLength(1);
  });
});

test('a project deleted while its webhook is being configured is reported as gone', async () => {
  const app = await createTestApp();
  const { id } = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
  const set = () => app.desk.call('publishing_webhook_set', { projectId: id, url: 'http://127.0.0.1:9/articles' });
  await expect(deletedMeanwhile(app, id, set)).rejects.toMatchObject({ code: 'not_found' });
});

test('a deleted webhook leaves no token behind, also not those of former URLs', async () => {
  const { app } = await startPublisher();
  await app.desk.call('publishing_webhook_set', { url: (await startReceiver()).url });
  await app.desk.call('publishing_webhook_delete');
  expect(await tokensKept(app)).toEqual(['', '']);
});

test('a send to a former URL of a deleted webhook cannot go there again either', async () => {
  const { app, write } = await startPublisher();
  await write();
  await app.desk.call('publishing_webhook_set', { url: (await startReceiver()).url });
  await app.desk.call('publishing_webhook_delete');
  await expect(retry(app, (await lastSend(app)).id)).rejects.toMatchObject({ code: 'integration_required' });
});

test('once another webhook is configured, a send of the deleted one goes there as a new delivery, with the new token', async () => {
  const { app, write } = await startPublisher();
  await write();
  const { id, body } = await lastSend(app);
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_delete');
  const { secretToken } = (await app.desk.call('publishing_webhook_set', { url: receiver.url })) as PublishingWebhook;
  expect(await retry(app, id)).toMatchObject({ replayOf: id, url: receiver.url, articleVersion: 1, test: false });
  await app.desk.runDue();
  expect(receiver.arrivals).toMatchObject([{ headers: { 'x-webhook-secret': secretToken }, body }]);
});

describe('an attempt under way', () => {
  /** Has something done while the receiver has the article and has not answered yet. */
  async function whileSending(meanwhile: (app: TestApp, articleId: string) => Promise<unknown>, status = 204) {
    const { app, receiver } = await startPublisher({}, { status });
    receiver.answer.delayMs = 300;
    const { id } = (await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 })) as Article;
    const working = app.desk.runDue();
    await vi.waitFor(() => expect(receiver.arrivals).toHaveLength(1), { timeout: 10_000 });
    const answer = await meanwhile(app, id);
    await working;
    return { app, answer };
  }
  const deleteWebhook = ({ desk }: TestApp) => desk.call('publishing_webhook_delete');
  const deletions: [string, (app: TestApp, articleId: string) => Promise<unknown>][] = [
    ['webhook', deleteWebhook],
    ['article', ({ desk }, id) => desk.call('articles_delete', { id })],
  ];

  test.each(deletions)('is recorded when its %s is deleted, and has arrived', async (_, erase) => {
    const { app } = await whileSending(erase);
    expect(await lastSend(app)).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      acknowledgedAt: null,
      nextAttemptAt: null,
      attempts: [{ response: { status: 204 } }],
    });
  });

  test.each(deletions)('is recorded when its %s is deleted, and is the last if it failed', async (_, erase) => {
    const { app } = await whileSending(erase, 500);
    await app.advance(60_000);
    expect(await lastSend(app)).toMatchObject({
      status: 'failed',
      attemptCount: 1,
      acknowledgedAt: expect.any(String),
      nextAttemptAt: null,
      attempts: [{ response: { status: 500 } }],
    });
  });

  test('is not counted among the sends that a deleted webhook ended', async () => {
    const { app, answer } = await whileSending(deleteWebhook);
    expect((answer as DeletedPublishingWebhook).canceledDeliveries).toBe(0);
    expect(await app.desk.call('articles_list', { status: 'published' })).toMatchObject({ data: [{ publishedAt: expect.any(String) }] });
  });
});

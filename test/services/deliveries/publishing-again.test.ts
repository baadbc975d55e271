import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import type { Delivery } from '../../../schema/deliveries.ts';
import type { Overview } from '../../../schema/overview.ts';
import type { ArticlePayload } from '../../../schema/publishing.ts';
import { longestMs } from '../../../src/webhooks/sender.ts';
import { addManual } from '../../support/documents.ts';
import { sendsOf, startPublisher, writeArticle } from '../../support/publishing.ts';
import type { Arrival } from '../../support/receiver.ts';
import { rowsOf } from '../../support/rows.ts';
import { wronglyEnded } from '../../support/stored-deliveries.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const hour = 3_600_000;
const readSend = ({ desk }: TestApp, id: string) => desk.call('webhook_deliveries_get', { id, include: ['body', 'response'] });
const bodyOf = ({ body }: Arrival) => JSON.parse(body) as ArticlePayload;

describe('an article that is sent again', () => {
  test('supersedes the send before, which waits no longer and has not failed', async () => {
    const { app, receiver, write } = await startPublisher({}, { status: 500 });
    const { id } = await write();
    const [old] = await sendsOf(app);
    expect(old).toMatchObject({ status: 'pending', attemptCount: 1, supersededBy: null });
    await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
    await app.desk.call('articles_publish', { id });
    const [send, superseded] = await sendsOf(app);
    expect(superseded).toMatchObject({ id: old!.id, status: 'failed', flagged: false, nextAttemptAt: null, supersededBy: send!.id });
    const ids = async (filter: Record<string, unknown>) =>
      ((await app.desk.call('webhook_deliveries_list', filter)) as { data: { id: string }[] }).data.map((one) => one.id);
    expect(await ids({ superseded: true })).toEqual([old!.id]);
    expect(await ids({ superseded: false })).toEqual([send!.id]);
    expect(await ids({ undelivered: true })).toEqual([]);
    receiver.answer = { status: 204 };
    await app.advance(24 * hour);
    expect(receiver.arrivals.map((arrival) => bodyOf(arrival).title)).toEqual([expect.any(String), 'Pools in Practice']);
    expect(await app.desk.call('webhook_deliveries_retry_many', { url: receiver.url, status: 'failed', dryRun: true })).toMatchObject({
      matched: 0,
      leftOut: { superseded: 1, acknowledged: 0 },
    });
    const many = (await app.desk.call('webhook_deliveries_retry_many', { url: receiver.url, status: 'delivered' })) as { jobId: string };
    await app.desk.runDue();
    expect(await app.desk.call('jobs_get', { id: many.jobId })).toMatchObject({ status: 'succeeded' });
    expect(bodyOf(receiver.arrivals.at(-1)!).title).toBe('Pools in Practice');
  });

  test('leaves an earlier one that arrived among those that did, as the overview counts them', async () => {
    const { app, write } = await startPublisher();
    const { id } = await write();
    await app.desk.call('articles_publish', { id });
    await app.desk.runDue();
    const { happened } = (await app.desk.call('overview_get')) as Overview;
    const { count, operation, arguments: given } = happened.find(({ kind }) => kind === 'deliveries_delivered')!;
    expect(count).toBe(2);
    expect(await app.desk.call(operation, given)).toMatchObject({ data: [{ articleVersion: 1 }, { articleVersion: 1 }] });
  });

  test('takes the flag from a send before that had failed for good', async () => {
    const { app, write } = await startPublisher({}, { status: 500, maxAttempts: 1 });
    const { id } = await write();
    expect((await sendsOf(app))[0]).toMatchObject({ status: 'failed', flagged: true });
    await app.desk.call('articles_publish', { id });
    expect((await sendsOf(app))[1]).toMatchObject({ status: 'failed', flagged: false, supersededBy: expect.any(String) });
  });

  test('replayed, brings what was last sent of the article, as a new delivery that names the old one', async () => {
    const { app, receiver, write } = await startPublisher();
    const { id } = await write();
    const [old] = await sendsOf(app);
    await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
    await app.desk.call('articles_publish', { id });
    await app.desk.runDue();
    await app.desk.call('articles_update', { id, title: 'Not Published Yet' });
    const before = await readSend(app, old!.id);
    const replay = (await app.desk.call('webhook_deliveries_retry', { id: old!.id })) as Delivery;
    expect(replay).toMatchObject({ status: 'pending', articleId: id, articleVersion: 2, replayOf: old!.id, supersededBy: null });
    expect((await sendsOf(app)).map((send) => send.id)).toContain(replay.id);
    await app.desk.runDue();
    expect(receiver.arrivals.map((arrival) => bodyOf(arrival).title).slice(1)).toEqual(['Pools in Practice', 'Pools in Practice']);
    expect(receiver.arrivals.at(-1)!.headers['x-webhook-secret']).toBe(receiver.arrivals[0]!.headers['x-webhook-secret']);
    // The record of what was sent stays as it was.
    expect(await readSend(app, old!.id)).toEqual(before);
    const { publications } = (await app.desk.call('articles_get', { id })) as Article;
    expect(publications).toMatchObject([{ target: 'webhook', status: 'published', deliveryId: replay.id, version: 2 }]);
  });
});

/** A receiver that answers the first arrival only when told to. */
async function startSlowReceiver(): Promise<{
  url: string;
  titles: string[];
  firstArrived: Promise<void>;
  answerFirst: (status: number) => void;
}> {
  const titles: string[] = [];
  const arrived = Promise.withResolvers<void>();
  const first = Promise.withResolvers<number>();
  const server = createServer(async (request, response) => {
    titles.push((JSON.parse(await text(request)) as ArticlePayload).title);
    arrived.resolve();
    response.writeHead(titles.length === 1 ? await first.promise : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/articles`;
  return { url, titles, firstArrived: arrived.promise, answerFirst: first.resolve };
}

/** A desk at whose first send an attempt is under way. */
async function sendingFirst() {
  const app = await createTestApp();
  await addManual(app.desk);
  const { id } = await writeArticle(app);
  const receiver = await startSlowReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  await app.desk.call('articles_publish', { id });
  const running = app.desk.runDue();
  await receiver.firstArrived;
  const sendAgain = async (title: string) => {
    await app.desk.call('articles_update', { id, title });
    await app.desk.call('articles_publish', { id });
  };
  const end = async (status: number) => {
    receiver.answerFirst(status);
    await running;
  };
  return { app, receiver, sendAgain, end };
}

describe('an article that is sent again while an attempt is under way', () => {
  test('waits until that has arrived, however often it is sent again', async () => {
    const { app, receiver, sendAgain, end } = await sendingFirst();
    await sendAgain('Second');
    await sendAgain('Third');
    const [third] = await sendsOf(app);
    expect(Date.parse(third!.nextAttemptAt!)).toBe(app.now() + longestMs);
    await end(204);
    expect(receiver.titles).toHaveLength(1);
    await app.advance(longestMs);
    expect(receiver.titles).toEqual([expect.any(String), 'Third']);
  });

  test('is due at once if that has ended', async () => {
    const { app, receiver, sendAgain, end } = await sendingFirst();
    await sendAgain('Second');
    await end(204);
    await sendAgain('Third');
    await app.desk.runDue();
    expect(receiver.titles).toEqual([expect.any(String), 'Third']);
  });

  test('leaves the other on record as delivered if it arrived', async () => {
    const { app, sendAgain, end } = await sendingFirst();
    await sendAgain('Second');
    await end(204);
    const [second, first] = await sendsOf(app);
    expect(first).toMatchObject({ status: 'delivered', attemptCount: 1, acknowledgedAt: null, supersededBy: second!.id });
    expect(await app.desk.call('webhook_deliveries_get', { id: first!.id })).toMatchObject({ attempts: [{ response: { status: 204 } }] });
    expect(await rowsOf(app.home).query(`select standing from deliveries where id = '${first!.id}'`)).toEqual([{ standing: 'outdated' }]);
  });

  test('leaves the other on record as failed if it did not arrive, and does not retry it', async () => {
    const { app, receiver, sendAgain, end } = await sendingFirst();
    await sendAgain('Second');
    expect(await wronglyEnded(rowsOf(app.home))).toEqual([]);
    await end(500);
    expect(await wronglyEnded(rowsOf(app.home))).toEqual([]);
    const [second, first] = await sendsOf(app);
    expect(first).toMatchObject({
      status: 'failed',
      attemptCount: 1,
      nextAttemptAt: null,
      flagged: false,
      acknowledgedAt: expect.any(String),
      supersededBy: second!.id,
    });
    await app.advance(24 * hour);
    expect(receiver.titles).toEqual([expect.any(String), 'Second']);
    expect((await sendsOf(app))[1]).toEqual(first);
  });
});

test('a send to a URL that is configured again supersedes earlier sends to it', async () => {
  const { app, receiver, write } = await startPublisher({}, { status: 500 });
  const { id } = await write();
  await app.desk.call('publishing_webhook_set', { url: `${receiver.url}/elsewhere` });
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  receiver.answer = { status: 204 };
  await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
  await app.desk.call('articles_publish', { id });
  await app.advance(24 * hour);
  expect(receiver.arrivals.map((arrival) => bodyOf(arrival).title)).toEqual([expect.any(String), 'Pools in Practice']);
});

test('a waiting send of a deleted article is ended', async () => {
  const { app, receiver, write } = await startPublisher({}, { status: 500 });
  const { id } = await write();
  await app.desk.call('articles_delete', { id });
  expect((await sendsOf(app))[0]).toMatchObject({
    status: 'failed',
    flagged: false,
    nextAttemptAt: null,
    acknowledgedAt: expect.any(String),
  });
  await app.advance(24 * hour);
  expect(receiver.arrivals).toHaveLength(1);
});

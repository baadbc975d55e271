import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createCopydesk, type Copydesk } from '../../src/app.ts';
import { openStore } from '../../src/db/open.ts';
import { serveHttp } from '../net/support.ts';
import { startOfTests } from '../support/clock.ts';
import { temporaryHome } from '../support/home.ts';
import { emitTo } from '../support/events.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp } from '../support/test-app.ts';

const minute = 60_000;

/** A receiver that never answers, until it is told to answer what hangs. */
async function startSilentReceiver() {
  const hanging: ServerResponse[] = [];
  let requests = 0;
  const { url } = await serveHttp((_, response) => {
    requests++;
    hanging.push(response);
  });
  return {
    url,
    hanging: () => hanging.length,
    requests: () => requests,
    answer(status: number) {
      for (const response of hanging.splice(0)) response.writeHead(status).end();
    },
  };
}

type SilentReceiver = Awaited<ReturnType<typeof startSilentReceiver>>;

/** A desk at work in real time; it ends without waiting for receivers that hang. */
async function startDesk(silent: SilentReceiver): Promise<{ desk: Copydesk; home: string }> {
  const home = temporaryHome();
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  onTestFinished(async () => {
    const closed = desk.close();
    silent.answer(503);
    await closed;
  });
  desk.work();
  return { desk, home };
}

/** Events for a receiver, all in one transaction. */
async function emitMany(desk: Copydesk, home: string, webhookUrl: string, count: number): Promise<void> {
  const { data: projects } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const { id: projectId } = projects[0]!;
  const data = { articleId: 'art_1', keyword: 'pool', title: 'Pools', wordCount: 1, url: 'https://desk.example' };
  const store = openStore(home, desk.system);
  await store.write(async (tx) => {
    for (let number = 0; number < count; number++)
      await desk.services.events.emit(tx, { type: 'article.ready', projectId, resourceId: 'art_1', data, webhookUrl });
  });
  await store.close();
}

const sendTest = (desk: Copydesk, url: string) => desk.call('webhook_test', { url });
/** Looks as soon as it can whether something has come about. */
const soon = (look: () => number) => expect.poll(look, { timeout: 5_000, interval: 2 });

test('a thousand deliveries to a receiver that never answers delay nobody else by a turn', async () => {
  const [dead, healthy] = [await startSilentReceiver(), await startReceiver()];
  const { desk, home } = await startDesk(dead);
  await emitMany(desk, home, dead.url, 1000);
  await soon(dead.requests).toBe(1);
  for (let number = 1; number <= 10; number++) {
    await sendTest(desk, healthy.url);
    await soon(() => healthy.arrivals.length).toBe(number);
  }
  // None of its attempts has ended meanwhile: that is what a turn would be.
  expect([dead.requests(), dead.hanging()]).toEqual([1, 1]);
});

test('a receiver that fails steadily has one connection until it answers again, and then its usual four', async () => {
  const [failing, healthy] = [await startSilentReceiver(), await startReceiver()];
  const { desk, home } = await startDesk(failing);
  await emitMany(desk, home, failing.url, 30);
  // As a new one it begins with a single connection.
  await soon(failing.hanging).toBe(1);
  failing.answer(204);
  await soon(failing.hanging).toBe(4);
  failing.answer(500);
  await soon(failing.hanging).toBe(4);
  failing.answer(500);
  for (let turn = 1; turn <= 3; turn++) {
    await soon(failing.hanging).toBe(1);
    // What could be begun beside it had its turn before this delivery.
    await sendTest(desk, healthy.url);
    await soon(() => healthy.arrivals.length).toBe(turn);
    expect(failing.hanging()).toBe(1);
    failing.answer(turn < 3 ? 500 : 204);
  }
  await soon(failing.hanging).toBe(4);
});

test('first attempts go to a receiver ahead of its late retries', async () => {
  let now = startOfTests;
  const receiver = await startReceiver(500);
  const app = await createTestApp({ now: () => now, receiverConcurrency: 1 });
  const { desk } = app;
  const sendSome = async () => {
    const sent = [];
    for (let number = 0; number < 3; number++) sent.push(await emitTo(app, receiver.url));
    return sent;
  };
  const late = await sendSome();
  await desk.runDue();
  receiver.arrivals.splice(0);
  receiver.answer = { status: 204 };
  now += 10 * minute;
  const first = await sendSome();
  await desk.runDue();
  expect(receiver.arrivals.map(({ headers }) => headers['x-service-delivery'])).toEqual([...first, ...late]);
});

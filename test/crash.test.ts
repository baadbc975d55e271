import { expect, test } from 'vitest';
import type { Article } from '../schema/articles.ts';
import { end, run, startServe, until } from './support/cli.ts';
import { startReceiver } from './support/receiver.ts';
import { manual } from './support/scenario.ts';
import { temporaryHome } from './support/home.ts';
import { callRest } from './support/wire-clients.ts';

const articles = 6;

test('killed in the middle and started again, the desk loses no article and no event', { timeout: 120_000 }, async () => {
  const home = temporaryHome();
  const receiver = await startReceiver();
  const key = (await run(['keys', 'create'], { home })).stdout.trim();
  const first = await startServe(home);
  await callRest(first.url, key, 'knowledge_create', { markdown: manual });
  const ids = [];
  for (let count = 0; count < articles; count++) {
    const { body } = await callRest(first.url, key, 'articles_create', {
      keyword: 'connection pool',
      targetWordCount: 250,
      webhookUrl: receiver.url,
    });
    ids.push((body as Article).id);
  }
  await end(first.child, 'SIGKILL');
  const seenBefore = receiver.arrivals.length;
  const second = await startServe(home);
  const ready = async () =>
    ((await callRest(second.url, key, 'articles_list', { status: 'ready' })).body as { data: Article[] }).data.map((article) => article.id);
  await until(async () => ((await ready()).length === articles ? true : undefined));
  expect((await ready()).toSorted()).toEqual(ids.toSorted());
  await until(async () => {
    const { body } = await callRest(second.url, key, 'webhook_deliveries_list', { status: 'delivered' });
    return (body as { data: unknown[] }).data.length === articles ? true : undefined;
  });
  const told = new Set(receiver.arrivals.map((arrival) => (JSON.parse(arrival.body) as { data: { articleId: string } }).data.articleId));
  expect([...told].toSorted()).toEqual(ids.toSorted());
  expect(seenBefore).toBeLessThan(articles);
  expect(await end(second.child, 'SIGTERM')).toBe(0);
});

test('asked to end, the desk does so at once, also while a client waits for a job', async () => {
  const home = temporaryHome();
  const key = (await run(['keys', 'create'], { home })).stdout.trim();
  const { url, child } = await startServe(home);
  const hanging = await startReceiver();
  hanging.answer = { status: 200, delayMs: 3000 };
  const { body } = await callRest(url, key, 'articles_create', { keyword: 'connection pool', sources: [hanging.url] });
  const waiting = callRest(url, key, 'jobs_get', { id: (body as Article).jobId, waitSeconds: 30 });
  await until(async () => (hanging.arrivals.length > 0 ? true : undefined));
  const asked = performance.now();
  expect(await end(child, 'SIGTERM')).toBe(0);
  expect(performance.now() - asked).toBeLessThan(3000);
  expect((await waiting).body).toMatchObject({ status: expect.stringMatching(/queued|running/) });
});

import { expect, test } from 'vitest';
import type { Overview } from '../../../schema/overview.ts';
import { rowsOf } from '../../support/rows.ts';
import { startReceiver } from '../../support/receiver.ts';
import { createTestApp } from '../../support/test-app.ts';
import { create, optimized, startPages } from './pages.ts';

const keyword = 'connection pool';

test('the end is told by an event, to the address that was given', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const receiver = await startReceiver();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'none', webhookUrl: receiver.url });
  await app.desk.runDue();
  expect(receiver.arrivals).toHaveLength(1);
  const [{ body, headers }] = receiver.arrivals as [(typeof receiver.arrivals)[number]];
  expect(headers['x-service-event']).toBe('optimization.completed');
  expect(JSON.parse(body)).toMatchObject({
    type: 'optimization.completed',
    data: {
      optimizationId: done.id,
      targetUrl: `${own.url}/pool`,
      keyword,
      scoreBefore: done.scoreBefore,
      scoreAfter: null,
      breakdown: done.breakdown.map(({ name, points, max, detail }) => ({ name, points, max, detail })),
      url: `http://127.0.0.1:4141/api/v1/optimizations/${done.id}`,
    },
  });
});

test('the end is told to the address of the project where none was given, and a failure is no end', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const receiver = await startReceiver();
  const { data } = (await app.desk.call('projects_list', {})) as { data: { id: string }[] };
  await app.desk.call('projects_update', { id: data[0]!.id, eventWebhookUrl: receiver.url });
  await optimized(app, { url: `${own.url}/gone`, keyword, competitorUrls, writer: 'none' });
  await app.desk.runDue();
  expect(receiver.arrivals).toEqual([]);
  await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'none' });
  await app.desk.runDue();
  expect(receiver.arrivals).toHaveLength(1);
});

test('the overview tells which rewrites wait, and what was made better', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const about = { url: `${own.url}/pool`, keyword, competitorUrls };
  const waiting = await optimized(app, { ...about, writer: 'agent' });
  const done = await optimized(app, { ...about, writer: 'none' });
  await optimized(app, { ...about, url: `${own.url}/gone`, writer: 'none' });
  const { needsYou, happened } = (await app.desk.call('overview_get', {})) as Overview;
  expect(needsYou).toMatchObject([{ kind: 'rewrites_awaited', count: 1, operation: 'optimizations_brief', arguments: { id: waiting.id } }]);
  expect(happened).toMatchObject([
    { kind: 'optimizations_completed', count: 1, operation: 'optimizations_get', arguments: { id: done.id } },
    { kind: 'optimizations_failed', count: 1 },
  ]);
});

test('what the competitors say is kept only as long as it is needed', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const about = { url: `${own.url}/pool`, keyword, competitorUrls };
  await optimized(app, { ...about, writer: 'agent' });
  const rows = rowsOf(app.home);
  expect(await rows.count('optimization_pages', 'page is not null')).toBe(3);
  await optimized(app, { ...about, writer: 'none' });
  expect(await rows.count('optimization_pages')).toBe(6);
  expect(await rows.count('optimization_pages', 'page is not null')).toBe(3);
});

test('without any writer the default is the score alone, and the project may have another', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const about = { url: `${own.url}/pool`, keyword, competitorUrls };
  expect(await create(app, about)).toMatchObject({ writer: 'none', status: 'queued' });
  const { data } = (await app.desk.call('projects_list', {})) as { data: { id: string }[] };
  await app.desk.call('projects_update', { id: data[0]!.id, articleDefaults: { writer: 'agent' } });
  expect(await create(app, about)).toMatchObject({ writer: 'agent' });
});

import { expect, test } from 'vitest';
import { articlesAtOnce } from '../../../schema/article-request.ts';
import type { Batch } from '../../../schema/batches.ts';
import type { Job } from '../../../schema/jobs.ts';
import { readsDuring } from '../../db/reads.ts';
import { addManual } from '../../support/documents.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { rowsOf } from '../../support/rows.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400_000;
const defaults = { targetWordCount: 250, includeImage: false };

async function start({ desk }: TestApp, input: object): Promise<Batch> {
  await addManual(desk);
  return (await desk.call('articles_create_batch', { defaults, ...input })) as Batch;
}

const read = async ({ desk }: TestApp, id: string) => (await desk.call('batches_get', { id })) as Batch;

interface Told {
  type: string;
  data: { batchId: string; articles?: { articleId: string; status: string }[]; articleId?: string };
}

const toldOf = (receiver: Receiver) => receiver.arrivals.map(({ body }) => JSON.parse(body) as Told);

test('a batch is written in order, reports each article and its end, and one bad item does not affect the rest', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const items = [
    { keyword: 'connection pool' },
    { keyword: 'volcano eruptions' },
    { keyword: 'open connections', articleType: 'glossary' },
  ];
  const { id, jobId, ...begun } = await start(app, { items, webhookUrl: receiver.url });
  expect(begun).toMatchObject({ status: 'running', total: 3, queued: 3, concurrency: 2 });
  await app.desk.runDue();
  const batch = await read(app, id);
  expect(batch).toMatchObject({ status: 'completed', succeeded: 2, failed: 1, canceled: 0, queued: 0, running: 0 });
  expect(batch.items.map(({ keyword, status }) => `${keyword}: ${status}`)).toEqual([
    'connection pool: ready',
    'volcano eruptions: failed',
    'open connections: ready',
  ]);
  expect(batch.items[1]!.error).toMatchObject({ code: 'insufficient_sources' });
  expect((await app.desk.call('jobs_get', { id: jobId })) as Job).toMatchObject({
    status: 'succeeded',
    progress: 1,
    result: { batchId: id, total: 3, succeeded: 2, failed: 1, canceled: 0 },
  });
  const told = toldOf(receiver);
  expect(told.map(({ type }) => type).toSorted()).toEqual([
    'article.failed',
    'article.ready',
    'article.ready',
    'batch.completed',
    'batch.partial',
  ]);
  expect(told.every(({ data }) => data.batchId === id)).toBe(true);
  const ends = told.filter(({ type }) => type.startsWith('batch.'));
  expect(ends[0]!.data).toEqual(ends[1]!.data);
  expect(ends[0]!.data.articles).toEqual(batch.items.map(({ articleId, status }) => ({ articleId, status })));
});

test('a batch without failures emits batch.completed only', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  await start(app, { items: [{ keyword: 'connection pool' }], webhookUrl: receiver.url });
  await app.desk.runDue();
  expect(toldOf(receiver).map(({ type }) => type)).toEqual(['article.ready', 'batch.completed']);
});

test('articles beyond the wanted number wait with jobs of their own, and are canceled with the batch', async () => {
  const app = await createTestApp();
  const keywords = ['connection pool', 'open connections', 'idle connection', 'connection pools', 'pool queue'];
  const { id, jobId } = await start(app, { items: keywords.map((keyword) => ({ keyword })), concurrency: 3 });
  const inQueue = () => app.desk.services.batches.get(id).then(({ queued }) => queued);
  expect(await inQueue()).toBe(5);
  const jobs = (await app.desk.call('jobs_list', { limit: 100 })) as { data: Job[] };
  expect(jobs.data.filter(({ kind }) => kind === 'article.write')).toHaveLength(5);
  await app.desk.call('jobs_cancel', { id: jobId });
  await app.desk.runDue();
  expect(await read(app, id)).toMatchObject({ status: 'completed', canceled: 5, succeeded: 0 });
});

test('a canceled batch keeps ready articles, ends the rest and reports that once', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const items = [{ keyword: 'connection pool' }, { keyword: 'open connections' }];
  const { id } = await start(app, { items, defaults: { ...defaults, writer: 'agent' }, webhookUrl: receiver.url });
  await app.desk.runDue();
  expect(await read(app, id)).toMatchObject({ status: 'running', awaitingDraft: 2 });
  expect(await app.desk.call('batches_cancel', { id })).toMatchObject({ status: 'completed', canceled: 2 });
  await expect(app.desk.call('batches_cancel', { id })).rejects.toMatchObject({ code: 'conflict' });
  await app.desk.runDue();
  expect(toldOf(receiver).map(({ type }) => type)).toEqual(['batch.completed', 'batch.partial']);
});

test('articles that wait for a draft make room for the next, and end with the batch after seven days', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const items = [{ keyword: 'connection pool' }, { keyword: 'open connections' }, { keyword: 'idle connection' }];
  const wanted = { items, concurrency: 1, defaults: { ...defaults, writer: 'agent' }, webhookUrl: receiver.url };
  const { id } = await start(app, wanted);
  await app.desk.runDue();
  expect(await read(app, id)).toMatchObject({ awaitingDraft: 3, queued: 0 });
  await app.advance(7 * day);
  const ended = await read(app, id);
  expect(ended).toMatchObject({ status: 'completed', failed: 3 });
  expect(ended.items.map(({ error }) => error?.code)).toEqual(['draft_timeout', 'draft_timeout', 'draft_timeout']);
  expect(toldOf(receiver).filter(({ type }) => type.startsWith('batch.'))).toHaveLength(2);
});

test('a scheduled batch begins at its time, with no more articles at once than wanted', async () => {
  const app = await createTestApp();
  const scheduledFor = new Date(app.now() + day).toISOString();
  const items = [{ keyword: 'connection pool' }, { keyword: 'open connections' }];
  const { id } = await start(app, { items, concurrency: 1, defaults: { ...defaults, scheduledFor } });
  await app.advance(day - 1);
  expect(await read(app, id)).toMatchObject({ queued: 2 });
  await app.advance(1);
  expect(await read(app, id)).toMatchObject({ status: 'completed', succeeded: 2 });
});

const agent = { ...defaults, writer: 'agent' };

async function jobIdOf({ desk }: TestApp, articleId: string): Promise<string> {
  return ((await desk.call('articles_get', { id: articleId })) as { jobId: string }).jobId;
}

test('an article of an unfinished batch cannot be deleted, so that the batch keeps count', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const items = [{ keyword: 'volcano eruptions' }, { keyword: 'connection pool', outline: ['Pools'] }];
  const { id } = await start(app, { items, defaults: agent, webhookUrl: receiver.url });
  await app.desk.runDue();
  const waiting = await read(app, id);
  expect(waiting.items.map(({ status }) => status)).toEqual(['failed', 'awaiting_draft']);
  const { articleId } = waiting.items[0]!;
  await expect(app.desk.call('articles_delete', { id: articleId })).rejects.toMatchObject({
    code: 'conflict',
    hint: expect.stringMatching(new RegExp(`jobs_get .*${waiting.jobId}.*batches_cancel ${id}`)),
  });
  await app.desk.call('batches_cancel', { id });
  await app.desk.runDue();
  const completed = toldOf(receiver).find(({ type }) => type === 'batch.completed');
  expect(completed!.data).toMatchObject({ total: 2, succeeded: 0, failed: 1, canceled: 1 });
  await app.desk.call('articles_delete', { id: articleId });
});

test('an ended batch keeps its counts, whatever happens to its articles', async () => {
  const app = await createTestApp();
  const items = ['connection pool', 'open connections', 'volcano eruptions'].map((keyword) => ({ keyword }));
  const { id } = await start(app, { items });
  await app.desk.runDue();
  const { items: listed, flags, ...ended } = await read(app, id);
  expect(ended).toMatchObject({ status: 'completed', total: 3, succeeded: 2, failed: 1, canceled: 0 });
  await app.desk.call('articles_delete', { id: listed[0]!.articleId });
  await app.desk.call('articles_regenerate', { id: listed[2]!.articleId });
  const { items: left, flags: leftOver, ...after } = await read(app, id);
  expect(after).toEqual(ended);
  expect(flags.map(({ articles }) => articles)).toContain(2);
  expect(leftOver.map(({ articles }) => articles)).not.toContain(2);
  expect(left.map(({ keyword, status }) => `${keyword}: ${status}`)).toEqual(['open connections: ready', 'volcano eruptions: queued']);
});

test('a scheduled batch begins no earlier if one of its articles ends before', async () => {
  const app = await createTestApp();
  const scheduledFor = new Date(app.now() + 7 * day).toISOString();
  const items = ['connection pool', 'open connections', 'idle connection'].map((keyword) => ({ keyword }));
  const { id } = await start(app, { items, concurrency: 1, defaults: { ...defaults, scheduledFor } });
  const [first] = (await read(app, id)).items;
  await app.desk.call('jobs_cancel', { id: await jobIdOf(app, first!.articleId) });
  await app.desk.runDue();
  expect(await read(app, id)).toMatchObject({ status: 'running', queued: 2, canceled: 1 });
  await app.advance(7 * day - 1);
  expect(await read(app, id)).toMatchObject({ queued: 2 });
  await app.advance(1);
  expect(await read(app, id)).toMatchObject({ status: 'completed', succeeded: 2, canceled: 1 });
});

test('canceling twice as many articles is only twice the work', async () => {
  const toCancel = async (count: number) => {
    const app = await createTestApp();
    const items = Array.from({ length: count }, () => ({ keyword: 'connection pool' }));
    const { id } = await start(app, { items, concurrency: 10 });
    const reads = await readsDuring(() => app.desk.services.batches.cancel(id));
    expect(await read(app, id)).toMatchObject({ status: 'completed', canceled: count });
    return reads.reduce((sum, { rows }) => sum + rows, 0);
  };
  expect((await toCancel(60)) / (await toCancel(30))).toBeLessThan(2.1);
});

test('a canceled batch ends with the articles that were being written, and begins no others', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const site = await startSite();
  const items = [
    { keyword: 'connection pool', sources: [`${site.url}/`] },
    { keyword: 'open connections' },
    { keyword: 'idle connection' },
  ];
  const { id } = await start(app, { items, concurrency: 1, webhookUrl: receiver.url });
  let canceled: unknown;
  site.pages['/'] = (_, response) => {
    void app.desk.call('batches_cancel', { id }).then((answer) => {
      canceled = answer;
      response.end();
    });
  };
  await app.desk.runDue();
  expect(canceled).toMatchObject({ status: 'running', running: 1, canceled: 2 });
  expect(await read(app, id)).toMatchObject({ status: 'completed', canceled: 3 });
  expect(toldOf(receiver).map(({ type }) => type)).toEqual(['batch.completed', 'batch.partial']);
});

test('the articles of a batch name at most 2,000 sources in total, counting the defaults for each article that uses them', async () => {
  const app = await createTestApp();
  const { id: documentId } = await addManual(app.desk);
  const items = (count: number) =>
    Array.from({ length: 4 }, () => ({ keyword: 'connection pool', sources: Array(count).fill(documentId) }));
  const create = (input: Record<string, unknown>) => app.desk.call('articles_create_batch', input);
  await expect(create({ items: [...items(500), { keyword: 'pool queue' }], defaults: { sources: [documentId] } })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/items', detail: expect.stringContaining('2001') }],
  });
  const many = Array.from({ length: 100 }, () => ({ keyword: 'connection pool' }));
  await expect(create({ items: many, defaults: { sources: Array(21).fill(documentId) } })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await create({ items: items(500), defaults: { sources: [documentId] } })).toMatchObject({ total: 4 });
});

test('one process writes exactly as many articles of a batch at a time as the schema says', async () => {
  const app = await createTestApp();
  const leased = () => rowsOf(app.home).count('work', `kind = 'article.write' and lease_until is not null`);
  const seen: number[] = [];
  const site = await startSite({
    '/': async (_, response) => {
      seen.push(await leased());
      response.writeHead(404).end();
    },
  });
  const items = Array.from({ length: 8 }, () => ({ keyword: 'connection pool', sources: [`${site.url}/`] }));
  await start(app, { items, concurrency: 10 });
  await app.desk.runDue();
  expect(Math.max(...seen)).toBe(articlesAtOnce);
});

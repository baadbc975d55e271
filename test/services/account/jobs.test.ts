import { describe, expect, test, vi } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import { openStore } from '../../../src/db/open.ts';
import { NetworkError } from '../../../src/net/errors.ts';
import { createQueue } from '../../../src/queue/queue.ts';
import { createJobs } from '../../../src/services/account/jobs/jobs.ts';
import { addManual } from '../../support/documents.ts';
import { startReceiver } from '../../support/receiver.ts';
import { openTestStore } from '../../support/store.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const job = async ({ desk }: TestApp, id: string) => (await desk.call('jobs_get', { id })) as Job;
const start = async ({ desk }: TestApp, input: object = {}) =>
  (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, ...input })) as { id: string; jobId: string };

/** A desk whose sources cannot be fetched while `down.value` holds. */
async function withUnreachableSource(): Promise<{ app: TestApp; down: { value: boolean }; url: string }> {
  const down = { value: true };
  const url = 'https://docs.example.com/pools';
  const { manual } = await import('../../support/scenario.ts');
  const app = await createTestApp({
    async request() {
      if (down.value) throw new NetworkError('connect', 'docs.example.com does not answer.');
      return { url, status: 200, headers: { 'content-type': 'text/markdown' }, body: Buffer.from(manual), truncated: false, durationMs: 1 };
    },
  });
  return { app, down, url };
}

test('a job goes from queued to succeeded and names what it made', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const { id, jobId } = await start(app);
  expect(await job(app, jobId)).toMatchObject({
    status: 'queued',
    progress: 0,
    attempts: 0,
    startedAt: null,
    resource: { type: 'article', id },
  });
  await app.desk.runDue();
  expect(await job(app, jobId)).toMatchObject({ status: 'succeeded', progress: 1, attempts: 1, result: { articleId: id }, error: null });
});

test('a transient failure is retried after 10 s and after 60 s, and then succeeds', async () => {
  const { app, down, url } = await withUnreachableSource();
  const { jobId } = await start(app, { sources: [url] });
  await app.desk.runDue();
  expect(await job(app, jobId)).toMatchObject({ status: 'queued', attempts: 1, error: { code: 'fetch_failed', retryable: true } });
  await app.advance(9999);
  expect(await job(app, jobId)).toMatchObject({ attempts: 1 });
  await app.advance(1);
  expect(await job(app, jobId)).toMatchObject({ status: 'queued', attempts: 2 });
  down.value = false;
  await app.advance(60_000);
  expect(await job(app, jobId)).toMatchObject({ status: 'succeeded', attempts: 3, error: null });
});

test('after the third attempt it has failed, and article.failed says why', async () => {
  const receiver = await startReceiver();
  const { app, url } = await withUnreachableSource();
  await app.desk.call('webhook_secret_get');
  const { id, jobId } = await start(app, { sources: [url], webhookUrl: receiver.url });
  await app.desk.runDue();
  await app.advance(10_000);
  await app.advance(60_000);
  expect(await job(app, jobId)).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'fetch_failed' } });
  expect(await app.desk.call('articles_get', { id })).toMatchObject({
    status: 'failed',
    error: { code: 'fetch_failed' },
    contentMarkdown: null,
  });
  const { data } = (await app.desk.call('webhook_deliveries_list')) as { data: { id: string; eventType: string }[] };
  expect(data[0]).toMatchObject({ eventType: 'article.failed' });
  const { body } = (await app.desk.call('webhook_deliveries_get', { id: data[0]!.id, include: ['body'] })) as { body: string };
  expect(JSON.parse(body)).toMatchObject({
    type: 'article.failed',
    data: { articleId: id, keyword: 'connection pool', error: { code: 'fetch_failed' }, attempts: 3 },
  });
});

test('a permanent failure fails at once', async () => {
  const app = await createTestApp({
    request: async ({ url }) => ({
      url,
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from('One short sentence about pools.'),
      truncated: false,
      durationMs: 1,
    }),
  });
  const { jobId } = await start(app, { sources: ['https://docs.example.com/thin'] });
  await app.desk.runDue();
  expect(await job(app, jobId)).toMatchObject({ status: 'failed', attempts: 1, error: { code: 'insufficient_sources', retryable: false } });
});

describe('canceling', () => {
  test('ends a queued job and its article at once', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const { id, jobId } = await start(app);
    expect(await app.desk.call('jobs_cancel', { id: jobId })).toMatchObject({ status: 'canceled', cancelRequested: true });
    await app.desk.runDue();
    expect(await app.desk.call('articles_get', { id })).toMatchObject({ status: 'canceled' });
    expect(await job(app, jobId)).toMatchObject({ status: 'canceled', attempts: 0 });
  });

  test('stops a running job at its next step', async () => {
    const app: TestApp = await createTestApp({
      async request({ url }) {
        await app.desk.call('jobs_cancel', { id: running });
        return {
          url,
          status: 200,
          headers: { 'content-type': 'text/plain' },
          body: Buffer.from('It came too late.'),
          truncated: false,
          durationMs: 1,
        };
      },
    });
    const { id, jobId: running } = await start(app, { sources: ['https://docs.example.com/a', 'https://docs.example.com/b'] });
    await app.desk.runDue();
    expect(await job(app, running)).toMatchObject({ status: 'canceled', attempts: 1 });
    expect(await app.desk.call('articles_get', { id })).toMatchObject({ status: 'canceled' });
  });

  test('is refused for a job that has ended', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const { jobId } = await start(app);
    await app.desk.runDue();
    await expect(app.desk.call('jobs_cancel', { id: jobId })).rejects.toMatchObject({ code: 'conflict' });
    await expect(app.desk.call('jobs_cancel', { id: 'job_none' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('waitSeconds holds the answer until the job has ended', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const { jobId } = await start(app);
  const waiting = app.desk.call('jobs_get', { id: jobId, waitSeconds: 30 });
  await app.desk.runDue();
  expect(await waiting).toMatchObject({ status: 'succeeded' });
});

test('who waits for a job learns of its end from another process too', async () => {
  const { desk, home } = await createTestApp();
  await addManual(desk);
  const { jobId } = (await desk.call('articles_create', { keyword: 'connection pool' })) as { jobId: string };
  const { desk: other } = await createTestApp({ home });
  const since = performance.now();
  const waiting = desk.call('jobs_get', { id: jobId, waitSeconds: 30 });
  await other.call('jobs_cancel', { id: jobId });
  expect(await waiting).toMatchObject({ status: 'canceled' });
  expect(performance.now() - since).toBeLessThan(5000);
});

test('who waits for a job reads it only after something was written', async () => {
  const { store, system } = openTestStore();
  const jobs = createJobs(store, system, createQueue(store, system), () => []);
  const wanted = { kind: 'any', projectId: null, resourceType: 'article', resourceId: 'art_1', dueAt: 'later' } as const;
  const id = await store.write((tx) => jobs.create(tx, wanted));
  await jobs.get(id, 50);
  const read = vi.spyOn(store.db, 'selectFrom');
  expect(await jobs.get(id, 500)).toMatchObject({ status: 'queued' });
  expect(read).toHaveBeenCalledTimes(1);
});

test('who waits for a job is told how far it is meanwhile', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const { jobId } = await start(app);
  const told: number[] = [];
  const waiting = app.desk.services.jobs.get(jobId, 30_000, { progress: (progress) => void told.push(progress) });
  await app.desk.runDue();
  expect(await waiting).toMatchObject({ status: 'succeeded', progress: 1 });
  expect(told.length).toBeGreaterThan(0);
  expect(told.every((progress) => progress < 1)).toBe(true);
});

test('a job that was interrupted three times is given up', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const { jobId } = await start(app);
  // As after three processes that died in the middle: begun three times, never settled.
  const store = openStore(app.home, app.desk.system);
  await store.write((tx) => tx.updateTable('jobs').set({ attempts: 3, status: 'running' }).where('id', '=', jobId).execute());
  await store.close();
  await app.desk.runDue();
  expect(await job(app, jobId)).toMatchObject({ status: 'failed', error: { code: 'unavailable' } });
});

test('jobs are listed by status, newest first', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const first = await start(app);
  await app.desk.runDue();
  const second = await start(app);
  expect(await app.desk.call('jobs_list')).toMatchObject({ data: [{ id: second.jobId }, { id: first.jobId }] });
  expect(await app.desk.call('jobs_list', { status: 'queued' })).toMatchObject({ data: [{ id: second.jobId }] });
});

test('a fault in the very last write fails the job instead of looping', async () => {
  const app = await createTestApp();
  const { projectId } = await addManual(app.desk);
  const { id, jobId } = await start(app);
  // A default receiver that no input could have set: the event of the finished article cannot be addressed.
  const store = openStore(app.home, app.desk.system);
  await store.write((tx) => tx.updateTable('projects').set({ event_webhook_url: 'nonsense' }).where('id', '=', projectId).execute());
  await store.close();
  await app.desk.runDue();
  await app.advance(10_000);
  await app.advance(60_000);
  expect(await job(app, jobId)).toMatchObject({ status: 'failed', attempts: 3, error: { code: 'internal' } });
  expect(await app.desk.call('articles_get', { id })).toMatchObject({ contentMarkdown: null });
});

test('a job whose project is deleted while it runs leaves nothing behind', async () => {
  const app: TestApp = await createTestApp({
    async request({ url }) {
      const { data } = (await app.desk.call('projects_list')) as { data: { id: string; name: string }[] };
      const own = data.find((project) => project.name === 'Default')!;
      await app.desk.call('projects_delete', { id: own.id, confirm: own.name });
      return {
        url,
        status: 200,
        headers: { 'content-type': 'text/plain' },
        body: Buffer.from('Too late.'),
        truncated: false,
        durationMs: 1,
      };
    },
  });
  const { data } = (await app.desk.call('projects_list')) as { data: { id: string }[] };
  await app.desk.call('projects_create', { name: 'Other' });
  await start(app, { projectId: data[0]!.id, sources: ['https://docs.example.com/a'] });
  await app.desk.runDue();
  expect((await app.desk.health()).checks['work']).toMatchObject({ 'article.write': { pending: 0, leased: 0 } });
});

test.each(['hello world', 'javascript:alert(1)', 'ftp://example.com/', 'http://169.254.169.254/x', ''])(
  '%j is no source',
  async (source) => {
    const app = await createTestApp();
    await expect(start(app, { sources: ['https://example.com/', source] })).rejects.toMatchObject({ errors: [{ pointer: '/sources/1' }] });
  },
);

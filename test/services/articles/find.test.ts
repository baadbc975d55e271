import { expect, test } from 'vitest';
import type { Article, ArticleSummary } from '../../../schema/articles.ts';
import type { Batch } from '../../../schema/batches.ts';
import type { Job } from '../../../schema/jobs.ts';
import type { Overview } from '../../../schema/overview.ts';
import { countIndexed } from '../../db/full-text.ts';
import { addManual } from '../../support/documents.ts';
import { startPublisher, writeArticle } from '../../support/publishing.ts';
import { startReceiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

type Page = { data: ArticleSummary[]; nextCursor: string | null };

const list = async ({ desk }: TestApp, filter: Record<string, unknown> = {}) => (await desk.call('articles_list', filter)) as Page;
const keywords = async (app: TestApp, filter: Record<string, unknown>) => (await list(app, filter)).data.map(({ keyword }) => keyword);

/** Asks for articles whose agents never write them. */
async function ask({ desk }: TestApp, wanted: readonly string[], input: Record<string, unknown> = {}): Promise<Batch> {
  const items = wanted.map((keyword) => ({ keyword }));
  return (await desk.call('articles_create_batch', { items, defaults: { writer: 'agent' }, ...input })) as Batch;
}

test('articles are found by all words of a search, in title, keyword and body, whatever their form and accents', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const written = await writeArticle(app, { title: 'Café Pools Explained' });
  await ask(app, ['volcano eruptions', 'proxy agents']);
  expect(await keywords(app, { q: 'CAFE explaining pool' })).toEqual(['connection pool']);
  expect(await keywords(app, { q: 'volcano eruption' })).toEqual(['volcano eruptions']);
  expect(await keywords(app, { q: 'ProxyAgent' })).toEqual(['proxy agents']);
  expect(await keywords(app, { q: 'volcano pool' })).toEqual([]);
  const inBody = /\b(requests?)\b/.exec(written.contentMarkdown!)![1]!;
  expect(await keywords(app, { q: inBody })).toEqual(['connection pool']);
});

test('after an edit an article is found by its new words and no longer by the old ones; deleted, by none', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const { id } = await writeArticle(app, { title: 'Zebras in Practice' });
  expect(await keywords(app, { q: 'zebra' })).toHaveLength(1);
  await app.desk.call('articles_update', { id, title: 'Lemurs in Practice' });
  expect([await keywords(app, { q: 'zebra' }), await keywords(app, { q: 'lemur' })]).toEqual([[], ['connection pool']]);
  await app.desk.call('articles_delete', { id });
  expect(await keywords(app, { q: 'lemur' })).toEqual([]);
  expect(countIndexed(app.home, 'articles', '000001_lemur')).toBe(0);
});

test('a search that holds no telling word, and a flag that does not exist, are refused with what to do', async () => {
  const app = await createTestApp();
  await expect(list(app, { q: 'the' })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/q' }] });
  await expect(list(app, { quality: 'to_thin' })).rejects.toMatchObject({
    errors: [{ pointer: '/quality' }],
    hint: expect.stringContaining('too_thin'),
  });
  expect(await list(app, { q: '"pool" OR NOT (' })).toEqual({ data: [], nextCursor: null });
});

test('a search stays within its project', async () => {
  const app = await createTestApp();
  await ask(app, ['volcano eruptions']);
  const { id: projectId } = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
  expect(await keywords(app, { q: 'volcano', projectId })).toEqual([]);
});

test.each([{}, { q: 'volcano' }, { q: 'volcano', status: 'queued' }, { status: 'queued' }])(
  'pages of %j are newest first, and stay right while articles are added and deleted',
  async (filter) => {
    const app = await createTestApp();
    const wanted = Array.from({ length: 7 }, (_, index) => `volcano ${index}`);
    await ask(app, wanted.slice(0, 4));
    await app.advance(1000);
    await ask(app, wanted.slice(4), { defaults: { writer: 'agent', scheduledFor: '2027-01-01T00:00:00Z' } });
    const all = filter.status ? wanted.slice(4).toReversed() : wanted.toReversed();
    const first = await list(app, { ...filter, limit: 2 });
    await ask(app, ['volcano new']);
    const rest: string[] = [];
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = await list(app, { ...filter, limit: 2, cursor });
      rest.push(...page.data.map(({ keyword }) => keyword));
      cursor = page.nextCursor;
    }
    expect([...first.data.map(({ keyword }) => keyword), ...rest]).toEqual(all);
  },
);

test('articles are listed by slug, batch and time, also together with a search', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  const { slug } = await writeArticle(app);
  await app.advance(60_000);
  const since = new Date(app.now()).toISOString();
  const { id: batchId } = await ask(app, ['open connection', 'volcano']);
  expect(await keywords(app, { slug })).toEqual(['connection pool']);
  expect(await keywords(app, { batchId })).toEqual(['volcano', 'open connection']);
  expect(await keywords(app, { batchId, q: 'connection' })).toEqual(['open connection']);
  expect(await keywords(app, { since })).toEqual(['volcano', 'open connection']);
  expect(await keywords(app, { since, q: 'connection' })).toEqual(['open connection']);
  expect(await keywords(app, { slug, q: 'connection' })).toEqual(['connection pool']);
  const { id: projectId } = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
  expect(await keywords(app, { batchId, projectId })).toEqual([]);
  // A batch tells its project, also where there are several.
  expect(await keywords(app, { batchId })).toEqual(['volcano', 'open connection']);
  const jobs = (await app.desk.call('jobs_list', { since })) as { data: Job[] };
  expect(jobs.data.map(({ kind }) => kind)).toEqual(['article.write', 'article.write', 'article.batch']);
});

test('a list names open gates, and finds articles by them or by any flag', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  await writeArticle(app);
  const { id } = await writeArticle(app, { keyword: 'idle connection', writer: 'agent' });
  expect(await keywords(app, { quality: 'gated' })).toEqual([]);
  const markdown = `## Idle Connections\n\n${'A pool serves 9,999 requests each second [1]. '.repeat(12)}`;
  const draft = { id, title: 'Idle Connections', markdown };
  await app.desk.call('articles_submit_draft', { ...draft, acceptFlags: true });
  const [found] = (await list(app, { quality: 'gated' })).data;
  expect(found!.gates).toContain('too_thin');
  expect(await keywords(app, { quality: 'too_thin', q: 'idle' })).toEqual(['idle connection']);
  expect(await keywords(app, { quality: 'too_thin', q: 'volcano' })).toEqual([]);
  expect((await list(app, { q: 'connection' })).data.map(({ gates }) => gates.length > 0)).toEqual([true, false]);
  const { needsYou } = (await app.desk.call('overview_get')) as Overview;
  const { operation, arguments: given } = needsYou.find(({ kind }) => kind === 'articles_gated')!;
  expect(await app.desk.call(operation, given)).toMatchObject({
    id,
    quality: expect.arrayContaining([expect.objectContaining({ gate: true })]),
  });
});

test('an article is published once it has arrived at the publishing webhook, and stays it when it is changed or written again', async () => {
  const { app, write } = await startPublisher({}, { status: 500 });
  const waiting = await write();
  expect(waiting).toMatchObject({ status: 'ready', publishedAt: null });
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  await app.desk.call('articles_publish', { id: waiting.id });
  await app.desk.runDue();
  const read = async () => (await app.desk.call('articles_get', { id: waiting.id })) as Article;
  expect(await read()).toMatchObject({ status: 'published', publishedAt: new Date(app.now()).toISOString() });
  expect(await keywords(app, { status: 'published' })).toEqual(['connection pool']);
  expect(await keywords(app, { status: 'ready' })).toEqual([]);
  await app.desk.call('publishing_webhook_delete', {});
  await app.desk.call('articles_regenerate', { id: waiting.id });
  await app.desk.runDue();
  expect(await read()).toMatchObject({ status: 'published', version: 2 });
});

test('a test of the publishing webhook publishes nothing', async () => {
  const { app, write } = await startPublisher({}, { status: 500 });
  const { id } = await write();
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  await app.desk.call('publishing_webhook_test', {});
  await app.desk.runDue();
  expect(await app.desk.call('articles_get', { id })).toMatchObject({ status: 'ready' });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { problemOf, type AppError } from '../../../src/errors.ts';
import type { Project } from '../../../schema/projects.ts';
import { addManual } from '../../support/documents.ts';
import { openDatabase } from '../../support/stored-deliveries.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

test('a new database has one project, on the site that the configuration names', async () => {
  const { desk } = await createTestApp({ siteUrl: 'https://www.example.com/' });
  expect(await desk.call('projects_list')).toMatchObject({
    data: [{ name: 'Default', siteUrl: 'https://www.example.com/', language: 'en' }],
    nextCursor: null,
  });
});

test('a patch changes what is given, and null clears', async () => {
  const { desk } = await createTestApp();
  const project = (await desk.call('projects_create', {
    name: 'Blog',
    siteUrl: 'https://blog.example.com',
    country: 'DE',
    articleDefaults: { targetWordCount: 400 },
  })) as Project;
  const changed = (await desk.call('projects_update', { id: project.id, country: null, tone: 'dry' })) as Project;
  expect(changed).toEqual({ ...project, country: null, tone: 'dry', updatedAt: changed.updatedAt });
  expect(await desk.call('projects_get', { id: project.id })).toEqual(changed);
});

test('a name is taken once', async () => {
  const { desk } = await createTestApp();
  await expect(desk.call('projects_create', { name: 'Default' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('prj_'),
  });
  const { id } = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  await expect(desk.call('projects_update', { id, name: 'Default' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(desk.call('projects_update', { id, name: 'Blog' })).resolves.toMatchObject({ name: 'Blog' });
});

test('deleting asks for the exact name, takes everything of the project along, and never the last one', async () => {
  const { desk } = await createTestApp();
  const { projectId } = await addManual(desk);
  await expect(desk.call('projects_delete', { id: projectId, confirm: 'Default' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('last'),
  });
  await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
  const { id: other } = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  await expect(desk.call('projects_delete', { id: projectId, confirm: 'default' })).rejects.toMatchObject({ code: 'conflict' });
  expect(await desk.call('projects_delete', { id: projectId, confirm: 'Default' })).toEqual({ id: projectId, deleted: true });
  await desk.runDue();
  expect(await desk.call('projects_list')).toMatchObject({ data: [{ id: other }] });
  expect(await desk.call('jobs_list')).toMatchObject({ data: [] });
});

test('a call that names none of several projects is told their names, also in the middle of a transaction', async () => {
  const { desk } = await createTestApp();
  const ids = [((await desk.call('projects_list')) as { data: Project[] }).data[0]!.id];
  const add = async (name: string) => void ids.push(((await desk.call('projects_create', { name })) as Project).id);
  await add('The "Blog"');
  const both = {
    code: 'project_required',
    message: `There is more than one project: ${ids[0]} ("Default"), ${ids[1]} ("The \\"Blog\\"").`,
    hint: 'Say which by projectId; projects_list tells of them all.',
  };
  await expect(desk.call('articles_create', { keyword: 'pools' })).rejects.toMatchObject(both);
  await expect(desk.call('publishing_webhook_set', { url: 'https://hooks.example.com/x' })).rejects.toMatchObject(both);
  for (const name of ['3', '4', '5', '6']) await add(name);
  await expect(desk.call('knowledge_list')).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`${ids[4]} \\("5"\\) and more\\.$`)),
  });
});

describe('deleting a project with a long history', () => {
  const many = 1000;

  /** A desk of two projects, the first with many of everything that grows. */
  async function startWithHistory() {
    const app = await createTestApp();
    const [project] = ((await app.desk.call('projects_list')) as { data: Project[] }).data;
    await app.desk.call('projects_create', { name: 'Blog' });
    const sqlite = openDatabase(app.home);
    const { id } = project!;
    sqlite.exec(`
      create temp table numbers as with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${many}) select n from numbers;
      insert into events (id, project_id, type, resource_id, body, created_at)
        select 'evt_' || n, '${id}', 'article.ready', 'art_' || n, '{}', n from numbers;
      insert into deliveries (id, kind, project_id, event_id, event_type, url, status, attempt_count, max_attempts, standing, created_at)
        select 'dlv_' || n, 'event', '${id}', 'evt_' || n, 'article.ready', 'http://127.0.0.1:9/hook', 'failed', 5, 5, 'failed', n from numbers;
      insert into jobs (id, project_id, kind, resource_type, resource_id, status, progress, attempts, cancel_requested, created_at, updated_at)
        select 'job_' || n, '${id}', 'article.write', 'article', 'art_' || n, 'queued', 0, 0, 0, n, n from numbers
        union all select 'job_batch_' || n, '${id}', 'article.batch', 'batch', 'bat_' || n, 'running', 0, 0, 0, n, n from numbers;
      insert into work (kind, key, payload, lane, due_at) select 'article.write', 'job_' || n, '{}', '', 9000000000000000 from numbers;
      insert into documents (id, project_id, kind, title, language, word_count, chunks, tags, text, fingerprint, created_at, refreshed_at)
        select 'doc_' || n, '${id}', 'text', 'Pools', 'en', 1, 1, '["pools"]', 'Pools.', n, n, n from numbers;
      insert into document_tags (project_id, tag, document_id) select '${id}', 'pools', 'doc_' || n from numbers;
      insert into passages (number, document_id, position, title, text, word_count) select n, 'doc_' || n, 0, 'Pools', 'Pools.', 1 from numbers;
      insert into passages_to_index (passage) select n from numbers;
      insert into batches (id, project_id, job_id, total, concurrency, created_at)
        select 'bat_' || n, '${id}', 'job_batch_' || n, 1, 1, n from numbers;
      insert into articles (id, project_id, job_id, keyword, article_type, status, writer, request, created_at, updated_at, batch_id)
        select 'art_' || n, '${id}', 'job_' || n, 'pools', 'guide', 'queued', 'extractive', '{}', n, n, 'bat_' || n from numbers;
      insert into article_stages (article_id, stage, status, attempts, started_at) select 'art_' || n, 'research', 'done', 1, n from numbers;
      insert into article_versions (article_id, number, reason, title, word_count, content, created_at)
        select 'art_' || n, 1, 'written', 'Pools', 1, '{}', n from numbers;
      insert into media (token, article_id, origin, png, created_at) select 'media_' || n, 'art_' || n, 'drawn', x'00', n from numbers`);
    return { app, sqlite, remove: () => app.desk.call('projects_delete', { id, confirm: 'Default' }) };
  }

  /** Where a project's own rows stand. Deliveries stay on record when it goes, as nobody's. */
  const owned = {
    events: 'events',
    'owned deliveries': 'deliveries where project_id is not null',
    'jobs of articles': `jobs where kind = 'article.write'`,
    'jobs of batches': `jobs where kind = 'article.batch'`,
    'work of jobs': `work where key like 'job_%'`,
    batches: 'batches',
    articles: 'articles',
    stages: 'article_stages',
    versions: 'article_versions',
    pictures: 'media',
    documents: 'documents',
    'tags of documents': 'document_tags',
    passages: 'passages',
    'waiting passages': 'passages_to_index',
  };
  const nothing = Object.fromEntries(Object.keys(owned).map((kind) => [kind, 0]));

  /** How much is left of the project, and how many deliveries there are at all. */
  function census({ home }: TestApp): Record<string, number> {
    const sqlite = openDatabase(home);
    const count = (from: string) => sqlite.prepare(`select count(*) from ${from}`).pluck().get() as number;
    return { ...Object.fromEntries(Object.entries(owned).map(([kind, from]) => [kind, count(from)])), deliveries: count('deliveries') };
  }

  test('takes what it owns along and keeps the deliveries on record', async () => {
    const { app, remove } = await startWithHistory();
    expect(census(app)).toEqual({ ...Object.fromEntries(Object.keys(owned).map((kind) => [kind, many])), deliveries: many });
    await remove();
    expect(census(app)).toEqual({ ...nothing, deliveries: many });
  });

  test('removes at most a hundred rows of a table in one transaction', async () => {
    const { app, remove } = await startWithHistory();
    let left = census(app);
    let ended = false;
    const deletion = remove().finally(() => (ended = true));
    while (!ended) {
      await nextTurn();
      const now = census(app);
      for (const kind of Object.keys(owned)) expect(left[kind]! - now[kind]!, kind).toBeLessThanOrEqual(100);
      left = now;
    }
    await deletion;
  });

  test.each(['owned deliveries', 'events', 'articles'])('gives others their turn while %s are let go', async (kind) => {
    const { app, remove } = await startWithHistory();
    const deletion = remove();
    while (census(app)[kind] === many) await nextTurn();
    await app.desk.call('projects_create', { name: 'Meanwhile' });
    expect(census(app)[kind]).toBeGreaterThan(0);
    await deletion;
    expect(census(app)[kind]).toBe(0);
  });

  /** Ends the deletion when half of the rows of a table are gone. */
  async function interruptAt(table: 'events' | 'articles', { sqlite, remove }: Awaited<ReturnType<typeof startWithHistory>>) {
    sqlite.exec(`
      create trigger cut_short before delete on ${table} when (select count(*) from ${table}) <= ${many / 2}
        begin select raise(abort, 'cut short'); end`);
    await expect(remove()).rejects.toThrow('cut short');
    sqlite.exec('drop trigger cut_short');
  }

  test.each(['events', 'articles'] as const)(
    'leaves the project if it is interrupted at %s, and a repeat removes the rest',
    async (table) => {
      const started = await startWithHistory();
      const { app, remove } = started;
      await interruptAt(table, started);
      expect(await app.desk.call('projects_list')).toMatchObject({ data: [{ name: 'Blog' }, { name: 'Default' }] });
      expect(census(app)[table]).toBe(many / 2);
      await remove();
      expect(await app.desk.call('projects_list')).toMatchObject({ data: [{ name: 'Blog' }] });
      expect(census(app)).toEqual({ ...nothing, deliveries: many });
    },
  );

  test('sends nothing from its beginning on, and what an interruption leaves can still be used', async () => {
    const started = await startWithHistory();
    const { app, sqlite } = started;
    const projectId = sqlite.prepare('select project_id from articles').pluck().get() as string;
    sqlite.exec(`
      insert into publishing_endpoints (id, project_id, url, method, token, hold_on_quality_gate, created_at, updated_at)
        values ('whe_1', '${projectId}', 'http://127.0.0.1:9/cms', 'POST', 'sealed', 0, 1, 1);
      insert into deliveries (id, kind, project_id, article_id, endpoint_id, url, status, attempt_count, max_attempts, created_at)
        select 'send_' || n, 'publish', '${projectId}', 'art_' || n, 'whe_1', 'http://127.0.0.1:9/cms', 'pending', 0, 5, n from numbers`);
    await interruptAt('articles', started);
    expect(sqlite.prepare(`select count(*) from deliveries where status = 'pending'`).pluck().get()).toBe(0);
    const lost = (table: string) => sqlite.prepare(`select count(*) from ${table} where job_id not in (select id from jobs)`).pluck().get();
    expect([lost('articles'), lost('batches')]).toEqual([0, 0]);
    const idle = sqlite.prepare(`select count(*) from jobs where kind = 'article.write' and resource_id not in (select id from articles)`);
    expect(idle.pluck().get()).toBe(0);
    const [left] = ((await app.desk.call('articles_list', { projectId, limit: 1 })) as { data: { id: string; jobId: string }[] }).data;
    expect(await app.desk.call('jobs_cancel', { id: left!.jobId })).toMatchObject({ status: 'canceled' });
    expect(await app.desk.call('articles_delete', { id: left!.id })).toMatchObject({ deleted: true });
  });
});

test.each([
  [{ name: '' }, '/name'],
  [{ name: 'x', language: 'english' }, '/language'],
  [{ name: 'x', country: 'de' }, '/country'],
  [{ name: 'x', timezone: 'Mars/Olympus' }, '/timezone'],
  [{ name: 'x', siteUrl: 'ftp://example.com' }, '/siteUrl'],
  [{ name: 'x', articleDefaults: { targetWordCount: 1 } }, '/articleDefaults/targetWordCount'],
  [{ name: 'x', articleDefaults: { words: 1 } }, '/articleDefaults/words'],
  [{ name: 'x', siteURL: 'https://example.com' }, '/siteURL'],
  [{ name: 'x', eventWebhookUrl: '' }, '/eventWebhookUrl'],
  [{ name: 'x', eventWebhookUrl: `https://example.com/${'x'.repeat(2000)}` }, '/eventWebhookUrl'],
  [{}, '/name'],
])('%j is refused by the name of the field', async (input, pointer) => {
  const { desk } = await createTestApp();
  await expect(desk.call('projects_create', input)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer }] });
});

test('article defaults apply where a request says nothing', async () => {
  const { desk } = await createTestApp();
  const { projectId } = await addManual(desk);
  await desk.call('projects_update', { id: projectId, articleDefaults: { targetWordCount: 250, includeFaq: false } });
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool' })) as { id: string };
  await desk.runDue();
  expect(await desk.call('articles_get', { id })).toMatchObject({ status: 'ready', faq: [] });
});

test('an empty event URL is refused on a change too', async () => {
  const { desk } = await createTestApp();
  const [project] = ((await desk.call('projects_list')) as { data: Project[] }).data;
  await expect(desk.call('projects_update', { id: project!.id, eventWebhookUrl: '' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test.each(['\ud800x', 'nul\u0000'])('%j is not valid text', async (name) => {
  const { desk } = await createTestApp();
  await expect(desk.call('projects_create', { name })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/name', code: 'broken_text' }],
  });
});

test('thousands of wrong fields are answered with a few of them', async () => {
  const { desk } = await createTestApp();
  const input = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}${'x'.repeat(500)}`, 1]));
  const error = (await desk.call('projects_create', input).catch((thrown: unknown) => thrown)) as AppError;
  expect(error.errors).toHaveLength(20);
  expect(JSON.stringify(problemOf(error)).length).toBeLessThan(12_000);
});

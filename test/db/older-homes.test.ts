import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ArticleSummary } from '../../schema/articles.ts';
import { autoPublishAtFirst } from '../../schema/auto-publish.ts';
import type { Project } from '../../schema/projects.ts';
import { temporaryHome } from '../support/home.ts';
import { createTestApp } from '../support/test-app.ts';
import { rowsOf } from '../support/rows.ts';
import { startOfTests } from '../support/clock.ts';
import { openTestStore } from '../support/store.ts';
import { openBare } from './bare.ts';

const folder = new URL('../../src/db/migrations/', import.meta.url);
const files = readdirSync(folder).filter((file) => /^\d/.test(file));
const nameOf = (file: string) => file.replace(/^\d+-|\.ts$/g, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const textOf = async (file: string) => ((await import(new URL(file, folder).href)) as Record<string, string>)[nameOf(file)]!;
const migrations = await Promise.all(files.toSorted().map(textOf));

/** A home as the program of that version left it, with these rows. */
function homeOf(version: number, rows: string): string {
  const home = temporaryHome();
  const sqlite = openBare(home);
  for (const migration of migrations.slice(0, version)) sqlite.exec(migration);
  sqlite.exec(`
    insert into projects (id, name, language, brand_terms, timezone, article_defaults, created_at, updated_at)
      values ('prj_1', 'Default', 'en', '[]', 'UTC', '{}', 1, 1);
    ${rows}`);
  sqlite.pragma(`user_version = ${version}`);
  sqlite.close();
  return home;
}

test('the knowledge of an older desk is found by its words and tags', async () => {
  const home = homeOf(
    2,
    `insert into documents (id, project_id, kind, title, language, word_count, chunks, tags, text, fingerprint, created_at, refreshed_at)
      values ('doc_1', 'prj_1', 'text', 'Alt', 'de', 5, 1, '["alt"]', 'Die Häuser sind alt.', 'f', 1, 1);
    insert into passages (document_id, position, title, text, word_count) values ('doc_1', 0, 'Alt', 'Die Häuser sind alt.', 4);`,
  );
  const { desk } = await createTestApp({ home });
  const { data } = (await desk.call('knowledge_list', { q: 'Haus', tag: 'alt' })) as { data: { title: string }[] };
  expect(data.map(({ title }) => title)).toEqual(['Alt']);
  expect(await desk.call('knowledge_list', { tag: 'alt' })).toMatchObject({ data: [{ title: 'Alt' }] });
});

/** An article that arrived at a webhook, one in a CMS, one nowhere. */
function articlesOfVersion4(): string {
  const article = (id: string, status: string) =>
    `('${id}', 'prj_1', 'job_${id}', 'keyword ${id}', 'guide', '${status}', 'extractive', 'en', '{}', 'On Volcanoes', 'Lava flows.',
      '[{"code":"too_thin","detail":"","gate":true}]', 1, 1, 1)`;
  return homeOf(
    4,
    `insert into articles (id, project_id, job_id, keyword, article_type, status, writer, language, request, title, content_markdown, quality,
      version, created_at, updated_at) values ${article('art_1', 'ready')}, ${article('art_2', 'published')}, ${article('art_3', 'ready')};
    insert into publications (article_id, target, status, wanted, published_at, updated_at) values ('art_2', 'ghost', 'published', '{}', 7, 7);
    insert into deliveries (id, kind, project_id, article_id, url, status, attempt_count, max_attempts, delivered_at, flagged, created_at)
      values ('dlv_1', 'publish', 'prj_1', 'art_1', 'https://a.example', 'delivered', 1, 5, 5, 0, 4),
        ('dlv_2', 'publish', 'prj_1', 'art_3', 'https://a.example', 'failed', 5, 5, null, 1, 4);`,
  );
}

test('the articles of an older desk are found by words and flags, and published where they arrived', async () => {
  const { desk } = await createTestApp({ home: articlesOfVersion4() });
  const list = async (filter: Record<string, unknown>) => ((await desk.call('articles_list', filter)) as { data: ArticleSummary[] }).data;
  const keywords = async (filter: Record<string, unknown>) => (await list(filter)).map(({ keyword }) => keyword);
  expect(await keywords({ q: 'volcano lava' })).toEqual(['keyword art_3', 'keyword art_2', 'keyword art_1']);
  expect(await keywords({ quality: 'too_thin', status: 'ready' })).toEqual(['keyword art_3']);
  expect((await list({ status: 'published' })).map(({ id, publishedAt }) => [id, Date.parse(publishedAt!)])).toEqual([
    ['art_2', 7],
    ['art_1', 5],
  ]);
});

test('the audits that an older desk repeats go on at their times', async () => {
  const dueAt = startOfTests + 3_600_000;
  const home = homeOf(
    14,
    `update projects set schedules = '{"audit":"weekly"}', site_url = 'http://127.0.0.1:9/';
    insert into audit_schedules (project_id, every, due_at) values ('prj_1', 'weekly', ${dueAt});
    insert into work (kind, key, payload, lane, due_at, claimable_at)
      values ('site.audit-schedule', 'site.audit-schedule prj_1', '{"projectId":"prj_1"}', '', ${dueAt}, ${dueAt});
    insert into lanes (kind, lane, waits_since, pending) values ('site.audit-schedule', '', ${dueAt}, 1);`,
  );
  const app = await createTestApp({ home });
  const due = async () => (await rowsOf(home).all<{ due_at: number }>('schedules')).map((row) => row.due_at);
  await app.advance(3_599_999);
  expect([await rowsOf(home).count('audits'), await due()]).toEqual([0, [dueAt]]);
  await app.advance(1);
  expect([await rowsOf(home).count('audits'), await due()]).toEqual([1, [dueAt + 7 * 86_400_000]]);
  await app.desk.call('projects_update', { id: 'prj_1', schedules: { audit: 'off' } });
  expect(await rowsOf(home).count('work', { kind: 'schedule.audit' })).toBe(0);
});

test('the pillar of an older topic is one of its keywords, and a plan without what documents say is not shown', async () => {
  const home = homeOf(
    23,
    `insert into topics (id, project_id, name, name_key, pillar_keyword, created_at, updated_at)
      values ('top_01997a3c5d2e7f10a4b8c6d2e4f60741', 'prj_1', 'Ovens', 'ovens', 'Wood oven', 1, 1);
    insert into topic_plans (topic_id, researched_at, plan) values ('top_01997a3c5d2e7f10a4b8c6d2e4f60741', 1, '{"pages":[],"pillar":{"keyword":"wood oven"}}');`,
  );
  const { desk } = await createTestApp({ home });
  const topic = (view: string) => desk.call('topics_get', { id: 'top_01997a3c5d2e7f10a4b8c6d2e4f60741', view });
  expect(await topic('keywords')).toMatchObject({ keywordCount: 1, status: 'new', keywords: [{ keyword: 'Wood oven' }] });
  expect(await topic('plan')).toMatchObject({ plan: null });
});

test('what an older desk indexed by words cut short is found by the whole words', async () => {
  const article = (id: string) =>
    `('${id}', 'prj_1', 'job_${id}', 'keyword ${id}', 'guide', 'ready', 'extractive', 'en', '{}', 'Folders', 'A repo of config files.', 1, 1, 1)`;
  const home = homeOf(
    26,
    `insert into documents (id, project_id, kind, title, language, word_count, chunks, tags, text, fingerprint, created_at, refreshed_at)
      values ('doc_1', 'prj_1', 'text', 'Folders', 'en', 5, 2, '[]', 'They sync at night. Lamps burn.', 'f', 1, 1);
    insert into passages (number, document_id, position, title, text, word_count)
      values (1, 'doc_1', 0, 'Folders', 'They sync at night.', 4), (2, 'doc_1', 1, 'Folders', 'Lamps burn.', 2);
    insert into passages_fts (rowid, title, heading, text, narrowed_by)
      values (1, 'prj_1_folder', '', 'prj_1_sync prj_1_night', 'prj_1_in_doc_1'), (2, 'prj_1_folder', '', 'prj_1_lamp prj_1_burn', 'prj_1_in_doc_1');
    insert into articles (id, project_id, job_id, keyword, article_type, status, writer, language, request, title, content_markdown, version,
      created_at, updated_at) values ${article('art_1')};
    insert into article_words (number, article_id, waits) values (1, 'art_1', 0);
    insert into articles_fts (rowid, words) values (1, 'prj_1_repo prj_1_config prj_1_file');
    insert into crawled_pages (id, project_id, origin, host, url, title, language, word_count, fingerprint, read_at, changed_at, source)
      values ('pag_1', 'prj_1', 'own', 'a.example', 'https://a.example/1', 'Docs', 'en', 3, 'one', 1, 1, 'bytes'),
        ('pag_2', 'prj_1', 'own', 'a.example', 'https://a.example/2', 'Lamps', 'en', 3, 'two', 1, 1, 'bytes');
    insert into crawled_passages (number, page_id, position, kind, text) values (1, 'pag_1', 0, 'prose', 'Docs.'), (2, 'pag_2', 0, 'prose', 'Lamps.');
    insert into crawled_fts (rowid, title, heading, text, narrowed_by) values (1, 'prj_1_doc', '', 'prj_1_doc', ''), (2, 'prj_1_lamp', '', 'prj_1_lamp', '');`,
  );
  const { desk } = await createTestApp({ home });
  const rows = rowsOf(home);
  expect(await rows.all('passages_to_index')).toEqual([{ passage: 1 }]);
  for (const q of ['synchronization', 'sync', 'lamp'])
    expect(await desk.call('knowledge_list', { q })).toMatchObject({ data: [{ id: 'doc_1' }] });
  for (const q of ['repository', 'config']) expect(await desk.call('articles_list', { q })).toMatchObject({ data: [{ id: 'art_1' }] });
  // A page is indexed when it is read and is not as it was.
  const pages = await rows.all<{ fingerprint: string; source: string | null }>('crawled_pages', {}, 'id');
  expect(pages.map(({ fingerprint, source }) => [fingerprint === 'one' || fingerprint === 'two', source])).toEqual([
    [false, null],
    [true, 'bytes'],
  ]);
});

test('a project whose articles were published by default keeps on as it was, and others do nothing by themselves', async () => {
  const defaults = '{"publish":true,"targetWordCount":300}';
  const home = homeOf(
    29,
    `update projects set article_defaults = '${defaults}';
    insert into projects (id, name, language, brand_terms, timezone, article_defaults, calendar_token, created_at, updated_at)
      values ('prj_2', 'Second', 'en', '[]', 'UTC', '{"publish":false,"includeFaq":false}', 'two', 1, 1),
        ('prj_3', 'Third', 'en', '[]', 'UTC', '{}', 'three', 1, 1);
    insert into articles (id, project_id, job_id, keyword, article_type, status, writer, language, request, version, created_at, updated_at)
      values ('art_1', 'prj_1', 'job_1', 'one', 'guide', 'published', 'extractive', 'en', '{"publish":true,"tone":"dry"}', 1, 1, 1),
        ('art_2', 'prj_1', 'job_2', 'two', 'guide', 'queued', 'extractive', 'en', '{"publish":true}', 1, 1, 1),
        ('art_3', 'prj_1', 'job_3', 'three', 'guide', 'ready', 'extractive', 'en', '{"publish":false}', 1, 1, 1);`,
  );
  const { desk } = await createTestApp({ home });
  const { data } = (await desk.call('projects_list')) as { data: Project[] };
  expect(data.map(({ id, articleDefaults, autoPublish }) => [id, articleDefaults, autoPublish])).toEqual([
    ['prj_3', {}, autoPublishAtFirst],
    ['prj_2', { includeFaq: false }, autoPublishAtFirst],
    ['prj_1', { targetWordCount: 300 }, { mode: 'auto', dailyCap: 100, minScore: 0, quietHours: null }],
  ]);
  // Asked for, and not yet done; and what was not to be published.
  expect((await rowsOf(home).all('articles', {}, 'id')).map(({ request }) => request)).toEqual([
    '{"tone":"dry"}',
    '{"publish":true}',
    '{"publish":false}',
  ]);
});

test('what an older search for prospects told no longer names addresses', async () => {
  const best = '[{"id":"lnk_1","contact":"ann@guides.example"},{"id":"lnk_2","contact":null}]';
  const home = homeOf(
    34,
    `insert into jobs (id, project_id, kind, status, progress, attempts, cancel_requested, state, result, created_at, updated_at) values
      ('job_1', 'prj_1', 'link_prospects.discover', 'succeeded', 1, 1, 0, '{}', '{"prospects":{"new":2,"best":${best}},"next":null}', 1, 1),
      ('job_2', 'prj_1', 'link_prospects.discover', 'failed', 1, 1, 0, '{}', null, 1, 1);`,
  );
  const { desk } = await createTestApp({ home });
  const { result } = (await desk.call('jobs_get', { id: 'job_1' })) as { result: unknown };
  expect(result).toEqual({ prospects: { new: 2, best: [{ id: 'lnk_1' }, { id: 'lnk_2' }] }, next: null });
});

test('receivers that answered an older desk last are known, and nothing else is', async () => {
  const lane = (kind: string, name: string, failures: number, settledAt: number | null) =>
    `('${kind}', '${name}', ${failures}, ${Math.sign(failures)}, ${settledAt})`;
  const home = homeOf(
    35,
    `insert into lanes (kind, lane, failures, failing, settled_at) values ${[
      lane('webhook.deliver', 'answered', 0, 1),
      lane('webhook.deliver', 'failed', 1, 1),
      lane('webhook.deliver', 'untried', 0, null),
      lane('article.write', 'written', 0, 1),
    ].join(', ')};`,
  );
  openTestStore({ home });
  expect((await rowsOf(home).all<{ lane: string }>('lanes', { answered: 1 })).map((row) => row.lane)).toEqual(['answered']);
});

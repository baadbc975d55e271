import { expect, test } from 'vitest';
import type { ArticleSummary } from '../../schema/articles.ts';
import { theDeskOpens } from '../../src/db/migrations/001-the-desk-opens.ts';
import { webhooksPeopleTrust } from '../../src/db/migrations/002-webhooks-people-trust.ts';
import { knowledgeAtFullStrength } from '../../src/db/migrations/003-knowledge-at-full-strength.ts';
import { theWritingRoom } from '../../src/db/migrations/004-the-writing-room.ts';
import { temporaryHome } from '../support/home.ts';
import { createTestApp } from '../support/test-app.ts';
import { openBare } from './bare.ts';

/** A home as the program of that version left it, with these rows. */
function homeOf(version: number, rows: string): string {
  const home = temporaryHome();
  const sqlite = openBare(home);
  for (const migration of [theDeskOpens, webhooksPeopleTrust, knowledgeAtFullStrength, theWritingRoom].slice(0, version))
    sqlite.exec(migration);
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

import { expect, test } from 'vitest';
import type { ArticleChange } from '../../../schema/article-changes.ts';
import type { Article } from '../../../schema/articles.ts';
import { addManual } from '../../support/documents.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';

test('a slug that another article has is shortened for its number, so that it can be sent back', async () => {
  const { desk } = await createTestApp();
  await addManual(desk);
  const ids: string[] = [];
  for (const keyword of ['connection pool', 'open connections']) {
    ids.push(((await desk.call('articles_create', { keyword, targetWordCount: 250, includeImage: false })) as Article).id);
  }
  await desk.runDue();
  const slug = `${'a'.repeat(97)}-bc`;
  const update = async (id: string, wanted: string) =>
    (await desk.call('articles_update', { id, slug: wanted, acceptFlags: true })) as ArticleChange;
  expect((await update(ids[0]!, slug)).slug).toBe(slug);
  const second = await update(ids[1]!, slug);
  expect(second.slug).toBe(`${'a'.repeat(97)}-2`);
  expect((await update(ids[1]!, second.slug!)).slug).toBe(second.slug);
});

test('the job of a second article on a keyword reports the numbered slug', async () => {
  const { desk } = await createTestApp();
  await addManual(desk);
  const create = async () =>
    (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, includeImage: false })) as Article;
  await create();
  const { jobId } = await create();
  await desk.runDue();
  expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({ result: { slug: 'connection-pool-2' } });
});

test('a slug that many articles have numbered gets the next number', async () => {
  const { desk, home } = await createTestApp();
  await addManual(desk);
  const rows = rowsOf(home);
  const [project] = await rows.all<{ id: string }>('projects');
  const article = { keyword: 'pool', article_type: 'guide', status: 'failed', writer: 'extractive', request: '{}' };
  const numbered = Array.from({ length: 45 }, (_, index) => ({
    ...article,
    id: `art_${index + 1}`,
    project_id: project!.id,
    job_id: `job_${index + 1}`,
    slug: index === 0 ? 'connection-pool' : `connection-pool-${index + 1}`,
    created_at: 0,
    updated_at: 0,
  }));
  await rows.insert('articles', numbered);
  const wanted = { keyword: 'connection pool', targetWordCount: 250, includeImage: false };
  const { id } = (await desk.call('articles_create', wanted)) as Article;
  await desk.runDue();
  expect(await desk.call('articles_get', { id })).toMatchObject({ slug: 'connection-pool-46' });
});

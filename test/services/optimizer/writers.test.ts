import { expect, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';
import { manual, optimized, startPages } from './pages.ts';

const keyword = 'connection pool';

test('without a model a page is rewritten from the sentences of documents, and nothing of it is lost', async () => {
  const app = await createTestApp();
  await app.desk.call('knowledge_create', { markdown: manual });
  const { own, competitorUrls } = await startPages();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'extractive' }, [
    'markdown',
    'claims',
    'page',
  ]);
  expect(done).toMatchObject({ status: 'ready', losses: [], unsupportedClaims: [] });
  expect(done.scoreAfter).toBeGreaterThan(done.scoreBefore!);
  expect(done.rewrittenMarkdown).toContain('Most applications start with ten connections for each origin.');
  expect(done.rewrittenMarkdown).toContain('at most 20 connections');
  expect(done.changes!.length).toBeGreaterThan(0);
});

test('where no document says more, the page stays as it is, and that is told', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const done = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'extractive' }, ['markdown', 'page']);
  expect(done.status).toBe('ready');
  expect(done.scoreAfter).toBeGreaterThanOrEqual(done.scoreBefore!);
  expect(done.rewrittenMarkdown).toBe(done.page!.markdown);
  expect(done.left!.length).toBeGreaterThan(0);
});

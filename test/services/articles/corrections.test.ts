import { expect, test } from 'vitest';
import type { ArticleChange } from '../../../schema/article-changes.ts';
import type { Article } from '../../../schema/articles.ts';
import { adminApiKey, startFakeGhost } from '../../providers/publish/fake-ghost.ts';
import { readWhole } from '../../support/articles.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const falseClaim = 'NASA proved in 1987 that 4,213 sockets cure malaria in Brazil [1].';

/** An article that stands in Ghost. */
async function published(): Promise<{ app: TestApp; article: Article; titles(): unknown[] }> {
  const app = await createTestApp();
  const ghost = await startFakeGhost();
  ghost.now = app.now;
  await addManual(app.desk);
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey });
  const request = { keyword: 'connection pool', targetWordCount: 250, publish: true };
  const { id } = (await app.desk.call('articles_create', request)) as Article;
  await app.desk.runDue();
  return { app, article: await readWhole(app.desk, id), titles: () => [...ghost.posts.values()].map(({ title }) => title) };
}

const update = async ({ desk }: TestApp, input: object) => (await desk.call('articles_update', { ...input })) as ArticleChange;

test('a published article is corrected, sent again, and says that its newest version stands there', async () => {
  const { app, article, titles } = await published();
  const { id, publications } = article;
  expect(publications).toMatchObject([{ target: 'ghost', version: 1, current: true }]);
  expect(await update(app, { id, title: 'Pools in Practice' })).toMatchObject({
    publications: [{ target: 'ghost', version: 1, current: false }],
    next: 'Not yet version 2: ghost. Send it there with articles_publish.',
  });
  expect(await readWhole(app.desk, id)).toMatchObject({ version: 2, publications: [{ version: 1, current: false }] });
  expect(await app.desk.call('articles_publish', { id })).toMatchObject({ version: 2, gates: [] });
  await app.desk.runDue();
  expect(await app.desk.call('articles_get', { id, include: [] })).toMatchObject({
    contentMarkdown: null,
    version: 2,
    publications: [{ version: 2, current: true }],
  });
  expect(titles()).toEqual(['Pools in Practice']);
});

test('publishing an article tells of the gates that object to it', async () => {
  const { app, article } = await published();
  const { id, outline } = article;
  await update(app, { id, section: outline![0]!.heading, markdown: falseClaim, acceptFlags: true });
  expect(await app.desk.call('articles_publish', { id })).toMatchObject({ version: 2, gates: ['unsupported_claims'] });
});

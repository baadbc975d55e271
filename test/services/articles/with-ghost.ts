import type { Article } from '../../../schema/articles.ts';
import type { PublishedArticle } from '../../../schema/publishing.ts';
import { adminApiKey, startFakeGhost, type FakeGhost } from '../../providers/publish/fake-ghost.ts';
import { readWhole } from '../../support/articles.ts';
import { addManual } from '../../support/documents.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

export async function withGhost(): Promise<{ app: TestApp; ghost: FakeGhost }> {
  const app = await createTestApp();
  const ghost = await startFakeGhost();
  ghost.now = app.now;
  await addManual(app.desk);
  await app.desk.call('integrations_set', { provider: 'ghost', siteUrl: ghost.url, adminApiKey });
  return { app, ghost };
}

export async function write({ desk }: TestApp, input: object = {}): Promise<Article> {
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, ...input })) as Article;
  await desk.runDue();
  return readWhole(desk, id);
}

export const read = ({ desk }: TestApp, id: string) => readWhole(desk, id);

export async function publish(app: TestApp, input: object): Promise<PublishedArticle> {
  const published = (await app.desk.call('articles_publish', { ...input })) as PublishedArticle;
  await app.desk.runDue();
  return published;
}

import { expect, test } from 'vitest';
import type { Action, ActionPage } from '../../../../schema/actions.ts';
import type { Article } from '../../../../schema/articles.ts';
import type { Overview } from '../../../../schema/overview.ts';
import { set, startPublisher, statusOf, type Publisher, withBoth } from './support.ts';

const gatedText = 'Nothing is said here. It grew by 4711 percent in 2019.';
const unwell = () => ({ status: 503, body: 'Down for maintenance.' });
const refusing = () => ({ status: 401, body: { errors: [{ message: 'Unknown key', type: 'UnauthorizedError' }] } });

const offers = async ({ app }: Pick<Publisher, 'app'>): Promise<Action[]> =>
  ((await app.desk.call('actions_list', { limit: 100 })) as ActionPage).data;

const offered = async (publisher: Pick<Publisher, 'app'>, id: string) =>
  (await offers(publisher)).filter(({ target }) => target.id === id).map(({ type }) => type);

const told = async ({ app }: Pick<Publisher, 'app'>, kind: string) =>
  ((await app.desk.call('overview_get')) as Overview).needsYou.find((one) => one.kind === kind);

test('what failed to be published is offered to be mended, not to be sent, once a gate objects', async () => {
  const publisher = await startPublisher();
  const { app, ghost, write } = publisher;
  ghost.instead = refusing;
  const id = await write(0, { publish: true });
  expect(await offered(publisher, id)).toEqual(['publish_article']);
  await app.desk.call('articles_update', { id, markdown: gatedText, acceptFlags: true });
  expect(await offered(publisher, id)).toEqual(['mend_article']);
  expect(await told(publisher, 'publications_failed')).toMatchObject({ count: 1, operation: 'articles_get', arguments: { id } });
});

test('what one target has refused is not offered to be sent while another tries again by itself', async () => {
  const publisher = await withBoth();
  const { app, ghost, projectId, wordpress, write } = publisher;
  await set(app, { mode: 'auto' });
  wordpress.instead = refusing;
  ghost.instead = unwell;
  const id = await write(0);
  expect(await offered(publisher, id)).toEqual([]);
  expect(await offered(publisher, 'ghost')).toEqual(['test_integration']);
  const testing = { operation: 'integrations_test', arguments: { provider: 'ghost', projectId } };
  expect(await told(publisher, 'publications_failed')).toMatchObject(testing);
  // Ghost takes it in its turn, and only what WordPress has refused is left to be sent.
  ghost.instead = undefined;
  await app.advance(60_000);
  expect(await statusOf(app, id)).toBe('published');
  expect(await offered(publisher, id)).toEqual(['publish_article']);
});

test('what has failed before is not offered while its turn with a new text is to come', async () => {
  const publisher = await startPublisher();
  const { app, ghost, write } = publisher;
  await set(app, { mode: 'auto' });
  ghost.instead = refusing;
  const id = await write(0);
  expect(await offered(publisher, id)).toEqual(['publish_article']);
  await set(app, { quietHours: { from: '09:00', to: '10:00' } });
  await app.desk.call('articles_regenerate', { id });
  await app.desk.runDue();
  expect((await set(app)).held).toMatchObject([{ articleId: id, waitsFor: 'turn' }]);
  expect(await offered(publisher, id)).toEqual([]);
});

test('an article that both targets refused counts once, and leaves room for the next', async () => {
  const publisher = await withBoth();
  const { app, ghost, wordpress, write } = publisher;
  ghost.instead = refusing;
  wordpress.instead = refusing;
  const ids = [];
  for (const subject of [0, 1, 2, 3]) ids.push(await write(subject, { publish: true }));
  expect((await told(publisher, 'publications_failed'))!.count).toBe(4);
  const toSend = async () => (await offers(publisher)).filter(({ type }) => type === 'publish_article');
  const first = await toSend();
  expect(first).toHaveLength(3);
  for (const { id } of first) await app.desk.call('actions_dismiss', { id });
  const next = await toSend();
  expect([...first, ...next].map(({ target }) => target.id).toSorted()).toEqual(ids.toSorted());
});

test('the overview names the oldest for review that can be sent, or where all are if none can', async () => {
  const publisher = await startPublisher();
  const { app, projectId, write } = publisher;
  await set(app, { mode: 'review' });
  const gated = await write(0);
  const open = await write(1);
  await app.desk.call('articles_update', { id: gated, markdown: gatedText, acceptFlags: true });
  const toReview = () => told(publisher, 'articles_to_review');
  expect(await toReview()).toMatchObject({ count: 2, operation: 'articles_publish', arguments: { id: open } });
  await app.desk.call('articles_regenerate', { id: open });
  expect(await toReview()).toMatchObject({ count: 2, operation: 'auto_publish_set', arguments: { projectId } });
});

test('what waits for a review and could not be written anew is offered with a word of it', async () => {
  const publisher = await startPublisher();
  const { app, write } = publisher;
  await set(app, { mode: 'review' });
  const id = await write(0);
  const why = async () => (await offers(publisher)).find(({ target }) => target.id === id)!.why;
  expect(await why()).not.toContain('anew');
  const { sources } = (await app.desk.call('articles_get', { id, include: ['sources'] })) as Article;
  await app.desk.call('articles_regenerate', { id });
  await app.desk.call('knowledge_delete', { id: sources![0]!.documentId! });
  await app.desk.runDue();
  expect(await why()).toMatch(/waits for you\. Writing it anew failed, so it is its earlier text\. Read it, then publish it\.$/);
});

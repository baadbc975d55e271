import { expect, test } from 'vitest';
import type { ArticleBrief } from '../../../schema/drafts.ts';
import type { Job } from '../../../schema/jobs.ts';
import type { PublishedArticle } from '../../../schema/publishing.ts';
import type { FakeGhost } from '../../providers/publish/fake-ghost.ts';
import { credentials, startFakeWordPress } from '../../providers/publish/fake-wordpress.ts';
import { addManual } from '../../support/documents.ts';
import { startReceiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { publish, read, withGhost, write } from './with-ghost.ts';

test('a published article is on record with its id, address and version; published again, it is updated', async () => {
  const { app, ghost } = await withGhost();
  const { id } = await write(app);
  const { publications } = await publish(app, { id });
  expect(publications).toEqual([
    { target: 'ghost', status: 'pending', url: null, method: null, deliveryId: null, jobId: expect.any(String), version: 1 },
  ]);
  const [post] = [...ghost.posts.values()];
  const article = await read(app, id);
  expect(article).toMatchObject({
    status: 'published',
    publications: [
      { target: 'ghost', status: 'published', remoteId: post!.id, url: expect.stringContaining(article.slug!), version: 1, error: null },
    ],
  });
  await app.desk.call('articles_update', { id, title: 'Pools in Practice' });
  await publish(app, { id });
  expect(ghost.posts.size).toBe(1);
  expect([...ghost.posts.values()][0]).toMatchObject({ id: post!.id, title: 'Pools in Practice' });
  expect((await read(app, id)).publications[0]).toMatchObject({ version: 2, remoteId: post!.id });
});

test('a finished article is published automatically if requested, unless a gate objects', async () => {
  const { app, ghost } = await withGhost();
  const first = await write(app, { publish: true });
  expect(first.status).toBe('published');
  const second = await write(app, { publish: true });
  expect(second).toMatchObject({ status: 'ready', publications: [] });
  expect(second.quality!.some(({ gate }) => gate)).toBe(true);
  expect(ghost.posts.size).toBe(1);
  await publish(app, { id: second.id });
  expect(ghost.posts.size).toBe(2);
});

test('a request to publish without a configured target is refused at once, alone and in a batch', async () => {
  const { desk } = await createTestApp();
  await addManual(desk);
  const refused = { code: 'integration_required', hint: expect.stringContaining('integrations_set') };
  await expect(desk.call('articles_create', { keyword: 'connection pool', publish: true })).rejects.toMatchObject(refused);
  const batch = { items: [{ keyword: 'connection pool' }], defaults: { publish: true } };
  await expect(desk.call('articles_create_batch', batch)).rejects.toMatchObject(refused);
  expect(await desk.call('articles_list')).toMatchObject({ data: [] });
});

test('an article shows its last delivery to the webhook and the outcome', async () => {
  const app = await createTestApp({ maxAttempts: 1 });
  await addManual(app.desk);
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  const { id, publications } = await write(app, { publish: true });
  const [{ id: deliveryId }] = ((await app.desk.call('webhook_deliveries_list', { kind: 'publish' })) as { data: [{ id: string }] }).data;
  const sent = { target: 'webhook', url: receiver.url, deliveryId, jobId: null, remoteId: null, version: 1 };
  expect(publications).toEqual([{ ...sent, status: 'published', error: null, publishedAt: expect.any(String), current: true }]);
  receiver.answer = { status: 500 };
  await publish(app, { id });
  expect((await read(app, id)).publications).toMatchObject([{ status: 'failed', error: { code: 'provider_failed' }, publishedAt: null }]);
});

test('a published article is offered as a link to later articles', async () => {
  const { app } = await withGhost();
  const first = await write(app, { publish: true });
  const { id } = await write(app, { keyword: 'idle connection', writer: 'agent' });
  expect(await app.desk.call('articles_brief', { id })).toMatchObject({
    internalLinks: [{ articleId: first.id, url: first.publications[0]!.url }],
  });
});

test('a target that refuses is a failed job and a failed publication; the article stays ready', async () => {
  const { app, ghost } = await withGhost();
  const { id } = await write(app);
  ghost.instead = () => ({ status: 401, body: { errors: [{ message: 'Unknown Admin API Key', type: 'UnauthorizedError' }] } });
  const { publications } = await publish(app, { id });
  expect((await app.desk.call('jobs_get', { id: publications[0]!.jobId })) as Job).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'provider_refused', retryable: false },
  });
  expect(await read(app, id)).toMatchObject({ status: 'ready', publications: [{ status: 'failed', error: { code: 'provider_refused' } }] });
  ghost.instead = undefined;
  await publish(app, { id });
  expect(await read(app, id)).toMatchObject({ status: 'published', publications: [{ status: 'published', error: null }] });
});

test('a target that is down is tried again after 10 s, and no post is made twice', async () => {
  const { app, ghost } = await withGhost();
  const { id } = await write(app);
  let answers = 0;
  // The post is made, but the answer is lost.
  ghost.instead = ({ method, url }, answer) => {
    if (method !== 'POST' || !url.pathname.includes('/posts') || answers++ > 0) return undefined;
    answer();
    return { status: 502, body: 'Bad Gateway' };
  };
  await publish(app, { id });
  expect(await read(app, id)).toMatchObject({ publications: [{ status: 'pending' }] });
  await app.advance(10_000);
  expect(await read(app, id)).toMatchObject({ status: 'published' });
  expect(ghost.posts.size).toBe(1);
});

test('targets can be chosen; one that is not configured is named with how to configure it', async () => {
  const { app, ghost } = await withGhost();
  const receiver = await startReceiver();
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  const { id } = await write(app);
  expect(receiver.arrivals).toHaveLength(1);
  await publish(app, { id, targets: ['webhook'] });
  expect(receiver.arrivals).toHaveLength(2);
  expect(ghost.posts.size).toBe(0);
  await publish(app, { id });
  expect([receiver.arrivals.length, ghost.posts.size]).toEqual([2, 1]);
  await expect(publish(app, { id, targets: ['wordpress'] })).rejects.toMatchObject({
    code: 'integration_required',
    hint: expect.stringContaining('integrations_set'),
  });
});

test('WordPress gets the picture, the categories of its integration and the keyword as a tag', async () => {
  const app = await createTestApp();
  const site = await startFakeWordPress();
  await addManual(app.desk);
  await app.desk.call('integrations_set', {
    provider: 'wordpress',
    siteUrl: site.url,
    ...credentials,
    categories: ['Guides'],
    status: 'draft',
  });
  const { id } = await write(app, { publish: true });
  const [post] = [...site.posts.values()];
  expect(post).toMatchObject({ status: 'draft', slug: 'connection-pool', title: expect.any(String) });
  const names = (kind: 'categories' | 'tags') => post![kind].map((term) => site.terms[kind].find((one) => one.id === term)?.name);
  expect([names('categories'), names('tags')]).toEqual([['Guides'], ['connection pool']]);
  expect(site.media.get(post!.featured_media)?.alt_text).toBe((await read(app, id)).featuredImage!.alt);
  await publish(app, { id, status: 'publish' });
  expect([...site.posts.values()]).toEqual([expect.objectContaining({ id: post!.id, status: 'publish' })]);
  expect(site.media.size).toBe(1);
});

/** Hands in a draft in the words of the article's passages, and more that they do not support. */
async function submitDraft({ desk }: TestApp, id: string, more = ''): Promise<void> {
  const { outline, passages } = (await desk.call('articles_brief', { id })) as ArticleBrief;
  const cited = (number: number) => passages[number - 1]!.text.replace(/([.!?])(\s|$)/g, ` [${number}]$1$2`);
  const sections = outline.map((part) => `## ${part.heading}\n\n${part.passages.map(cited).join('\n\n')}`);
  await desk.call('articles_submit_draft', { id, title: 'Pools', markdown: [cited(1), ...sections, more].join('\n\n'), acceptFlags: true });
}

/** Holds all requests to the site until `go` is called. */
function holdUp(site: FakeGhost): { asked: Promise<void>; go: () => void } {
  const [asked, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  site.instead = async () => {
    asked.resolve();
    await go.promise;
    return undefined;
  };
  return { asked: asked.promise, go: go.resolve };
}

/** Two publications of one article, the second requested while the first is running. */
async function publishingTwice() {
  const { app, ghost } = await withGhost();
  const { id } = await write(app);
  const { asked, go } = holdUp(ghost);
  const ask = async () => ((await app.desk.call('articles_publish', { id })) as PublishedArticle).publications[0]!.jobId!;
  const older = await ask();
  const running = app.desk.runDue();
  await asked;
  const newer = await ask();
  return { app, ghost, id, older, newer, running, go };
}

const jobOf = async ({ desk }: TestApp, id: string) => (await desk.call('jobs_get', { id })) as Job;

test('an article being rewritten keeps that status if a publication succeeds meanwhile, and is published afterwards', async () => {
  const { app, ghost } = await withGhost();
  const { id } = await write(app, { writer: 'agent' });
  await submitDraft(app, id);
  ghost.instead = () => ({ status: 502, body: 'Bad Gateway' });
  await publish(app, { id });
  ghost.instead = undefined;
  await app.desk.call('articles_regenerate', { id });
  await app.desk.runDue();
  await app.advance(10_000);
  expect(await read(app, id)).toMatchObject({ status: 'awaiting_draft', publications: [{ status: 'published' }] });
  await submitDraft(app, id);
  expect(await read(app, id)).toMatchObject({ status: 'published', version: 2 });
});

test('a waiting publication is replaced by a newer one of the same article', async () => {
  const { app, ghost } = await withGhost();
  const { id } = await write(app);
  ghost.instead = () => ({ status: 502, body: 'Bad Gateway' });
  const { publications } = await publish(app, { id });
  ghost.instead = undefined;
  const newer = await publish(app, { id });
  expect(await jobOf(app, publications[0]!.jobId!)).toMatchObject({ status: 'canceled' });
  expect((await read(app, id)).publications).toMatchObject([{ status: 'published', jobId: newer.publications[0]!.jobId, error: null }]);
});

test('the end of a running publication does not end the newer one', async () => {
  const { app, ghost, id, older, newer, running, go } = await publishingTwice();
  await app.desk.call('jobs_cancel', { id: older });
  ghost.instead = () => ({ status: 502, body: 'Bad Gateway' });
  go();
  await running;
  expect(await jobOf(app, older)).toMatchObject({ status: 'canceled' });
  expect((await read(app, id)).publications).toMatchObject([{ status: 'pending', jobId: newer, error: null }]);
  ghost.instead = undefined;
  await app.advance(10_000);
  expect((await read(app, id)).publications).toMatchObject([{ status: 'published', jobId: newer }]);
  expect(ghost.posts.size).toBe(1);
});

test('a post made while a newer publication is canceled is remembered: the next publication changes that post', async () => {
  const { app, ghost, id, newer, running, go } = await publishingTwice();
  await app.desk.call('jobs_cancel', { id: newer });
  go();
  await running;
  const [post] = [...ghost.posts.values()];
  expect(await read(app, id)).toMatchObject({
    status: 'published',
    publications: [{ status: 'failed', jobId: newer, remoteId: post!.id, version: 1, error: { code: 'canceled' } }],
  });
  await app.desk.call('articles_update', { id, title: 'Pools in Practice', slug: 'pools-in-practice' });
  await publish(app, { id });
  expect([...ghost.posts.values()]).toMatchObject([{ id: post!.id, title: 'Pools in Practice' }]);
});

test('an article is no longer held back once it is rewritten and sent', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  await addManual(app.desk);
  await app.desk.call('publishing_webhook_set', { url: receiver.url, holdOnQualityGate: true });
  const { id } = await write(app, { writer: 'agent' });
  await submitDraft(app, id, 'NASA proved in 1987 that 4,213 sockets cure malaria in Brazil [1].');
  await app.desk.runDue();
  expect([(await read(app, id)).publishHeld, receiver.arrivals.length]).toEqual([true, 0]);
  await app.desk.call('articles_regenerate', { id });
  await app.desk.runDue();
  await submitDraft(app, id);
  await app.desk.runDue();
  expect([(await read(app, id)).publishHeld, receiver.arrivals.length]).toEqual([false, 1]);
});

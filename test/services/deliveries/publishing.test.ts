import { describe, expect, test } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import { ArticlePayload, type PublishedArticle } from '../../../schema/publishing.ts';
import { addManual } from '../../support/documents.ts';
import { bodyOf, lastSend, payloadKeys, sendsOf, startPublisher, unmetOutline, writeArticle } from '../../support/publishing.ts';
import { startReceiver, type Arrival } from '../../support/receiver.ts';
import { manual } from '../../support/scenario.ts';
import { createTestApp } from '../../support/test-app.ts';
import { callRest } from '../../support/wire-clients.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a finished article', () => {
  test('arrives whole, under the names of the contract and no others', async () => {
    const { receiver, write } = await startPublisher();
    const title = 'Connection pools, and all that a service should know of them before it opens one';
    const article = await write({ title });
    expect(article.metaTitle).not.toBe(title);
    const body = bodyOf(receiver.arrivals[0]!);
    expect(Object.keys(body)).toEqual(payloadKeys);
    // Put into a page as it is, it cannot end a script element.
    expect([receiver.arrivals[0]!.body.includes('<'), body.content_html.includes('<')]).toEqual([false, true]);
    expect(body).toEqual({
      id: article.id,
      title: article.title,
      meta_title: article.metaTitle,
      slug: article.slug,
      meta_description: article.metaDescription,
      content_markdown: article.contentMarkdown,
      content_html: article.contentHtml,
      keyword: 'connection pool',
      article_type: 'guide',
      word_count: article.wordCount,
      reading_time: article.readingTime,
      featured_image: article.featuredImage,
      faq: article.faq,
      json_ld: article.jsonLd,
      created_at: article.createdAt,
      generated_at: article.generatedAt,
    });
  });

  test('has values of the types the contract gives, also inside', async () => {
    const { app, receiver, write } = await startPublisher();
    const markdown = manual.replace('## Watching a pool', '## How do you watch a connection pool?');
    // Beside the manual it would be taken for the same text again.
    const { data } = (await app.desk.call('knowledge_list')) as { data: { id: string }[] };
    await app.desk.call('knowledge_delete', { id: data[0]!.id });
    const { id } = (await app.desk.call('knowledge_create', { markdown })) as { id: string };
    const article = await write({ sources: [id], outline: ['What a pool is', 'Sizing a pool', 'Closing a pool'] });
    const body = bodyOf(receiver.arrivals[0]!);
    expect(body.faq).not.toEqual([]);
    expect(ArticlePayload.strict().safeParse(body).error).toBeUndefined();
    expect(body.json_ld).toMatchObject({ '@type': 'Article' });
    expect(body.reading_time).toBe(Math.max(1, Math.round(article.wordCount! / 200)));
    for (const answered of body.faq) expect(Object.keys(answered)).toEqual(['question', 'answer']);
  });

  test.each(['POST', 'PUT'])('comes by %s as configured, with the token and the headers decided', async (method) => {
    const { receiver, endpoint, write } = await startPublisher({ method });
    await write();
    const [{ headers, ...arrival }] = receiver.arrivals as [Arrival];
    expect(arrival).toMatchObject({ method, path: '/hook' });
    const own = Object.keys(headers).filter((name) => !['host', 'connection', 'content-length'].includes(name));
    expect(own.toSorted()).toEqual(['content-type', 'user-agent', 'x-webhook-secret']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhook/1.0',
      'x-webhook-secret': endpoint.secretToken,
    });
  });

  test('is sent beside its event, and also if there is none to send', async () => {
    const { app, receiver, write } = await startPublisher();
    const events = await startReceiver();
    await write();
    expect(receiver.arrivals).toHaveLength(1);
    await write({ webhookUrl: events.url });
    expect(receiver.arrivals).toHaveLength(2);
    expect(events.arrivals).toHaveLength(1);
    expect(await sendsOf(app)).toHaveLength(2);
  });

  test('is not sent where nothing is configured, or its writing failed', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    await writeArticle(app);
    expect(await sendsOf(app)).toEqual([]);
    const receiver = await startReceiver(404);
    await app.desk.call('publishing_webhook_set', { url: receiver.url });
    const failed = await writeArticle(app, { sources: [receiver.url.replace('hook', 'page')] });
    expect(failed.status).toBe('failed');
    expect(await sendsOf(app)).toEqual([]);
  });

  test('goes to the webhook of its own project', async () => {
    const { app, receiver, write, endpoint } = await startPublisher();
    await app.desk.call('projects_create', { name: 'Another' });
    const other = ((await app.desk.call('projects_list')) as { data: { id: string }[] }).data[0]!.id;
    const elsewhere = await startReceiver();
    await app.desk.call('publishing_webhook_set', { projectId: other, url: elsewhere.url });
    await write({ projectId: endpoint.projectId });
    expect(receiver.arrivals).toHaveLength(1);
    expect(elsewhere.arrivals).toEqual([]);
  });
});

test('a send that fails is repeated at the instants of the published schedule, with the same bytes and token', async () => {
  const { app, receiver, endpoint, write } = await startPublisher({}, { status: 500 });
  await write();
  for (const [index, delay] of [minute, 5 * minute, 30 * minute, 2 * hour].entries()) {
    const due = new Date(app.now() + delay).toISOString();
    expect(await lastSend(app)).toMatchObject({ status: 'pending', attemptCount: index + 1, nextAttemptAt: due });
    await app.advance(delay - 1);
    expect(receiver.arrivals).toHaveLength(index + 1);
    await app.advance(1);
  }
  expect(await lastSend(app)).toMatchObject({ status: 'failed', attemptCount: 5, flagged: true, nextAttemptAt: null });
  expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
  expect(receiver.arrivals.map(({ headers }) => headers['x-webhook-secret'])).toEqual(Array(5).fill(endpoint.secretToken));
});

test('a replayed send keeps its id, body, method and token', async () => {
  const { app, receiver, endpoint, write } = await startPublisher({ method: 'PUT' });
  await write();
  const { id } = await lastSend(app);
  expect(await app.desk.call('webhook_deliveries_retry', { id })).toMatchObject({
    id,
    kind: 'publish',
    status: 'pending',
    attemptCount: 0,
  });
  await app.desk.runDue();
  const [first, second] = receiver.arrivals as [Arrival, Arrival];
  expect(second).toMatchObject({ method: 'PUT', body: first.body });
  expect(second.headers['x-webhook-secret']).toBe(endpoint.secretToken);
  expect(await lastSend(app)).toMatchObject({ id, status: 'delivered', attempts: [{ number: 1 }, { number: 2 }] });
});

describe('articles_publish', () => {
  test('sends the article again as a delivery of its own, and answers where it goes', async () => {
    const { app, receiver, write } = await startPublisher();
    const { id } = await write();
    const published = (await app.desk.call('articles_publish', { id })) as PublishedArticle;
    const [send, before] = await sendsOf(app);
    const publication = {
      target: 'webhook',
      url: receiver.url,
      method: 'POST',
      deliveryId: send!.id,
      status: 'pending',
      jobId: null,
      version: 1,
    };
    expect(published).toEqual({ id, status: 'published', version: 1, gates: [], publications: [publication] });
    expect(send).toMatchObject({ articleId: id, articleVersion: 1, eventId: null, eventType: null, test: false });
    expect(send!.id).not.toBe(before!.id);
    await app.desk.runDue();
    expect(bodyOf(receiver.arrivals[1]!)).toEqual(bodyOf(receiver.arrivals[0]!));
  });

  test('makes the article wait for its first attempt, like a newly finished one', async () => {
    const { app, write } = await startPublisher();
    const { id } = await write();
    const waits = () => app.desk.services.deliveries.awaitsFirstAttempt(id);
    expect(await waits()).toBe(false);
    await app.desk.call('articles_publish', { id });
    expect(await waits()).toBe(true);
  });

  test('answers 202 over REST, without a Location: each target has its own job', async () => {
    const { app, write } = await startPublisher();
    const { id } = await write();
    const { url } = await app.desk.listen({ port: 0 });
    const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'write' });
    const { status, headers } = await callRest(url, key, 'articles_publish', { id });
    expect([status, headers.get('location')]).toEqual([202, null]);
  });

  test('sends what was written before anything was configured', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const { id } = await writeArticle(app);
    await expect(app.desk.call('articles_publish', { id })).rejects.toMatchObject({
      code: 'integration_required',
      hint: expect.stringContaining('publishing_webhook_set'),
    });
    const receiver = await startReceiver();
    await app.desk.call('publishing_webhook_set', { url: receiver.url });
    await app.desk.call('articles_publish', { id });
    await app.desk.runDue();
    expect(bodyOf(receiver.arrivals[0]!).id).toBe(id);
  });

  test('refuses an article that is not ready, and one that is not there', async () => {
    const { app, receiver } = await startPublisher();
    const { id } = (await app.desk.call('articles_create', { keyword: 'connection pool' })) as Article;
    await expect(app.desk.call('articles_publish', { id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('queued'),
      hint: expect.stringContaining('jobs_get'),
    });
    await expect(app.desk.call('articles_publish', { id: 'art_none' })).rejects.toMatchObject({
      code: 'not_found',
      hint: 'See articles_list.',
    });
    expect(receiver.arrivals).toEqual([]);
  });
});

describe('the quality gate', () => {
  test('holds an article back that a gate objects to, which says so, until it is published', async () => {
    const { app, receiver, write } = await startPublisher({ holdOnQualityGate: true });
    const first = await write();
    const { id, quality, publishHeld } = await write();
    expect(quality!.filter(({ gate }) => gate).map(({ code }) => code)).toEqual(['duplicate', 'cannibalises']);
    expect(publishHeld).toBe(true);
    expect(receiver.arrivals.map((arrival) => bodyOf(arrival).id)).toEqual([first.id]);
    await app.desk.call('articles_publish', { id });
    await app.desk.runDue();
    expect(bodyOf(receiver.arrivals[1]!).id).toBe(id);
    expect(await app.desk.call('articles_get', { id })).toMatchObject({ publishHeld: false });
  });

  test('lets an article through if its flags only advise', async () => {
    const { receiver, write } = await startPublisher({ holdOnQualityGate: true });
    const { quality, publishHeld } = await write({ outline: unmetOutline });
    expect(quality!.map(({ code, gate }) => `${code} ${gate}`)).toContain('outline_unmet false');
    expect(publishHeld).toBe(false);
    expect(receiver.arrivals).toHaveLength(1);
  });

  test('holds nothing unless the project asks for it', async () => {
    const { receiver, write } = await startPublisher();
    await write();
    expect(await write()).toMatchObject({ publishHeld: false });
    expect(receiver.arrivals).toHaveLength(2);
  });
});

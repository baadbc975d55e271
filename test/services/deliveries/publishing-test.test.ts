import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../schema/deliveries.ts';
import { ArticlePayload, sampleArticle } from '../../../schema/publishing.ts';
import { countWords } from '../../../src/language/tokens.ts';
import { renderHtml } from '../../../src/markdown/render.ts';
import { startOfTests } from '../../support/clock.ts';
import { bodyOf, payloadKeys, sendsOf, startPublisher } from '../../support/publishing.ts';
import type { Arrival } from '../../support/receiver.ts';
import { callRest } from '../../support/wire-clients.ts';

const minute = 60_000;

describe('a test send', () => {
  test('is a sample of exactly the real shape, marked as a test, with the token', async () => {
    const { app, receiver, endpoint } = await startPublisher({ method: 'PUT' });
    const send = (await app.desk.call('publishing_webhook_test')) as Delivery;
    expect(send).toMatchObject({ kind: 'publish', test: true, status: 'pending', articleId: null, method: 'PUT', url: receiver.url });
    await app.desk.runDue();
    const [arrival] = receiver.arrivals as [Arrival];
    expect(arrival).toMatchObject({ method: 'PUT', headers: { 'x-service-test': 'true', 'x-webhook-secret': endpoint.secretToken } });
    expect(Object.keys(bodyOf(arrival))).toEqual(payloadKeys);
    expect(ArticlePayload.strict().parse(bodyOf(arrival))).toEqual(sampleArticle(new Date(startOfTests).toISOString()));
    expect(await app.desk.call('webhook_deliveries_get', { id: send.id })).toMatchObject({ status: 'delivered' });
  });

  test('answers 202 over REST, without a Location: no job is done', async () => {
    const { app } = await startPublisher();
    const { url } = await app.desk.listen({ port: 0 });
    const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'write' });
    const { status, headers } = await callRest(url, key, 'publishing_webhook_test');
    expect([status, headers.get('location')]).toEqual([202, null]);
  });

  test('is sent once, and is nobody’s concern if it fails', async () => {
    const { app, receiver } = await startPublisher({}, { status: 500 });
    await app.desk.call('publishing_webhook_test');
    await app.advance(24 * 60 * minute);
    expect(receiver.arrivals.map(({ headers }) => headers['x-service-test'])).toEqual(['true']);
    expect((await sendsOf(app))[0]).toMatchObject({ status: 'failed', flagged: false, attemptCount: 1, maxAttempts: 1 });
  });

  test('shows what a real article would: the HTML of its Markdown, its words counted', async () => {
    const { content_markdown, content_html, word_count } = sampleArticle('2026-05-03T09:30:00.000Z');
    expect(await renderHtml(content_markdown)).toBe(content_html);
    expect(countWords(content_markdown.replace(/^#.*$/gm, ''))).toBe(word_count);
  });
});

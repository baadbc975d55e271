import { expect, test } from 'vitest';
import type { Delivery, DeliveryDetail } from '../../../schema/deliveries.ts';
import { addManual } from '../../support/documents.ts';
import { writeArticle } from '../../support/publishing.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** A desk that has written one article and told a receiver of it. */
async function writeOne({ url: webhookUrl }: Receiver): Promise<{ app: TestApp; articleId: string }> {
  const app = await createTestApp();
  await addManual(app.desk);
  const { id } = await writeArticle(app, { webhookUrl });
  return { app, articleId: id };
}

const onlyDelivery = async ({ desk }: TestApp) => ((await desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data[0]!;

test('what was sent, and more than the beginning of what was answered, is shown only to who asks for it, part by part', async () => {
  const receiver = await startReceiver(500);
  receiver.answer = { status: 500, headers: { server: 'nginx' }, body: 'a stack trace'.repeat(20) };
  const { app } = await writeOne(receiver);
  const { id } = await onlyDelivery(app);
  const read = async (include?: string[]) => (await app.desk.call('webhook_deliveries_get', { id, include })) as DeliveryDetail;
  const short = { status: 500, body: 'a stack trace'.repeat(20).slice(0, 200), truncated: true, durationMs: expect.any(Number) };
  expect((await onlyDelivery(app)).response).toEqual(short);
  const brief = await read();
  expect(brief).toMatchObject({ response: short, attempts: [{ number: 1, errorClass: 'status' }] });
  expect(brief.attempts[0]!.response).toEqual(short);
  expect(JSON.stringify(brief)).not.toMatch(/nginx|X-Service-Signature|"data"/);
  expect((await read(['body'])).body).toBe(receiver.arrivals[0]!.body);
  expect((await read(['response'])).attempts[0]!.response).toMatchObject({
    ...short,
    headers: { server: 'nginx' },
    body: receiver.answer.body,
    truncated: false,
  });
  expect((await read(['requestHeaders'])).attempts[0]!.requestHeaders).toMatchObject({ 'X-Service-Delivery': id });
});

test('the delivery of an article’s event names the article', async () => {
  const { app, articleId } = await writeOne(await startReceiver());
  expect(await onlyDelivery(app)).toMatchObject({ eventType: 'article.ready', articleId, articleVersion: null });
  const { data } = (await app.desk.call('webhook_deliveries_list', { articleId })) as { data: Delivery[] };
  expect(data).toEqual([await onlyDelivery(app)]);
  expect(await app.desk.call('webhook_deliveries_list', { articleId: 'art_other' })).toMatchObject({ data: [] });
});

test('deleting an article leaves what is on its way about it', async () => {
  const { app, articleId } = await writeOne(await startReceiver(500));
  await app.desk.call('articles_delete', { id: articleId });
  expect(await onlyDelivery(app)).toMatchObject({ status: 'pending', attemptCount: 1 });
});

import { expect, test } from 'vitest';
import type { Article } from '../../schema/articles.ts';
import type { Delivery } from '../../schema/deliveries.ts';
import { run, type Ended } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { startReceiver } from '../support/receiver.ts';
import { manual } from '../support/scenario.ts';

const pending = 'Pending: it is done while serve or stdio runs, or with --wait.\n';

function call(home: string, operation: string, input: object, ...flags: string[]): Promise<Ended> {
  return run(['call', operation, '--json', JSON.stringify(input), ...flags], { home });
}

test('without --wait a delivery stays pending, and stderr says when it will be sent', async () => {
  const home = temporaryHome();
  const receiver = await startReceiver();
  const { code, stdout, stderr } = await call(home, 'webhook_test', { url: receiver.url });
  expect({ code, stderr }).toEqual({ code: 0, stderr: pending });
  expect(JSON.parse(stdout)).toMatchObject({ status: 'pending', attemptCount: 0 });
  expect(receiver.arrivals).toEqual([]);
});

test('with --wait a delivery is sent, and printed in its new state', async () => {
  const home = temporaryHome();
  const receiver = await startReceiver();
  const { code, stdout, stderr } = await call(home, 'webhook_test', { url: receiver.url }, '--wait');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const delivery = JSON.parse(stdout) as Delivery;
  expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 1, response: { status: 204 } });
  expect(receiver.arrivals.map(({ headers }) => headers['x-service-delivery'])).toEqual([delivery.id]);
});

test('a failed attempt is reported with its reason: exit code 1', async () => {
  const home = temporaryHome();
  const receiver = await startReceiver(500);
  const { code, stdout, stderr } = await call(home, 'webhook_test', { url: receiver.url }, '--wait');
  expect(code).toBe(1);
  const { id } = JSON.parse(stdout) as Delivery;
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', attemptCount: 1, response: { status: 500 } });
  expect(stderr).toBe('The receiver answered 500.\n');
  receiver.answer.status = 204;
  const retried = await call(home, 'webhook_deliveries_retry', { id }, '--wait');
  expect(JSON.parse(retried.stdout)).toMatchObject({ id, status: 'delivered', attemptCount: 1 });
});

test('without an answer, the reason is that of the attempt', async () => {
  const { code, stderr } = await call(temporaryHome(), 'webhook_test', { url: 'http://127.0.0.1:1/' }, '--wait');
  expect(code).toBe(1);
  expect(stderr).toBe('127.0.0.1 does not answer on port 1 (connection refused).\n');
});

test('publishing, a sample or an article, waits like an event', async () => {
  const home = temporaryHome();
  const receiver = await startReceiver();
  await call(home, 'knowledge_create', { markdown: manual });
  const written = await call(home, 'articles_create', { keyword: 'connection pool', targetWordCount: 250 }, '--wait');
  const { resource } = JSON.parse(written.stdout) as { resource: Pick<Article, 'id'> };
  await call(home, 'publishing_webhook_set', { url: receiver.url });
  const sample = await call(home, 'publishing_webhook_test', {}, '--wait');
  expect(JSON.parse(sample.stdout)).toMatchObject({ kind: 'publish', test: true, status: 'delivered' });
  const article = await call(home, 'articles_publish', { id: resource.id }, '--wait');
  expect(JSON.parse(article.stdout)).toMatchObject({ kind: 'publish', articleId: resource.id, status: 'delivered' });
  expect((await call(home, 'articles_publish', { id: resource.id })).stderr).toBe(pending);
});

test('--wait says where there is nothing to wait for', async () => {
  const home = temporaryHome();
  const { code, stdout, stderr } = await call(home, 'projects_list', {}, '--wait');
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'There is nothing to wait for.\n' });
  expect(JSON.parse(stdout)).toMatchObject({ data: [{ name: 'Default' }] });
  const dryRun = await call(home, 'webhook_deliveries_retry_many', { status: 'failed', dryRun: true }, '--wait');
  expect(dryRun.stderr).toBe('There is nothing to wait for.\n');
});

test('reading something pending prints no note; with --wait it is completed', async () => {
  const home = temporaryHome();
  const receiver = await startReceiver();
  const { id } = JSON.parse((await call(home, 'webhook_test', { url: receiver.url })).stdout) as Delivery;
  expect((await call(home, 'webhook_deliveries_get', { id })).stderr).toBe('');
  const { stdout } = await call(home, 'webhook_deliveries_get', { id }, '--wait');
  expect(JSON.parse(stdout)).toMatchObject({ id, status: 'delivered' });
});

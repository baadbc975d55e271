import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import type { DeletedPublishingWebhook } from '../../../schema/publishing.ts';
import { serveHttp } from '../../net/support.ts';
import { startPublisher } from '../../support/publishing.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const many = 300;

async function addSends({ desk }: TestApp, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await desk.call('publishing_webhook_test');
}

const remove = async ({ desk }: TestApp) => (await desk.call('publishing_webhook_delete')) as DeletedPublishingWebhook;

/** How many publishing sends are in each state, and how many pieces of work there are for them. */
async function census({ home }: TestApp) {
  const ended = `kind = 'publish' and status = 'failed' and standing = 'acknowledged' and acknowledged_at is not null`;
  const [found] = await rowsOf(home).query<{ waiting: number; ended: number; work: number }>(`
    select (select count(*) from deliveries where kind = 'publish' and status = 'pending') as waiting,
      (select count(*) from deliveries where ${ended}) as ended, (select count(*) from work where kind = 'webhook.deliver') as work`);
  return found!;
}

test('as many sends as configured run at one receiver at once, and none waits in vain for a connection', async () => {
  const most = 256;
  const waiting: ServerResponse[] = [];
  let known = false;
  const receiver = await serveHttp((_, response) => {
    if (!known) return void response.writeHead(204).end();
    waiting.push(response);
    if (waiting.length === most) for (const one of waiting) one.writeHead(204).end();
  });
  const app = await createTestApp({ deliveryConcurrency: most, receiverConcurrency: most });
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  // A new receiver is sent one at a time until it has answered.
  await addSends(app, 1);
  await app.desk.runDue();
  known = true;
  await addSends(app, most);
  await app.desk.runDue();
  expect(waiting).toHaveLength(most);
  const { data } = (await app.desk.call('webhook_deliveries_list', { status: 'pending' })) as { data: unknown[] };
  expect(data).toEqual([]);
});

test('deleting the webhook ends hundreds of waiting sends and counts them all', async () => {
  const { app } = await startPublisher();
  await addSends(app, many);
  expect(await remove(app)).toMatchObject({ canceledDeliveries: many });
  expect(await census(app)).toEqual({ waiting: 0, ended: many, work: 0 });
});

test('others have their turn while it is being deleted, and sends they create meanwhile are ended too', async () => {
  const { app, write } = await startPublisher();
  const { id } = await write();
  await addSends(app, many);
  const deletion = remove(app);
  while ((await census(app)).ended === 0) await nextTurn();
  await app.desk.call('articles_publish', { id });
  expect((await census(app)).waiting).toBeGreaterThan(0);
  expect(await deletion).toMatchObject({ canceledDeliveries: many + 1 });
  expect(await census(app)).toEqual({ waiting: 0, ended: many + 1, work: 0 });
});

test('the send of an article that is finished while it is being deleted is ended too', async () => {
  const { app, write } = await startPublisher({}, { status: 500 });
  await addSends(app, 1);
  const copies = 5_000;
  const rows = rowsOf(app.home);
  const [send] = await rows.query(
    'select kind, project_id, endpoint_id, url, status, attempt_count, max_attempts, created_at from deliveries',
  );
  await rows.insert(
    'deliveries',
    Array.from({ length: copies }, (_, index) => ({ ...send, id: `dlv_copy${index}` })),
  );
  const deletion = remove(app);
  await write();
  expect((await census(app)).waiting).toBeGreaterThan(0);
  expect(await deletion).toMatchObject({ canceledDeliveries: copies + 2 });
  expect(await census(app)).toEqual({ waiting: 0, ended: copies + 2, work: 0 });
});

test('an interrupted deletion leaves the webhook configured, and a repeat ends the rest', async () => {
  const { app, endpoint } = await startPublisher();
  await addSends(app, many);
  const when = `(select count(acknowledged_at) from deliveries) > ${many / 2}`;
  const goOn = await rowsOf(app.home).refuse('update', 'deliveries', { when, saying: 'cut short' });
  await expect(remove(app)).rejects.toThrow('cut short');
  await goOn();
  const { ended, waiting, work } = await census(app);
  expect([ended > 0, ended + waiting, work]).toEqual([true, many, waiting]);
  expect(await app.desk.call('publishing_webhook_get')).toEqual(endpoint);
  expect(await remove(app)).toMatchObject({ canceledDeliveries: waiting });
  expect(await census(app)).toEqual({ waiting: 0, ended: many, work: 0 });
});

test('deleting a project removes hundreds of its waiting sends, and no others', async () => {
  const { app, endpoint } = await startPublisher();
  await addSends(app, many);
  const other = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
  await app.desk.call('publishing_webhook_set', { projectId: other.id, url: endpoint.url });
  await app.desk.call('publishing_webhook_test', { projectId: other.id });
  await app.desk.call('projects_delete', { id: endpoint.projectId, confirm: 'Default' });
  expect(await census(app)).toEqual({ waiting: 1, ended: 0, work: 1 });
});

test('held articles are released once the webhook is deleted', async () => {
  const { app, write } = await startPublisher({ holdOnQualityGate: true });
  const { id } = await write();
  // The same article under other ids: more than one transaction takes on.
  const rows = rowsOf(app.home);
  const [article] = await rows.all('articles', { id });
  await rows.insert(
    'articles',
    Array.from({ length: 50 }, (_, index) => ({ ...article, id: `art_copy${index}`, slug: null, publish_held: 1 })),
  );
  await remove(app);
  const { data } = (await app.desk.call('articles_list', { limit: 100 })) as { data: Article[] };
  expect(data).toHaveLength(51);
  expect(data.filter(({ publishHeld }) => publishHeld)).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { Action, ActionPage, RunAction } from '../../../schema/actions.ts';
import { emitTo } from '../../support/events.ts';
import { startReceiver } from '../../support/receiver.ts';
import { manual } from '../../support/scenario.ts';
import { startSite, type Answering } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { set, startPublisher, statusOf } from '../articles/auto/support.ts';
import { startBusyDesk } from './busy-desk.ts';
import { plantGaps } from './shown.ts';

const minute = 60_000;
const hour = 60 * minute;

const open = async ({ desk }: Pick<TestApp, 'desk'>, type: Action['type'], projectId?: string) =>
  ((await desk.call('actions_list', { type, projectId, limit: 100 })) as ActionPage).data;

/** Runs the only open action of a type, and does what is due. */
async function run({ desk }: Pick<TestApp, 'desk'>, type: Action['type']): Promise<RunAction> {
  const [action, ...others] = await open({ desk }, type);
  expect(others).toEqual([]);
  const ran = (await desk.call('actions_run', { id: action!.id })) as RunAction;
  await desk.runDue();
  return ran;
}

const known: Answering = (_, response) => void response.writeHead(200, { 'content-type': 'text/markdown', etag: '"one"' }).end(manual);

test.each<[string, Answering]>([
  ['with the same text', known],
  ['as not modified', (_, response) => void response.writeHead(304).end()],
])('a document that was read in between, %s, and is gone again, is offered again', async (_name, well) => {
  const app = await createTestApp();
  const site = await startSite({ '/manual.md': known });
  const { id } = (await app.desk.call('knowledge_create', { url: `${site.url}/manual.md` })) as { id: string };
  const look = async (page?: Answering) => {
    await app.advance(hour);
    if (page === undefined) delete site.pages['/manual.md'];
    else site.pages['/manual.md'] = page;
    await app.desk.call('knowledge_refresh', { id });
    await app.desk.runDue();
  };
  await look();
  const [gone] = await open(app, 'refresh_document');
  expect(gone).toMatchObject({ target: { id }, why: expect.stringContaining('could not be read') });
  await app.desk.call('actions_dismiss', { id: gone!.id });
  await look();
  expect(await open(app, 'refresh_document')).toEqual([]);
  await look(well);
  await look();
  expect(await open(app, 'refresh_document')).toMatchObject([{ id: gone!.id }]);
  expect(await app.desk.call('knowledge_get', { id })).toMatchObject({
    lastError: { code: expect.any(String), message: gone!.evidence[0]!.what },
  });
});

describe('what a receiver did not get', () => {
  async function startWithFailed(count: number) {
    const receiver = await startReceiver(500);
    const app = await createTestApp({ maxAttempts: 1 });
    for (let nth = 0; nth < count; nth++) await emitTo(app, receiver.url);
    await app.desk.runDue();
    const arrived = () => new Set(receiver.arrivals.map(({ headers }) => headers['x-service-delivery'])).size;
    receiver.arrivals.length = 0;
    return { app, receiver, arrived };
  }

  test('is sent again five at a time, the next once these have arrived', async () => {
    const { app, receiver, arrived } = await startWithFailed(7);
    receiver.answer = { status: 204 };
    const [first] = await open(app, 'send_again');
    await app.desk.call('actions_run', { id: first!.id });
    // Until its job has run, and while the messages are on their way.
    expect(await open(app, 'send_again')).toEqual([]);
    await app.desk.runDue();
    expect(arrived()).toBe(5);
    await run(app, 'send_again');
    expect(arrived()).toBe(7);
    expect(await open(app, 'send_again')).toEqual([]);
  });

  test('is not offered while something is on its way to it, and is once that has failed again', async () => {
    const { app, receiver } = await startWithFailed(7);
    const [first] = await open(app, 'send_again');
    const on = await emitTo(app, receiver.url);
    expect(await open(app, 'send_again')).toEqual([]);
    await app.desk.runDue();
    await app.desk.call('webhook_deliveries_acknowledge', { id: on });
    await app.advance(minute);
    await run(app, 'send_again');
    expect(await open(app, 'send_again')).toMatchObject([{ id: first!.id, arguments: first!.arguments }]);
  });
});

describe('a site that is down', () => {
  const down = () => ({ status: 503, body: 'Down for maintenance.' });

  async function startDown() {
    const publisher = await startPublisher();
    await set(publisher.app, { mode: 'auto' });
    publisher.ghost.instead = down;
    const id = await publisher.write(0);
    // A test is another moment than the fault that led to it.
    await publisher.app.advance(1);
    return { ...publisher, id };
  }

  test('is offered again once it is down for another article', async () => {
    const { app, ghost, id, write } = await startDown();
    const [first] = await open(app, 'test_integration');
    await app.desk.call('actions_dismiss', { id: first!.id });
    ghost.instead = undefined;
    await app.advance(hour);
    expect(await statusOf(app, id)).toBe('published');
    ghost.instead = down;
    await write(1);
    expect(await open(app, 'test_integration')).toMatchObject([{ id: first!.id }]);
  });

  test('is not offered again because the test that was run found the same', async () => {
    const { app } = await startDown();
    expect(await run(app, 'test_integration')).toMatchObject({ answer: { healthy: false } });
    expect(await open(app, 'test_integration')).toEqual([]);
  });
});

test('an article that is published by an action is waited for by the job of its first place that has one', async () => {
  const { app, write } = await startPublisher();
  const receiver = await startReceiver();
  await write(0);
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  const { answer, next } = await run(app, 'publish_article');
  const [sent, ghost] = answer['publications'] as { target: string; jobId: string | null }[];
  expect([sent, ghost]).toMatchObject([{ target: 'webhook', jobId: null }, { target: 'ghost' }]);
  expect(next).toEqual({ operation: 'jobs_get', arguments: { id: ghost!.jobId, waitSeconds: 30 } });
  expect(await app.desk.call(next!.operation, next!.arguments)).toMatchObject({ status: 'succeeded' });
});

test('where documents are missing, what waits for some is named, and the site whose pages could be some', async () => {
  const quiet = await startBusyDesk({ quiet: true });
  await plantGaps(quiet);
  await quiet.desk.call('projects_update', { id: quiet.fresh, siteUrl: 'https://www.acme.example/' });
  // The empty calendar misses documents too, and does not know for what.
  await quiet.put('crawled_pages', { project_id: quiet.fresh, origin: 'own', url: 'https://www.acme.example/about' });
  const answers = ['connection pooling in everyday practice'].flatMap((prompt) =>
    [1, 2, 3, 4].map((take) => ({ prompt, engine: 'chatgpt', surface: 'ui', text: `Rival is good at that. Take ${take}.` })),
  );
  await quiet.desk.call('ai_answers_submit', { projectId: quiet.fresh, answers });
  await quiet.desk.runDue();
  const [action] = await open(quiet, 'add_documents', quiet.fresh);
  expect(action!.why).toBe(
    'There is no document to write “backup rotation scheme” and “connection pooling” from: add some with knowledge_create, by url (of www.acme.example, say), sitemapUrl or text. This call only lists them.',
  );
});

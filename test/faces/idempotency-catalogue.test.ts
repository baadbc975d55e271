import { describe, expect, test } from 'vitest';
import { openStore } from '../../src/db/open.ts';
import { inputSchema } from '../../src/faces/json-schema.ts';
import { takesKey } from '../../src/faces/rest/idempotency.ts';
import { catalogue } from '../../tools/index.ts';
import { property, startGoogle } from '../support/google.ts';
import { temporaryHome } from '../support/home.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { rowsOf } from '../support/rows.ts';
import { pageOf, startSite } from '../support/site.ts';
import { manual, scenario, startMemory } from '../support/scenario.ts';
import { quietSystem } from '../support/store.ts';
import { operationByName } from '../support/wire-clients.ts';
import { sender, text } from '../services/links/outreach/support.ts';
import { startKeyedDesk } from './keyed-desk.ts';

const keyed = catalogue.flatMap((group) => group.operations).filter(takesKey);

/** A home whose database notes every change of a kept answer, before any desk opens it. */
async function watchedHome(): Promise<string> {
  const home = temporaryHome();
  await openStore(home, quietSystem()).close();
  const rows = rowsOf(home);
  await rows.query('create table noted (operation text, answer text, answered_at bigint)');
  await rows.afterEach('update', 'idempotency_keys', 'insert into noted values (new.operation, new.answer, new.answered_at)');
  return home;
}

async function startWatched() {
  const app = await startKeyedDesk({ home: await watchedHome() });
  const rows = rowsOf(app.home);
  const sent = new Set<string>();
  /** Sends it twice under one key and holds the two answers, and what the database noted, against each other. */
  async function sendTwice(operation: string, input: Record<string, unknown>): Promise<unknown> {
    const { answersSecret, status } = operationByName(operation);
    sent.add(operation);
    await rows.delete('noted');
    const key = crypto.randomUUID();
    const first = await app.call(operation, input, key);
    expect(first, operation).toMatchObject({ status, replayed: null });
    const noted = await rows.all('noted');
    const answer = answersSecret ? null : JSON.stringify(first.body);
    expect(noted, `${operation} must return its answer from store.write`).toEqual([{ operation, answer, answered_at: app.now() }]);
    const before = await rows.writes();
    const again = await app.call(operation, input, key);
    expect(await rows.writes(), operation).toBe(before);
    const notKept = { code: 'idempotency_answer_not_kept', hint: expect.stringMatching(/Read the secret with GET \/api\/v1\/[\w-]+\./) };
    if (answersSecret) expect(again, operation).toMatchObject({ status: 409, body: notKept });
    else expect(JSON.stringify(again), operation).toBe(JSON.stringify({ ...first, replayed: 'true' }));
    return first.body;
  }
  return { ...app, sent, sendTwice };
}

test('every POST, PUT and PATCH keeps its answer in the transaction of its effect, and a repeat gets it without doing anything', async () => {
  const { desk, advance, call, sent, sendTwice } = await startWatched();
  const receiver = await startReceiver();
  const memory = await startMemory(receiver.url);
  for (const { operation, input, refusedWith, remember } of scenario) {
    const isKeyed = takesKey(operationByName(operation)) && !refusedWith;
    const answer = isKeyed ? await sendTwice(operation, input(memory)) : (await call(operation, input(memory))).body;
    Object.assign(memory, remember?.(answer as never));
    await desk.runDue();
  }
  // What the scenario shows by its refusal alone.
  const { body: article } = await call('articles_create', { keyword: 'connection pool', sources: [receiver.url] });
  await sendTwice('jobs_cancel', { id: article.jobId });
  const { body: batch } = await call('articles_create_batch', { items: [{ keyword: 'connection pool' }] });
  await sendTwice('batches_cancel', { id: batch.id });
  const site = await startSite({ '/pools': pageOf('Pools', [manual]) });
  const { body: page } = await call('knowledge_create', { url: `${site.url}/pools` });
  await sendTwice('knowledge_refresh', { id: page.id });
  const google = await startGoogle([]);
  await call('projects_update', { id: memory['prj'], searchConsoleProperty: property });
  await call('integrations_set', { provider: 'search-console', baseUrl: google.url, clientId: 'c', clientSecret: 's', refreshToken: 'r' });
  await sendTwice('search_console_sync', {});
  const mail = await startMailServer();
  await call('integrations_set', { provider: 'smtp', baseUrl: mail.url, sender });
  const { body: prospect } = await call('link_prospects_create', {
    url: 'https://pools.example/',
    contact: { email: 'ann@pools.example' },
  });
  const { body: draft } = await call('link_prospects_outreach', { id: prospect.id, ...text });
  await sendTwice('link_prospects_send', { id: prospect.id, draftId: draft.draftId });
  receiver.answer = { status: 500 };
  const { body: delivery } = await call('webhook_test', { url: receiver.url });
  for (const minutes of [0, 1, 5, 30, 120]) await advance(minutes * 60_000);
  await sendTwice('webhook_deliveries_acknowledge', { id: delivery.id });
  expect([...sent].toSorted()).toEqual(keyed.map(({ name }) => name).toSorted());
});

describe('an answer with a secret', () => {
  const fieldsOf = (shape: Parameters<typeof inputSchema>[0]) => Object.keys((inputSchema(shape)['properties'] ?? {}) as object);

  test('is not kept by any operation', () => {
    const secretive = keyed.filter(({ output }) => fieldsOf(output).some((field) => /secret|token|^key$/i.test(field)));
    expect(secretive.map(({ name }) => name)).toContain('webhook_secret_rotate');
    expect(secretive.filter(({ answersSecret }) => !answersSecret).map(({ name }) => name)).toEqual([]);
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { DeliveryDetail, ReplayOfMany } from '../../../schema/deliveries.ts';
import type { Job } from '../../../schema/jobs.ts';
import { end, run, startServe } from '../../support/cli.ts';
import { startOfTests } from '../../support/clock.ts';
import { temporaryHome } from '../../support/home.ts';
import { startReceiver } from '../../support/receiver.ts';
import { rowsOf } from '../../support/rows.ts';
import { replayedBy, storeDeliveries, type OldDelivery } from '../../support/stored-deliveries.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { callRest } from '../../support/wire-clients.ts';

const minute = 60_000;
const iso = (millis: number) => new Date(millis).toISOString();

const replay = async ({ desk }: TestApp, input: Record<string, unknown>) =>
  (await desk.call('webhook_deliveries_retry_many', input)) as ReplayOfMany;
const jobOf = async ({ desk }: TestApp, { jobId }: ReplayOfMany) => (await desk.call('jobs_get', { id: jobId })) as Job;

const nothingLeftOut = { acknowledged: 0, superseded: 0, test: 0, untried: 0, attemptUnderWay: 0, endpointGone: 0, unknown: 0 };
/** An attempt under way, at the delivery that is its key. */
const held = { kind: 'webhook.deliver', payload: '{}', lane: 'x', due_at: 0, lease_until: startOfTests + 15_000, token: 'held' };

/** So many deliveries, a minute apart, the oldest first. */
const row = (count: number, of: Omit<OldDelivery, 'id'>): OldDelivery[] =>
  Array.from({ length: count }, (_, index) => ({
    createdAt: startOfTests - (count - index) * minute,
    ...of,
    id: `dlv_${of.status ?? 'failed'}${String(index).padStart(4, '0')}`,
  }));

/** A desk with old deliveries on record, and how often each has been tried. */
async function openWith(deliveries: readonly OldDelivery[]) {
  const app = await createTestApp();
  const rows = rowsOf(app.home);
  await storeDeliveries(rows, deliveries);
  const tries = () => rows.all<{ id: string; attempts_made: number }>('deliveries', {}, 'id');
  return { app, rows, tries: async () => Object.fromEntries((await tries()).map(({ id, attempts_made }) => [id, attempts_made])) };
}

describe('a dry run', () => {
  test('counts what would be sent again and sends nothing', async () => {
    const { url, arrivals } = await startReceiver();
    const { app } = await openWith([...row(3, { url }), ...row(2, { url, status: 'delivered' }), ...row(1, { url, status: 'pending' })]);
    expect(await replay(app, { url, dryRun: true })).toEqual({
      dryRun: true,
      matched: 3,
      byStatus: { failed: 3, pending: 0, delivered: 0 },
      nextAttempts: null,
      leftOut: nothingLeftOut,
      jobId: null,
      status: null,
    });
    expect(await replay(app, { url, status: undefined, dryRun: true })).toMatchObject({ matched: 3 });
    expect(await replay(app, { url, status: 'delivered', dryRun: true })).toMatchObject({
      matched: 2,
      byStatus: { failed: 0, pending: 0, delivered: 2 },
    });
    expect(await replay(app, { url, status: 'pending', dryRun: true })).toMatchObject({ matched: 1 });
    await app.desk.runDue();
    expect(arrivals).toEqual([]);
    expect(await app.desk.call('jobs_list')).toMatchObject({ data: [] });
  });

  test('says what it leaves out and why, and when the next attempts come anyway', async () => {
    const { url } = await startReceiver();
    const waiting = (id: string, minutes: number): OldDelivery => ({
      id,
      url,
      status: 'pending',
      nextAttemptAt: startOfTests + minutes * minute,
    });
    const { app, rows } = await openWith([
      ...row(2, { url }),
      waiting('dlv_soon', 5),
      waiting('dlv_later', 30),
      { ...waiting('dlv_held', 1) },
      { ...waiting('dlv_new', 0), standing: 'untried' },
      { id: 'dlv_known', url, acknowledged: true },
      { id: 'dlv_test', url, standing: 'test' },
      { id: 'dlv_old', url, kind: 'publish', standing: 'superseded', supersededBy: 'dlv_gone' },
      { id: 'dlv_gone', url, kind: 'publish' },
      { id: 'dlv_arrived', url, status: 'delivered' },
    ]);
    await rows.insert('work', { ...held, key: 'dlv_held' });
    const leftOut = { ...nothingLeftOut, acknowledged: 1, superseded: 1, test: 1, untried: 1, attemptUnderWay: 1, endpointGone: 1 };
    const expected = {
      matched: 4,
      byStatus: { failed: 2, pending: 2, delivered: 0 },
      nextAttempts: { earliest: iso(startOfTests + 5 * minute), latest: iso(startOfTests + 30 * minute) },
    };
    expect(await replay(app, { undelivered: true, dryRun: true })).toMatchObject({ ...expected, leftOut });
    const ids = (await rows.all<{ id: string }>('deliveries')).map(({ id }) => id);
    expect(await replay(app, { ids: [...ids, 'dlv_none'], dryRun: true })).toMatchObject({
      ...expected,
      matched: 5,
      byStatus: { ...expected.byStatus, delivered: 1 },
      leftOut: { ...leftOut, unknown: 1 },
    });
  });

  test('counts exactly, however many there are', async () => {
    const { app } = await openWith(row(20_001, {}));
    expect(await replay(app, { status: 'failed', dryRun: true })).toMatchObject({ matched: 20_001 });
    expect(await replay(app, { since: iso(startOfTests - 20_000 * minute), dryRun: true })).toMatchObject({ matched: 20_000 });
  });
});

describe('a replay of many', () => {
  test('answers 202 with the job that does it', async () => {
    const { url } = await startReceiver();
    const { app } = await openWith(row(1, { url }));
    const server = await app.desk.listen({ port: 0 });
    const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'write' });
    const { status, headers, body } = await callRest(server.url, key, 'webhook_deliveries_retry_many', { url });
    const { jobId } = body as ReplayOfMany;
    expect(status).toBe(202);
    expect(body).toMatchObject({ dryRun: false, matched: 1, byStatus: { failed: 1 }, leftOut: nothingLeftOut, jobId, status: 'queued' });
    expect(headers.get('location')).toBe(`/api/v1/jobs/${jobId}`);
  });

  test('sends matching deliveries, oldest first, and says how many', async () => {
    const receiver = await startReceiver();
    const { url } = receiver;
    const old = row(60, { url });
    const { app } = await openWith([
      ...old,
      { id: 'dlv_other', url: `${url}/other` },
      { id: 'dlv_batch', url, eventType: 'batch.partial' },
    ]);
    const started = await replay(app, { url, eventType: 'article.ready' });
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({
      kind: 'webhook.replay',
      status: 'succeeded',
      progress: 1,
      resource: { type: 'webhook_deliveries', id: new URLSearchParams({ status: 'failed', eventType: 'article.ready', url }).toString() },
      result: { replayed: 60, skipped: 0 },
    });
    const arrived = receiver.arrivals.map(({ headers }) => headers['x-service-delivery'] as string);
    expect(arrived.toSorted()).toEqual(old.map(({ id }) => id));
    // Four at a time.
    for (const [index, id] of arrived.entries()) expect(Math.abs(old.findIndex((one) => one.id === id) - index)).toBeLessThanOrEqual(4);
  });

  test('after an outage sends what has not arrived, also what still waits for its next attempt, and nothing else', async () => {
    const { url, arrivals } = await startReceiver();
    const { app } = await openWith([
      { id: 'dlv_failed', url },
      { id: 'dlv_waits', url, status: 'pending', nextAttemptAt: startOfTests + 120 * minute },
      { id: 'dlv_known', url, acknowledged: true },
      { id: 'dlv_arrived', url, status: 'delivered' },
    ]);
    const started = await replay(app, { undelivered: true });
    expect(started).toMatchObject({ matched: 2, byStatus: { failed: 1, pending: 1, delivered: 0 } });
    await app.desk.runDue();
    const job = await jobOf(app, started);
    expect(job).toMatchObject({ status: 'succeeded', resource: { id: 'undelivered=true' }, result: { replayed: 2, skipped: 0 } });
    expect(arrivals.map(({ headers }) => headers['x-service-delivery']).toSorted()).toEqual(['dlv_failed', 'dlv_waits']);
    expect(await replay(app, { undelivered: true, dryRun: true })).toMatchObject({ matched: 0 });
    await app.advance(240 * minute);
    expect(arrivals).toHaveLength(2);
  });

  test('sends exactly the deliveries that are named, however often it is interrupted', async () => {
    const { url, arrivals } = await startReceiver();
    const { app, rows } = await openWith([...row(60, { url }), ...row(3, { url, status: 'delivered' })]);
    const ids = ['dlv_delivered0001', ...Array.from({ length: 40 }, (_, index) => `dlv_failed00${String(index + 10)}`)];
    const started = await replay(app, { ids: [...ids, 'dlv_none'] });
    expect(started).toMatchObject({ matched: 41, leftOut: { unknown: 1 } });
    await rows.update('jobs', { attempts: 9 });
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({ status: 'succeeded', result: { matched: 41, replayed: 41, skipped: 0 } });
    expect(arrivals.map(({ headers }) => headers['x-service-delivery']).toSorted()).toEqual(ids.toSorted());
  });

  test('each is sent as a replay of its own: the same record, a fresh count of attempts, no flag', async () => {
    const { url } = await startReceiver();
    const { app } = await openWith(row(1, { url }));
    await replay(app, { status: 'failed' });
    await app.desk.runDue();
    expect(await app.desk.call('webhook_deliveries_get', { id: 'dlv_failed0000' })).toMatchObject({
      status: 'delivered',
      attemptCount: 1,
      flagged: false,
      attempts: [{ number: 1 }, { number: 2 }],
    } satisfies Partial<Record<keyof DeliveryDetail, unknown>>);
  });

  test('what fails again is not sent once more by the same job', async () => {
    const { url } = await startReceiver(500);
    const { app, tries } = await openWith(row(60, { url }));
    const started = await replay(app, { url });
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({ status: 'succeeded', result: { replayed: 60, skipped: 0 } });
    expect(new Set(Object.values(await tries()))).toEqual(new Set([2]));
  });

  test('completes however often it was interrupted', async () => {
    const { url } = await startReceiver();
    const { app, rows, tries } = await openWith(row(60, { url }));
    const started = await replay(app, { url });
    await rows.update('jobs', { attempts: 9 });
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({ status: 'succeeded', attempts: 10, result: { replayed: 60 } });
    expect(new Set(Object.values(await tries()))).toEqual(new Set([2]));
  });

  test('skips deliveries with an attempt in progress', async () => {
    const { url } = await startReceiver();
    const { app, rows, tries } = await openWith(row(3, { url }));
    await rows.insert('work', { ...held, key: 'dlv_failed0001' });
    const started = await replay(app, { url });
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({ result: { replayed: 2, skipped: 1, attemptUnderWay: 1 } });
    expect(await tries()).toEqual({ dlv_failed0000: 2, dlv_failed0001: 1, dlv_failed0002: 2 });
  });

  test('skips acknowledged deliveries', async () => {
    const { url } = await startReceiver();
    const { app, tries } = await openWith(row(3, { url }));
    await app.desk.call('webhook_deliveries_acknowledge', { id: 'dlv_failed0001' });
    const started = await replay(app, { url });
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({ result: { matched: 2, replayed: 2, skipped: 0 } });
    expect(await tries()).toEqual({ dlv_failed0000: 2, dlv_failed0001: 1, dlv_failed0002: 2 });
  });

  test('skips deliveries created after the request', async () => {
    const { url } = await startReceiver();
    const { app, rows, tries } = await openWith(row(1, { url }));
    await replay(app, { url });
    await storeDeliveries(rows, [{ id: 'dlv_later', url, createdAt: startOfTests + 1 }]);
    await app.advance(minute);
    expect(await tries()).toEqual({ dlv_failed0000: 2, dlv_later: 1 });
  });

  test('stops when canceled; deliveries already replayed stay so', async () => {
    const { url } = await startReceiver();
    const { app, rows, tries } = await openWith(row(200, { url }));
    const { jobId } = await replay(app, { url });
    const running = app.desk.runDue();
    while ((await replayedBy(rows, jobId)) === 0) await nextTurn();
    await app.desk.call('jobs_cancel', { id: jobId });
    await running;
    const job = (await app.desk.call('jobs_get', { id: jobId })) as Job;
    const sent = Object.values(await tries()).filter((count) => count === 2).length;
    expect(job).toMatchObject({ status: 'canceled', result: { replayed: sent } });
    expect(sent).toBeLessThan(200);
  });

  test('that matches nothing is done at once', async () => {
    const { app } = await openWith([]);
    const started = await replay(app, { since: '2099-01-01T00:00:00Z' });
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({ status: 'succeeded', result: { replayed: 0, skipped: 0 } });
  });

  test.each([
    [{}, ''],
    [{ dryRun: true }, ''],
    [{ status: 'lost' }, '/status'],
    [{ ids: [] }, '/ids'],
    [{ ids: ['dlv_1'], status: 'failed' }, '/ids'],
    [{ kind: 'publish', eventType: 'article.ready' }, '/eventType'],
    [{ since: '2026-05-04T00:00:00Z', until: '2026-05-03T00:00:00Z' }, '/since'],
    [{ limit: 5 }, '/limit'],
  ])('is refused for %j, naming "%s"', async (input, pointer) => {
    const { app } = await openWith([]);
    await expect(replay(app, input)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer }] });
    expect(await app.desk.call('jobs_list')).toMatchObject({ data: [] });
  });
});

test('killed in the middle of a replay and started again, the desk replays the rest and nothing twice', { timeout: 120_000 }, async () => {
  const { url: receiver } = await startReceiver();
  const home = temporaryHome();
  const key = (await run(['keys', 'create'], { home })).stdout.trim();
  const rows = rowsOf(home);
  const old = row(400, { url: receiver, status: 'delivered' });
  await storeDeliveries(rows, old);
  const { url, child } = await startServe(home);
  const { jobId } = (await callRest(url, key, 'webhook_deliveries_retry_many', { url: receiver, status: 'delivered' }))
    .body as ReplayOfMany;
  while ((await replayedBy(rows, jobId)) === 0) await nextTurn();
  await end(child, 'SIGKILL');
  expect(await replayedBy(rows, jobId)).toBeLessThan(400);
  // The leases of the killed process have run out.
  const app = await createTestApp({ home, now: () => Date.now() + minute });
  await app.desk.runDue();
  expect(await app.desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'succeeded', result: { replayed: 400, skipped: 0 } });
  const tries = await rows.all<{ attempts_made: number }>('deliveries');
  expect(tries.length).toBe(400);
  expect(new Set(tries.map((one) => one.attempts_made))).toEqual(new Set([2]));
});

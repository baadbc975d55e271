import { describe, expect, test, vi } from 'vitest';
import type { CopydeskOptions } from '../../../src/app.ts';
import { takeLeases } from '../../../src/queue/leases.ts';
import { startOfTests } from '../../support/clock.ts';
import { temporaryHome } from '../../support/home.ts';
import { startReceiver } from '../../support/receiver.ts';
import { rowsOf } from '../../support/rows.ts';
import { openTestStore } from '../../support/store.ts';
import { storeDeliveries, type OldDelivery } from '../../support/stored-deliveries.ts';
import { createTestApp } from '../../support/test-app.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A desk with deliveries on record that ended when the tests begin. */
async function startWith(deliveries: readonly OldDelivery[], options: CopydeskOptions = {}) {
  const app = await createTestApp(options);
  const rows = rowsOf(app.home);
  await storeDeliveries(rows, deliveries);
  const ids = async () => (await rows.all<{ id: string }>('deliveries', {}, 'id')).map(({ id }) => id);
  return { ...app, rows, ids };
}

const many = (count: number): OldDelivery[] =>
  Array.from({ length: count }, (_, number) => ({ id: `dlv_${String(number).padStart(4, '0')}`, status: 'delivered' }));

describe('expired data is removed', () => {
  test('a delivery 30 days after it arrived, with its body and its attempts', async () => {
    const { desk, advance, rows, ids } = await startWith([]);
    const { url } = await startReceiver();
    await desk.call('webhook_test', { url });
    await advance(0);
    await advance(30 * day - hour);
    expect(await ids()).toHaveLength(1);
    await advance(hour);
    expect([await ids(), await rows.all('attempts'), await rows.all('delivery_bodies')]).toEqual([[], [], []]);
  });

  test('a failed one after 30 days where it was acknowledged, else after 90', async () => {
    const { desk, advance, ids } = await startWith([{ id: 'dlv_1' }, { id: 'dlv_2' }]);
    await desk.call('webhook_deliveries_acknowledge', { id: 'dlv_2' });
    await advance(30 * day);
    expect(await ids()).toEqual(['dlv_1']);
    await advance(60 * day - hour);
    expect(await ids()).toEqual(['dlv_1']);
    await advance(hour);
    expect(await ids()).toEqual([]);
  });

  test('never one that is still pending', async () => {
    const { advance, ids } = await startWith([{ id: 'dlv_1', status: 'pending' }]);
    await advance(365 * day);
    expect(await ids()).toEqual(['dlv_1']);
  });

  test('after the configured time', async () => {
    const { advance, ids } = await startWith([{ id: 'dlv_1', status: 'delivered' }, { id: 'dlv_2' }], {
      retentionMs: 2 * day,
      failedRetentionMs: 4 * day,
    });
    await advance(2 * day);
    expect(await ids()).toEqual(['dlv_2']);
    await advance(2 * day);
    expect(await ids()).toEqual([]);
  });

  test('a delivery that was sent again counts from then on', async () => {
    const { url } = await startReceiver();
    const { desk, advance, ids } = await startWith([{ id: 'dlv_1', url }]);
    await advance(20 * day);
    await desk.call('webhook_deliveries_acknowledge', { id: 'dlv_1' });
    await desk.call('webhook_deliveries_retry', { id: 'dlv_1' });
    await advance(0);
    await advance(29 * day);
    expect(await ids()).toEqual(['dlv_1']);
    await advance(day);
    expect(await ids()).toEqual([]);
  });

  test('expired idempotency keys, and idle lanes: at once those of which nothing is known', async () => {
    const { desk, advance, rows } = await startWith([]);
    await desk.call('webhook_test', { url: (await startReceiver()).url });
    await advance(0);
    const old = { owner: 'key_1', operation: 'any', key: 'old', fingerprint: '', created_at: startOfTests - day };
    await rows.insert('idempotency_keys', old);
    await rows.insert('lanes', { kind: 'webhook.deliver', lane: 'silent' });
    await advance(hour);
    expect(await rows.all('idempotency_keys')).toEqual([]);
    expect(await rows.all('lanes')).toMatchObject([{ kind: 'maintenance' }, { kind: 'webhook.deliver', answered: 1 }]);
    await advance(90 * day);
    expect(await rows.all('lanes')).toMatchObject([{ kind: 'maintenance' }]);
  });
});

test('a lease that ran out with nobody there is removed', async () => {
  const { home, advance, rows } = await startWith([]);
  const { store } = openTestStore({ home });
  const lease = (name: string, ms: number) => store.write((tx) => takeLeases(tx, [{ name, places: 1, ms }], 'token', startOfTests));
  await lease('old', hour);
  await lease('held', hour + 1);
  await advance(hour);
  expect((await rows.all<{ name: string }>('leases')).map(({ name }) => name)).toEqual(['held']);
});

describe('the removal', () => {
  test('comes to every idle lane, however many there are', async () => {
    const { advance, rows } = await startWith([]);
    await rows.insert(
      'lanes',
      Array.from({ length: 500 }, (_, index) => ({ kind: 'deliver', lane: `lane ${index}` })),
    );
    await advance(hour);
    expect((await rows.all<{ kind: string }>('lanes')).map(({ kind }) => kind)).toEqual(['maintenance']);
  });

  test('goes in small transactions, with a turn for others after each', async () => {
    const { desk, advance, rows, ids } = await startWith(many(50));
    // One of them was replayed for years.
    const attempt = { delivery_id: 'dlv_0000', started_at: 0, response: '{}' };
    await rows.insert(
      'attempts',
      Array.from({ length: 299 }, (_, index) => ({ ...attempt, number: index + 2 })),
    );
    const left = async () => (await rows.count('deliveries')) + (await rows.count('attempts'));
    const counts = [await left()];
    const pause = desk.system.pause;
    vi.spyOn(desk.system, 'pause').mockImplementation((ms) => pause(ms).then(async () => void counts.push(await left())));
    await advance(30 * day);
    expect(await ids()).toEqual([]);
    expect(Math.max(...counts.slice(1).map((count, index) => counts[index]! - count))).toBeLessThanOrEqual(24);
  });

  test('takes fewer at once if their bodies are large', async () => {
    const { desk, advance, rows, ids } = await startWith(many(6));
    await rows.update('delivery_bodies', { body: 'é'.repeat(100_000) });
    const counts = [6];
    const pause = desk.system.pause;
    vi.spyOn(desk.system, 'pause').mockImplementation((ms) => pause(ms).then(async () => void counts.push((await ids()).length)));
    await advance(30 * day);
    expect([...new Set(counts)]).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  test('continues in the next process if one is stopped in the middle', async () => {
    const home = temporaryHome();
    const first = await startWith(many(50), { home });
    let slices = 0;
    const pause = first.desk.system.pause;
    let closed: Promise<void> | undefined;
    vi.spyOn(first.desk.system, 'pause').mockImplementation(async (ms) => {
      if ((await first.ids()).length < 50 && ++slices === 2) closed = first.desk.close();
      return pause(ms);
    });
    await first.advance(30 * day);
    await closed;
    const left = (await first.ids()).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(50);
    const next = await createTestApp({ home, now: () => startOfTests + 30 * day });
    await next.desk.runDue();
    expect(await first.ids()).toEqual([]);
  });

  test('is one piece of work for all processes, once an hour', async () => {
    const home = temporaryHome();
    const { advance, now, rows } = await startWith([], { home });
    await createTestApp({ home });
    const work = () => rows.query('select key, due_at, claims from work');
    expect(await work()).toEqual([{ key: 'retention', due_at: startOfTests + hour, claims: 0 }]);
    await advance(hour - 1);
    expect(await work()).toMatchObject([{ claims: 0 }]);
    await advance(1);
    expect(await work()).toEqual([{ key: 'retention', due_at: now() + hour, claims: 1 }]);
  });
});

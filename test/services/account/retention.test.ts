import { describe, expect, test, vi } from 'vitest';
import type { CopydeskOptions } from '../../../src/app.ts';
import { takeLeases } from '../../../src/queue/leases.ts';
import { startOfTests } from '../../support/clock.ts';
import { temporaryHome } from '../../support/home.ts';
import { startReceiver } from '../../support/receiver.ts';
import { openTestStore } from '../../support/store.ts';
import { openDatabase, storeDeliveries, type OldDelivery } from '../../support/stored-deliveries.ts';
import { createTestApp } from '../../support/test-app.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A desk with deliveries on record that ended when the tests begin. */
async function startWith(deliveries: readonly OldDelivery[], options: CopydeskOptions = {}) {
  const app = await createTestApp(options);
  const sqlite = openDatabase(app.home);
  storeDeliveries(sqlite, deliveries);
  const column = (sql: string) => sqlite.prepare<[], string>(sql).pluck().all();
  return { ...app, sqlite, column, ids: () => column('select id from deliveries order by id') };
}

const many = (count: number): OldDelivery[] =>
  Array.from({ length: count }, (_, number) => ({ id: `dlv_${String(number).padStart(4, '0')}`, status: 'delivered' }));

describe('expired data is removed', () => {
  test('a delivery 30 days after it arrived, with its body and its attempts', async () => {
    const { desk, advance, column, ids } = await startWith([]);
    const { url } = await startReceiver();
    await desk.call('webhook_test', { url });
    await advance(0);
    await advance(30 * day - hour);
    expect(ids()).toHaveLength(1);
    await advance(hour);
    expect([ids(), column('select delivery_id from attempts'), column('select delivery_id from delivery_bodies')]).toEqual([[], [], []]);
  });

  test('a failed one after 30 days where it was acknowledged, else after 90', async () => {
    const { desk, advance, ids } = await startWith([{ id: 'dlv_1' }, { id: 'dlv_2' }]);
    await desk.call('webhook_deliveries_acknowledge', { id: 'dlv_2' });
    await advance(30 * day);
    expect(ids()).toEqual(['dlv_1']);
    await advance(60 * day - hour);
    expect(ids()).toEqual(['dlv_1']);
    await advance(hour);
    expect(ids()).toEqual([]);
  });

  test('never one that is still pending', async () => {
    const { advance, ids } = await startWith([{ id: 'dlv_1', status: 'pending' }]);
    await advance(365 * day);
    expect(ids()).toEqual(['dlv_1']);
  });

  test('after the configured time', async () => {
    const { advance, ids } = await startWith([{ id: 'dlv_1', status: 'delivered' }, { id: 'dlv_2' }], {
      retentionMs: 2 * day,
      failedRetentionMs: 4 * day,
    });
    await advance(2 * day);
    expect(ids()).toEqual(['dlv_2']);
    await advance(2 * day);
    expect(ids()).toEqual([]);
  });

  test('a delivery that was sent again counts from then on', async () => {
    const { url } = await startReceiver();
    const { desk, advance, ids } = await startWith([{ id: 'dlv_1', url }]);
    await advance(20 * day);
    await desk.call('webhook_deliveries_acknowledge', { id: 'dlv_1' });
    await desk.call('webhook_deliveries_retry', { id: 'dlv_1' });
    await advance(0);
    await advance(29 * day);
    expect(ids()).toEqual(['dlv_1']);
    await advance(day);
    expect(ids()).toEqual([]);
  });

  test('expired idempotency keys, and idle lanes', async () => {
    const { desk, advance, sqlite, column } = await startWith([]);
    await desk.call('webhook_test', { url: (await startReceiver()).url });
    await advance(0);
    sqlite
      .prepare(`insert into idempotency_keys (owner, operation, key, fingerprint, created_at) values ('key_1', 'any', ?, '', ?)`)
      .run('old', startOfTests - day);
    await advance(hour);
    expect(column('select key from idempotency_keys')).toEqual([]);
    expect(column('select kind from lanes')).toEqual(['maintenance']);
  });
});

test('a lease that ran out with nobody there is removed', async () => {
  const { home, advance, column } = await startWith([]);
  const { store } = openTestStore({ home });
  const lease = (name: string, ms: number) => store.write((tx) => takeLeases(tx, [{ name, places: 1, ms }], 'token', startOfTests));
  await lease('old', hour);
  await lease('held', hour + 1);
  await advance(hour);
  expect(column('select name from leases')).toEqual(['held']);
});

describe('the removal', () => {
  test('comes to every idle lane, however many there are', async () => {
    const { advance, sqlite, column } = await startWith([]);
    sqlite.exec(`with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 500)
      insert into lanes (kind, lane) select 'deliver', 'lane ' || number from numbers`);
    await advance(hour);
    expect(column('select kind from lanes')).toEqual(['maintenance']);
  });

  test('goes in small transactions, with a turn for others after each', async () => {
    const { desk, advance, sqlite, ids } = await startWith(many(50));
    // One of them was replayed for years.
    sqlite.exec(`with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < 300)
      insert into attempts (delivery_id, number, started_at, response) select 'dlv_0000', number, 0, '{}' from numbers`);
    const rows = () =>
      sqlite.prepare<[], number>('select (select count(*) from deliveries) + (select count(*) from attempts)').pluck().get()!;
    const counts = [rows()];
    const pause = desk.system.pause;
    vi.spyOn(desk.system, 'pause').mockImplementation((ms) => pause(ms).then(() => void counts.push(rows())));
    await advance(30 * day);
    expect(ids()).toEqual([]);
    expect(Math.max(...counts.slice(1).map((count, index) => counts[index]! - count))).toBeLessThanOrEqual(24);
  });

  test('takes fewer at once if their bodies are large', async () => {
    const { desk, advance, sqlite, ids } = await startWith(many(6));
    sqlite.prepare('update delivery_bodies set body = ?').run('é'.repeat(100_000));
    const counts = [6];
    const pause = desk.system.pause;
    vi.spyOn(desk.system, 'pause').mockImplementation((ms) => pause(ms).then(() => void counts.push(ids().length)));
    await advance(30 * day);
    expect([...new Set(counts)]).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  test('continues in the next process if one is stopped in the middle', async () => {
    const home = temporaryHome();
    const first = await startWith(many(50), { home });
    let slices = 0;
    const pause = first.desk.system.pause;
    let closed: Promise<void> | undefined;
    vi.spyOn(first.desk.system, 'pause').mockImplementation((ms) => {
      if (first.ids().length < 50 && ++slices === 2) closed = first.desk.close();
      return pause(ms);
    });
    await first.advance(30 * day);
    await closed;
    const left = first.ids().length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(50);
    const next = await createTestApp({ home, now: () => startOfTests + 30 * day });
    await next.desk.runDue();
    expect(first.ids()).toEqual([]);
  });

  test('is one piece of work for all processes, once an hour', async () => {
    const home = temporaryHome();
    const { advance, now, sqlite } = await startWith([], { home });
    await createTestApp({ home });
    const work = () => sqlite.prepare(`select key, due_at, claims from work`).all();
    expect(work()).toEqual([{ key: 'retention', due_at: startOfTests + hour, claims: 0 }]);
    await advance(hour - 1);
    expect(work()).toMatchObject([{ claims: 0 }]);
    await advance(1);
    expect(work()).toEqual([{ key: 'retention', due_at: now() + hour, claims: 1 }]);
  });
});

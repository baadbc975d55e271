import { describe, expect, test } from 'vitest';
import { StoreFault } from '../../src/errors.ts';
import type { Tx } from '../../src/db/open.ts';
import { settleAll } from '../../src/queue/settle.ts';
import type { Settlement, Worker } from '../../src/queue/worker.ts';
import { limitPages } from '../db/limit-pages.ts';
import { openRows } from './rows.ts';
import { latch, openTestQueue, settled, worker, type TestQueue } from './support.ts';

const outcomes = async ({ store }: TestQueue) =>
  (await store.db.selectFrom('work').select('key').where('kind', '=', 'outcome').orderBy('key').execute()).map(({ key }) => key);

/** Leaves a row of its own behind for each piece, so large that it takes new pages. */
async function keepOutcomes(tx: Tx, records: readonly unknown[]): Promise<void> {
  for (const record of records) {
    const row = { kind: 'outcome', key: `outcome of ${String(record)}`, payload: JSON.stringify('x'.repeat(100_000)), lane: '', due_at: 0 };
    await tx.insertInto('work').values(row).execute();
  }
}

/** A worker that remembers what it ran, and whose outcomes are kept. */
function recorder(ran: unknown[], more: Partial<Worker> = {}): Worker {
  const handle = async (payload: unknown): Promise<Settlement> => {
    ran.push(payload);
    return { record: payload };
  };
  return worker(handle, { record: keepOutcomes, perLane: 10, ...more });
}

describe('while the disk is full', () => {
  test('outcomes are kept and nothing more is begun, until there is room again', async () => {
    const opened = openTestQueue();
    const { queue, store, clock, put } = opened;
    const ran: unknown[] = [];
    await limitPages(store, 1);
    for (const key of ['one', 'two']) await put(key);
    queue.start([recorder(ran)]);
    await settled();
    await put('three');
    for (let second = 0; second < 30; second++) {
      clock.advance(1000);
      await settled();
    }
    expect([ran, await outcomes(opened)]).toEqual([['one', 'two'], []]);
    await limitPages(store, 100_000);
    clock.advance(1000);
    await settled();
    expect(ran).toEqual(['one', 'two', 'three']);
    expect(await outcomes(opened)).toEqual(['outcome of one', 'outcome of three', 'outcome of two']);
  });

  test('for longer than a lease an outcome still counts if nobody else has taken the work', async () => {
    let full = false;
    const refuse = () => Promise.reject(new StoreFault('full', 'the disk is full'));
    const opened = openTestQueue({ wrap: (store) => ({ ...store, write: (work) => (full ? refuse() : store.write(work)) }) });
    const { queue, clock, put } = opened;
    const ran: unknown[] = [];
    const gate = latch();
    const slowly = async (payload: unknown): Promise<Settlement> => {
      ran.push(payload);
      await gate.opened;
      return { record: payload };
    };
    await put('one');
    queue.start([worker(slowly, { record: keepOutcomes })]);
    await settled();
    full = true;
    gate.open();
    for (let second = 0; second < 10; second++) {
      await settled();
      clock.advance(1000);
    }
    full = false;
    clock.advance(1000);
    await settled();
    expect([ran, await outcomes(opened)]).toEqual([['one'], ['outcome of one']]);
  });

  test('an outcome too large for the remaining space does not hold up the others', async () => {
    const opened = openTestQueue();
    const { queue, clock, put } = opened;
    let left = false;
    const keep: Worker['record'] = async (tx, records) => {
      if (!left && records.includes('large')) throw new StoreFault('full', 'the disk is full');
      await keepOutcomes(tx, records);
    };
    for (const key of ['large', 'one', 'two']) await put(key);
    queue.start([recorder([], { record: keep })]);
    await settled();
    clock.advance(1000);
    await settled();
    expect(await outcomes(opened)).toEqual(['outcome of one', 'outcome of two']);
    left = true;
    clock.advance(1000);
    await settled();
    expect(await outcomes(opened)).toEqual(['outcome of large', 'outcome of one', 'outcome of two']);
  });

  test('a process that closes says so, returns, and leaves no timer behind', async () => {
    const { queue, store, clock, put } = openTestQueue();
    await put('one');
    await limitPages(store, 1);
    queue.start([recorder([])]);
    await settled();
    await queue.close();
    expect(clock.waiting()).toEqual([]);
    await limitPages(store, 100_000);
  });
});

describe('an outcome that cannot be written', () => {
  const refusing: Worker['record'] = async (tx, records) => {
    if (records.includes('bad')) throw new Error('No such row.');
    await keepOutcomes(tx, records);
  };

  test('does not keep others that end at the same time from being written', async () => {
    const opened = openTestQueue();
    for (const key of ['one', 'bad', 'two']) await opened.put(key);
    await opened.queue.runDue([recorder([], { record: refusing })]);
    expect(await outcomes(opened)).toEqual(['outcome of one', 'outcome of two']);
  });

  test('lets the work be retried after 2 s, 4 s, 8 s …, not whenever its lease runs out', async () => {
    const opened = openTestQueue();
    const { queue, clock, put } = opened;
    const ran: unknown[] = [];
    const workers = [recorder(ran, { record: refusing })];
    await put('bad');
    const instants: number[] = [];
    for (let second = 0; second < 20; second++) {
      const before = ran.length;
      await queue.runDue(workers);
      if (ran.length > before) instants.push(second);
      clock.advance(1000);
    }
    expect(instants).toEqual([0, 2, 6, 14]);
  });

  test('does not bring the work forward', async () => {
    const opened = openTestQueue();
    const { queue, store, clock, put } = opened;
    const retryAt = clock.now() + 60_000;
    await put('bad');
    await queue.runDue([worker(async (payload) => ({ record: payload, retryAt }), { record: refusing })]);
    expect(await store.db.selectFrom('work').select('due_at').execute()).toEqual([{ due_at: retryAt }]);
  });

  test('and cannot even be put back blocks nothing: its lease runs out', async () => {
    const opened = openTestQueue();
    const { queue, put, clock } = opened;
    const ran: unknown[] = [];
    const handle = async (payload: unknown): Promise<Settlement> => {
      ran.push(payload);
      return ran.length === 1 ? { retryAt: Number.NaN } : {};
    };
    for (const key of ['bad', 'one']) await put(key);
    await queue.runDue([worker(handle, { slots: 1 })]);
    expect(ran).toEqual(['bad', 'one']);
    clock.advance(3000);
    await queue.runDue([worker(handle, { slots: 1 })]);
    expect(ran).toEqual(['bad', 'one', 'bad']);
  });

  test('is replaced by the outcome its work provides for that case', async () => {
    const opened = openTestQueue();
    await opened.put('one');
    const otherwise = async (error: unknown): Promise<Settlement> => ({ record: `instead, after ${(error as Error).message}` });
    const handle = async (): Promise<Settlement> => ({ write: () => Promise.reject(new Error('No.')), otherwise });
    await opened.queue.runDue([worker(handle, { record: keepOutcomes })]);
    expect(await outcomes(opened)).toEqual(['outcome of instead, after No.']);
  });

  test('whose replacement fails too costs neither the work nor the others', async () => {
    const opened = openTestQueue();
    const { queue, put, store, clock } = opened;
    const handle = async (payload: unknown): Promise<Settlement> =>
      payload === 'bad'
        ? { write: () => Promise.reject(new Error('No.')), otherwise: () => Promise.reject(new Error('Never.')) }
        : { record: payload };
    for (const key of ['bad', 'one', 'two']) await put(key);
    await queue.runDue([worker(handle, { record: keepOutcomes, perLane: 10 })]);
    expect(await outcomes(opened)).toEqual(['outcome of one', 'outcome of two']);
    expect(await store.db.selectFrom('work').select(['due_at', 'lease_until']).where('key', '=', 'bad').execute()).toEqual([
      { due_at: clock.now() + 2000, lease_until: null },
    ]);
  });
});

test('work that cannot be loaded is retried later, and the rest is done', async () => {
  const opened = openTestQueue();
  const { queue, clock, put } = opened;
  let broken = true;
  const ran: unknown[] = [];
  const load: Worker['load'] = async (_, payloads) => {
    if (broken && payloads.includes('bad')) throw new Error('Cannot be read.');
    return payloads.map((payload) => `loaded ${String(payload)}`);
  };
  const workers = [recorder(ran, { load })];
  for (const key of ['one', 'bad', 'two']) await put(key);
  await queue.runDue(workers);
  expect(ran).toEqual(['loaded one', 'loaded two']);
  broken = false;
  clock.advance(2000);
  await queue.runDue(workers);
  expect(ran).toEqual(['loaded one', 'loaded two', 'loaded bad']);
});

test('work with a damaged payload keeps nothing else from being done', async () => {
  const { queue, store, put } = openTestQueue();
  const ran: unknown[] = [];
  for (const key of ['one', 'bad', 'two']) await put(key);
  await store.db.updateTable('work').set({ payload: '{' }).where('key', '=', 'bad').execute();
  await queue.runDue([recorder(ran)]);
  expect(ran).toEqual(['one', 'two']);
});

test('of two claims of the same work that end together, only the valid one is written', async () => {
  const { store, put, claim } = openRows();
  await put('one');
  const [stale] = await claim(0);
  const [valid] = await claim(1000);
  const written = new Set<string>();
  const end = (of: typeof stale, name: string) => ({
    claim: of!,
    worker: worker(async () => ({})),
    settlement: { write: async () => void written.add(name) },
  });
  const lost = await store.write((tx) => settleAll(tx, [end(stale, 'stale'), end(valid, 'valid')], 1000));
  expect([...written]).toEqual(['valid']);
  expect(lost.map((one) => one.claim)).toEqual([stale]);
});

test('a short lease is extended in time, though a long one was there before', async () => {
  const { queue, store, clock, put } = openTestQueue();
  const gate = latch();
  const handle = async (): Promise<Settlement> => {
    await gate.opened;
    return {};
  };
  await put('long', { kind: 'write' });
  queue.start([worker(handle, { kind: 'write', leaseMs: 60_000 }), worker(handle, { leaseMs: 3000 })]);
  await settled();
  await put('short');
  await settled();
  for (let second = 0; second < 10; second++) {
    clock.advance(1000);
    await settled();
  }
  expect(await store.db.selectFrom('work').select(['key', 'claims']).orderBy('key').execute()).toEqual([
    { key: 'long', claims: 1 },
    { key: 'short', claims: 1 },
  ]);
  gate.open();
  await settled();
});

describe('a clock that is put back', () => {
  test('gives no work away twice, and work added then is done', async () => {
    const { put, claim, settle } = openRows();
    await put('before', { lane: 'a' }, 10_000);
    const [held] = await claim(10_000);
    await put('after', { lane: 'b' }, 5000);
    expect((await claim(5000)).map(({ key }) => key)).toEqual(['after']);
    expect(await settle(held!, 5000)).toBe(true);
  });

  test('delays waiting work at most until it has caught up', async () => {
    const { put, claim, settle } = openRows();
    for (const key of ['one', 'two', 'three']) await put(key, { lane: 'a' }, 10_000);
    for (const one of await claim(10_000)) await settle(one, 5000, { retryAt: 6000 });
    expect((await claim(10_000)).map(({ key }) => key)).toEqual(['three', 'one']);
  });
});

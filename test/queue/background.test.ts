import { describe, expect, test, vi } from 'vitest';
import { StoreFault } from '../../src/errors.ts';
import type { Settlement } from '../../src/queue/worker.ts';
import { newestVersion } from '../db/connection.ts';
import { rowsOf } from '../support/rows.ts';
import { idle, latch, noteIn, openTestQueue, settled, worker, type TestQueue } from './support.ts';

/** A queue that works in the background and remembers what it did. */
async function startTestQueue(): Promise<TestQueue & { done: unknown[] }> {
  const opened = openTestQueue();
  const done: unknown[] = [];
  opened.queue.start([worker(noteIn(done))]);
  await settled();
  return { ...opened, done };
}

async function advance({ clock }: TestQueue, ms: number): Promise<void> {
  clock.advance(ms);
  await settled();
}

describe('a process that works in the background', () => {
  test('does work as soon as the transaction that adds it has been committed', async () => {
    const { store, queue, clock, done } = await startTestQueue();
    await store.write(async (tx) => {
      await queue.enqueue(tx, { kind: 'post', key: 'one', payload: 1, dueAt: clock.now() });
      await settled();
      expect(done).toEqual([]);
    });
    await settled();
    expect(done).toEqual([1]);
  });

  test('does nothing of what was rolled back', async () => {
    const { store, queue, clock, done } = await startTestQueue();
    const failing = store.write(async (tx) => {
      await queue.enqueue(tx, { kind: 'post', key: 'one', payload: 1, dueAt: clock.now() });
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    await settled();
    expect(done).toEqual([]);
  });

  test('does not look for work because something else was committed', async () => {
    const { store, looks } = await startTestQueue();
    const before = looks();
    await store.write(async () => {});
    await settled();
    expect(looks()).toBe(before);
  });

  test('sleeps until the next work is due, and not a moment longer', async () => {
    const opened = await startTestQueue();
    const { clock, done, put, looks } = opened;
    await put('one', { dueAt: clock.now() + 300 });
    await settled();
    const before = looks();
    expect(clock.waiting()).toEqual([300]);
    await advance(opened, 299);
    expect([looks(), done]).toEqual([before, []]);
    await advance(opened, 1);
    expect(done).toEqual(['one']);
  });

  test('does not touch the queue while nothing is due and nobody commits', async () => {
    const opened = await startTestQueue();
    const { clock, put, looks } = opened;
    await put('one', { dueAt: clock.now() + 3_600_000 });
    await settled();
    const before = looks();
    await advance(opened, 60_000);
    expect(looks()).toBe(before);
    expect(clock.waiting()).toEqual([1000]);
  });

  test('notices within a second what another process asked for', async () => {
    const opened = await startTestQueue();
    await openTestQueue(opened).put('one');
    await settled();
    expect(opened.done).toEqual([]);
    await advance(opened, 1000);
    expect(opened.done).toEqual(['one']);
  });

  test('looks only once a second at work that waits for room in a lane filled by others', async () => {
    const opened = openTestQueue();
    const { queue, looks, put } = opened;
    for (const key of ['one', 'two', 'three']) await put(key, { lane: 'a' });
    const other = openTestQueue(opened);
    const gate = latch();
    const done: unknown[] = [];
    const slowly = async (payload: unknown, signal: AbortSignal) => {
      await gate.opened;
      return noteIn(done)(payload, signal);
    };
    other.queue.start([worker(slowly)]);
    await settled();
    queue.start([worker(noteIn(done))]);
    await settled();
    const before = looks();
    for (let second = 0; second < 10; second++) await advance(opened, 1000);
    expect(done).toEqual([]);
    expect(looks() - before).toBeLessThanOrEqual(10);
    gate.open();
    await settled();
    await advance(opened, 1000);
    expect(done.toSorted()).toEqual(['one', 'three', 'two']);
  });

  test('stops claiming, without busy looping, when a newer program has migrated the file', async () => {
    const opened = await startTestQueue();
    const { home, clock, done, looks, put } = opened;
    const newer = rowsOf(home);
    await put('one', { dueAt: clock.now() + 100 });
    await settled();
    await newer.setVersion(newestVersion + 1);
    const before = looks();
    for (let step = 0; step < 100; step++) await advance(opened, 100);
    expect(done).toEqual([]);
    expect(looks() - before).toBeLessThanOrEqual(11);
    await newer.setVersion(newestVersion);
    await advance(opened, 1000);
    expect(done).toEqual(['one']);
  });

  test('looks again a second after a look that failed', async () => {
    let fails = 1;
    const opened = openTestQueue({
      wrap: (store) => ({ ...store, write: (work) => (fails-- > 0 ? Promise.reject(new Error('The disk is full.')) : store.write(work)) }),
    });
    const { queue, store, clock } = opened;
    const done: unknown[] = [];
    fails = 0;
    await store.write((tx) => queue.enqueue(tx, { kind: 'post', key: 'one', payload: 1, dueAt: clock.now() }));
    fails = 2;
    queue.start([worker(noteIn(done))]);
    await settled();
    expect([done, clock.waiting()]).toEqual([[], [1000]]);
    await advance(opened, 1000);
    expect([done, clock.waiting()]).toEqual([[], [1000]]);
    await advance(opened, 1000);
    expect(done).toEqual([1]);
  });

  test('logs a lasting fault once a minute, and a new one at once', async () => {
    let full = false;
    const refuse = () => Promise.reject(new StoreFault('full', 'the disk is full'));
    const opened = openTestQueue({ wrap: (store) => ({ ...store, write: (work) => (full ? refuse() : store.write(work)) }) });
    const told = vi.spyOn(opened.system.log, 'error');
    await opened.put('one');
    full = true;
    opened.queue.start([worker(noteIn([]))]);
    for (let second = 0; second < 90; second++) await advance(opened, 1000);
    expect(told).toHaveBeenCalledTimes(2);
    full = false;
    await advance(opened, 1000);
    await opened.put('two', { dueAt: opened.clock.now() + 1000 });
    full = true;
    await advance(opened, 1000);
    expect(told).toHaveBeenCalledTimes(3);
  });
});

describe('a lease', () => {
  async function startLongWork() {
    const opened = openTestQueue();
    const gate = latch();
    const signals: AbortSignal[] = [];
    const handle = async (_: unknown, signal: AbortSignal): Promise<Settlement> => {
      signals.push(signal);
      await gate.opened;
      return {};
    };
    await opened.put('one');
    opened.queue.start([worker(handle)]);
    await settled();
    return { ...opened, gate, signal: () => signals[0]! };
  }

  test('is extended while the work goes on, so that nobody else takes it', async () => {
    const opened = await startLongWork();
    const { queue, store, signal, gate } = opened;
    const other = openTestQueue(opened);
    for (let second = 1; second <= 30; second++) {
      await advance(opened, 1000);
      expect(await store.write((tx) => other.queue.leasedAmong(tx, ['one', 'two']))).toEqual(new Set(['one']));
    }
    expect(signal().aborted).toBe(false);
    expect(await store.db.selectFrom('work').select('claims').execute()).toEqual([{ claims: 1 }]);
    gate.open();
    await settled();
    expect(await queue.depth()).toEqual({ post: idle });
  });

  test('that is lost aborts the work', async () => {
    const opened = await startLongWork();
    const { store, queue, signal, gate } = opened;
    await store.write((tx) => queue.drop(tx, 'one'));
    await advance(opened, 999);
    expect(signal().aborted).toBe(false);
    await advance(opened, 1);
    expect(signal().reason).toMatchObject({ message: 'The lease was lost.' });
    gate.open();
  });

  test('ends with the work: nothing is extended any more', async () => {
    const opened = await startLongWork();
    opened.gate.open();
    await settled();
    const before = opened.looks();
    await advance(opened, 60_000);
    expect(opened.looks()).toBe(before);
  });
});

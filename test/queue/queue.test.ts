import { describe, expect, test } from 'vitest';
import { claimDue, type Claim } from '../../src/queue/claim.ts';
import type { Settlement } from '../../src/queue/worker.ts';
import { idle, latch, noteIn, openTestQueue, settled, worker, type TestQueue } from './support.ts';

const rows = ({ store }: TestQueue) =>
  store.db.selectFrom('work').select(['key', 'due_at', 'lease_until', 'claims']).orderBy('id').execute();

/** What another process would get now. */
async function claimElsewhere(of: TestQueue): Promise<Claim[]> {
  const { store, clock } = openTestQueue(of);
  const room = { ...worker(noteIn([])), failingSlots: 5, unprovenSlots: 10 };
  return (await store.write((tx) => claimDue(tx, room, clock.now(), 'elsewhere'))).claims;
}

describe('doing what is due', () => {
  test('does all of it, and work that becomes due through it, and leaves what is due later', async () => {
    const { queue, clock, put } = openTestQueue();
    const done: unknown[] = [];
    const handle = async (payload: unknown): Promise<Settlement> => {
      done.push(payload);
      if (payload !== 'one') return {};
      return { write: (tx) => queue.enqueue(tx, { kind: 'post', key: 'follows', payload: 'follows', dueAt: clock.now() }) };
    };
    for (const key of ['one', 'two']) await put(key);
    await put('later', { dueAt: clock.now() + 1 });
    await queue.runDue([worker(handle)]);
    expect(done).toEqual(['one', 'two', 'follows']);
    clock.advance(1);
    await queue.runDue([worker(handle)]);
    expect(done).toEqual(['one', 'two', 'follows', 'later']);
  });

  test('returns when short work of many kinds is done', async () => {
    const { queue, put } = openTestQueue();
    const kinds = ['a', 'b', 'c', 'd', 'e'];
    await put('one', { kind: 'a' });
    await queue.runDue(kinds.map((kind) => worker(async () => ({}), { kind })));
    expect(await queue.depth()).toEqual({ a: idle });
  });

  test('never runs more at once than there are slots, though the background looks at the same time', async () => {
    const { queue, store, put } = openTestQueue();
    let running = 0;
    let most = 0;
    const gate = latch();
    const some = [
      worker(
        async () => {
          most = Math.max(most, ++running);
          await gate.opened;
          running--;
          return {};
        },
        { slots: 3, perLane: 5 },
      ),
    ];
    for (let number = 1; number <= 20; number++) await put(`${number}`);
    const turn = latch();
    const holding = store.write(() => turn.opened);
    queue.start(some);
    const doing = queue.runDue(some);
    // Both have looked at the slots, and wait for the database.
    await settled();
    turn.open();
    await holding;
    await settled();
    gate.open();
    await doing;
    expect(most).toBe(3);
    expect(await queue.depth()).toEqual({ post: idle });
  });

  test('lets the event loop turn, however much short work there is', async () => {
    const { queue, put } = openTestQueue();
    const done: unknown[] = [];
    for (let number = 1; number <= 50; number++) await put(`${number}`);
    const doing = queue.runDue([worker(noteIn(done), { slots: 1 })]);
    await Promise.race([settled(), doing]);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThan(50);
    await doing;
    expect(done).toHaveLength(50);
  });

  test('never runs more at once in one lane than a lane may hold', async () => {
    const { queue, put } = openTestQueue();
    let running = 0;
    let most = 0;
    const handle = async () => {
      most = Math.max(most, ++running);
      await settled();
      running--;
      return {};
    };
    for (let number = 1; number <= 9; number++) await put(`${number}`, { lane: 'a' });
    await queue.runDue([worker(handle)]);
    expect(most).toBe(2);
  });
});

describe('what a handler leaves behind', () => {
  test('is written together with the end of its lease, or not at all', async () => {
    const opened = openTestQueue();
    const { queue, clock, put, store } = opened;
    let fails = true;
    const handle = async (): Promise<Settlement> => ({
      async write(tx) {
        await tx.insertInto('work').values({ kind: 'trace', key: 'trace', payload: '{}', due_at: 0, lane: '' }).execute();
        if (fails) throw new Error('Cannot be written.');
      },
    });
    await put('one');
    await queue.runDue([worker(handle)]);
    expect(await rows(opened)).toEqual([{ key: 'one', due_at: clock.now() + 2000, lease_until: null, claims: 1 }]);
    fails = false;
    clock.advance(2000);
    await queue.runDue([worker(handle)]);
    expect(await store.db.selectFrom('work').select('key').execute()).toEqual([{ key: 'trace' }]);
  });

  test('is dropped where the lease was lost meanwhile', async () => {
    const opened = openTestQueue();
    const { queue, clock, put } = opened;
    let written = false;
    const handle = async (): Promise<Settlement> => {
      clock.advance(3000);
      expect(await claimElsewhere(opened)).toHaveLength(1);
      return { write: async () => void (written = true) };
    };
    await put('one');
    await queue.runDue([worker(handle)]);
    expect(written).toBe(false);
    expect(await rows(opened)).toMatchObject([{ key: 'one', claims: 2, lease_until: clock.now() + 3000 }]);
  });

  test('may be that it is due again', async () => {
    const { queue, clock, put } = openTestQueue();
    let runs = 0;
    const handle = async () => (++runs < 3 ? { retryAt: clock.now() + 60_000 } : {});
    await put('one');
    for (const expected of [1, 1, 2, 2, 3, 3]) {
      await queue.runDue([worker(handle)]);
      expect(runs).toBe(expected);
      clock.advance(30_000);
    }
    expect(await queue.depth()).toEqual({ post: idle });
  });
});

test('work whose handler throws is tried again after 2 s, 4 s, 8 s … and at most an hour, and is never lost', async () => {
  const opened = openTestQueue();
  const { queue, clock, put } = opened;
  let failures = 14;
  let done = 0;
  const handle = async () => {
    if (failures-- > 0) throw new Error('A fault of ours.');
    done++;
    return {};
  };
  const waits: number[] = [];
  await put('one');
  for (await queue.runDue([worker(handle)]); done === 0; await queue.runDue([worker(handle)])) {
    const wait = (await rows(opened))[0]!.due_at - clock.now();
    waits.push(wait / 1000);
    clock.advance(wait);
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600]);
  expect(await rows(opened)).toEqual([]);
});

describe('closing', () => {
  test('aborts what runs and puts it back, due at once for the next process', async () => {
    const opened = openTestQueue();
    const { queue, put } = opened;
    const handle = (_: unknown, signal: AbortSignal) =>
      new Promise<Settlement>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    await put('one');
    queue.start([worker(handle)]);
    await settled();
    expect(await queue.depth()).toMatchObject({ post: { leased: 1 } });
    await queue.close();
    expect(await queue.depth()).toEqual({ post: { ...idle, pending: 1 } });
    expect(await claimElsewhere(opened)).toMatchObject([{ key: 'one', claims: 2 }]);
  });

  test('lets work finish that must not be cut off', async () => {
    const { queue, put } = openTestQueue();
    const gate = latch();
    let aborted = false;
    const handle = async (_: unknown, signal: AbortSignal): Promise<Settlement> => {
      await gate.opened;
      aborted = signal.aborted;
      return {};
    };
    await put('one');
    queue.start([worker(handle, { finishOnClose: true })]);
    await settled();
    const closing = queue.close();
    await settled();
    gate.open();
    await closing;
    expect(aborted).toBe(false);
    expect(await queue.depth()).toEqual({ post: idle });
  });

  test('keeps the outcome of work that finishes anyway', async () => {
    const { queue, put } = openTestQueue();
    await put('one');
    queue.start([worker((_, signal) => new Promise((resolve) => void signal.addEventListener('abort', () => resolve({}))))]);
    await settled();
    await queue.close();
    expect(await queue.depth()).toEqual({ post: idle });
  });

  test('while work is being claimed leaves no lease behind without anyone working on it', async () => {
    const opened = openTestQueue();
    const { queue, store, put } = opened;
    const done: unknown[] = [];
    await put('one');
    const gate = latch();
    const holding = store.write(() => gate.opened);
    queue.start([worker(noteIn(done))]);
    await settled();
    const closing = queue.close();
    gate.open();
    await Promise.all([holding, closing]);
    await settled();
    expect(done).toEqual([]);
    expect(await rows(opened)).toMatchObject([{ key: 'one', lease_until: null, claims: 0 }]);
  });

  test('in the very moment of a claim puts back what was claimed', async () => {
    const { queue, store, put } = openTestQueue();
    await put('one');
    let closing: Promise<void> | undefined;
    store.onCommit(() => void (closing ??= queue.close()));
    queue.start([worker((_, signal) => new Promise((resolve) => void signal.addEventListener('abort', () => resolve({ retryAt: 0 }))))]);
    await settled();
    await closing;
    expect(await queue.depth()).toEqual({ post: { ...idle, pending: 1 } });
  });

  test('starts nothing more', async () => {
    const { queue, clock, put } = openTestQueue();
    const done: unknown[] = [];
    const workers = [worker(noteIn(done))];
    queue.start(workers);
    await queue.close();
    await put('one');
    await queue.runDue(workers);
    await settled();
    expect(done).toEqual([]);
    expect(clock.waiting()).toEqual([]);
    await queue.close();
  });
});

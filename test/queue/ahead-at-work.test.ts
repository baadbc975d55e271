import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Settlement } from '../../src/queue/worker.ts';
import { openTestQueue, settled, worker, type TestQueue } from './support.ts';

interface Held {
  lane: string;
  end(settlement: Settlement): void;
}

/** Receivers that answer all they hold when they are told to, and a sender that begins no more than their places. */
function openReceivers(perLane = 4) {
  const opened = openTestQueue();
  let held: Held[] = [];
  const of = (lane: string) => held.filter((one) => one.lane === lane);
  const begun = (one: Held) => of(one.lane).indexOf(one) < perLane;
  const given: Settlement[] = [];
  const handle = (lane: unknown, signal: AbortSignal) =>
    new Promise<Settlement>((resolve) => {
      const one = { lane: String(lane), end: resolve };
      held.push(one);
      signal.addEventListener('abort', () => {
        const settlement: Settlement = begun(one) ? { retryAt: 0 } : { untouched: true };
        given.push(settlement);
        resolve(settlement);
      });
    });
  return {
    ...opened,
    sender: worker(handle, { slots: 128, perLane, leaseMs: 600_000, takesAhead: true }),
    given,
    held: (lane: string) => of(lane).length,
    async answer(lane: string, settlement: Settlement = { outsideFailed: false }, count = Infinity) {
      const some = of(lane).slice(0, count);
      held = held.filter((one) => !some.includes(one));
      for (const one of some) one.end(settlement);
      await settled();
    },
  };
}

async function fill({ store, queue }: Pick<TestQueue, 'store' | 'queue'>, lane: string, count: number): Promise<void> {
  const works = Array.from({ length: count }, (_, number) => ({ kind: 'post', key: `${lane} ${number}`, lane, payload: lane, dueAt: 0 }));
  await store.write((tx) => queue.enqueueAll(tx, works));
  await settled();
}

describe('what is taken ahead of the places', () => {
  test('grows to four times what a receiver answered in the last turn, and is nothing after a failure', async () => {
    const { sender, queue, held, answer, ...opened } = openReceivers();
    queue.start([sender]);
    await fill({ queue, ...opened }, 'a', 1000);
    const sizes = [];
    for (let turn = 0; turn < 4; turn++) {
      sizes.push(held('a'));
      await answer('a');
    }
    expect(sizes).toEqual([4, 20, 84, 340]);
    await answer('a', { outsideFailed: true });
    expect(held('a')).toBeLessThanOrEqual(4);
  });

  test('is no more than was answered in the last turn where that took its time', async () => {
    const { sender, queue, held, answer, clock, ...opened } = openReceivers();
    queue.start([sender]);
    await fill({ queue, ...opened }, 'a', 100);
    const sizes = [];
    for (let turn = 0; turn < 4; turn++) {
      sizes.push(held('a'));
      clock.advance(201);
      await answer('a');
    }
    expect(sizes).toEqual([4, 8, 12, 16]);
  });

  test('is less of what is long', async () => {
    const { sender, queue, held, answer, ...opened } = openReceivers();
    let loaded = 0;
    const load = async (_: unknown, payloads: readonly unknown[]) => {
      loaded += payloads.length;
      return [...payloads];
    };
    queue.start([{ ...sender, load, weigh: () => 4 * 2 ** 20 }]);
    await fill({ queue, ...opened }, 'a', 100);
    await answer('a');
    expect(held('a')).toBe(4 + 4);
    expect(loaded).toBe(4 + 4 + 4);
    for (let turn = 0; turn < 5; turn++) await answer('a');
    expect(held('a')).toBe(4 + 4);
  });

  test('is given back where it turns out to be longer than what came before', async () => {
    const { sender, queue, held, answer, ...opened } = openReceivers();
    let weight = 1;
    queue.start([{ ...sender, weigh: () => weight }]);
    await fill({ queue, ...opened }, 'a', 100);
    weight = 6 * 2 ** 20;
    await answer('a');
    expect(held('a')).toBe(4 + 2);
    const given = await opened.store.db.selectFrom('work').select('claims').where('lease_until', 'is', null).execute();
    expect(given).toEqual(Array.from({ length: 90 }, () => ({ claims: 0 })));
  });

  test('is shared by those that answer: one that is quick leaves room for others', async () => {
    const { sender, queue, held, answer, ...opened } = openReceivers();
    queue.start([sender]);
    await fill({ queue, ...opened }, 'a', 9000);
    for (let turn = 0; turn < 5; turn++) await answer('a');
    expect(held('a')).toBe(512 + 4);
    await fill({ queue, ...opened }, 'b', 9000);
    for (let turn = 0; turn < 8; turn++) {
      void answer('a');
      await answer('b');
    }
    expect([held('a'), held('b')]).toEqual([256 + 4, 256 + 4]);
  });

  test('leaves places to others while what is held ahead is sent', async () => {
    const { sender, queue, held, answer, ...opened } = openReceivers();
    queue.start([{ ...sender, slots: 4 }]);
    await fill({ queue, ...opened }, 'a', 100);
    await answer('a');
    await answer('a', undefined, 4);
    await opened.put('single', { lane: 'other', payload: 'other' });
    await settled();
    expect([held('a'), held('other')]).toEqual([16, 1]);
  });

  test('is 512 at most, over all receivers', async () => {
    const { sender, queue, held, answer, ...opened } = openReceivers(32);
    queue.start([sender]);
    const lanes = ['a', 'b', 'c'];
    for (const lane of lanes) {
      await fill({ queue, ...opened }, lane, 8000);
      // The one before is slow by now, and keeps what it has.
      for (let turn = 0; turn < 8; turn++) await answer(lane);
    }
    expect(lanes.map((lane) => held(lane))).toEqual([512 + 32, 32, 32]);
  });

  test('is given back as it was when the process closes', async () => {
    const { sender, queue, held, given, answer, ...opened } = openReceivers();
    queue.start([sender]);
    await fill({ queue, ...opened }, 'a', 100);
    await answer('a');
    expect(held('a')).toBe(4 + 16);
    await queue.close();
    expect(given.map(({ untouched = false }) => untouched)).toEqual([...Array(4).fill(false), ...Array(16).fill(true)]);
    expect(await opened.store.db.selectFrom('work').select('late').where('late', '=', 1).execute()).toHaveLength(4);
    expect(await opened.store.db.selectFrom('work').select('id').where('lease_until', 'is not', null).execute()).toEqual([]);
  });

  test('keeps nobody waiting for a receiver that is slow to answer', async () => {
    const { sender, queue, held, answer, waited, ...opened } = openReceivers();
    queue.start([sender]);
    await fill({ queue, ...opened }, 'slow', 1000);
    await answer('slow');
    expect(waited()).toBe(0);
    await answer('slow');
    await opened.put('single', { lane: 'other', payload: 'other' });
    await settled();
    expect([held('slow'), held('other')]).toEqual([84, 1]);
    // It waits once, as it does where nothing was taken ahead.
    expect(waited()).toBe(3);
  });

  test('lets a turn wait as long as a receiver keeps answering', async () => {
    const { sender, queue, held, answer, looks, ...opened } = openReceivers();
    queue.start([sender]);
    await fill({ queue, ...opened }, 'a', 9000);
    for (let turn = 0; turn < 6; turn++) await answer('a');
    const before = looks();
    expect(held('a')).toBe(512 + 4);
    // As many in every pause.
    for (let round = 0; round < 60; round++) {
      void answer('a', undefined, 10);
      await nextTurn();
    }
    await settled();
    // With one pause a turn there would be 30.
    expect(looks() - before).toBeLessThanOrEqual(20);
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Store } from '../../src/db/open.ts';
import { createQueue, type Queue } from '../../src/queue/queue.ts';
import type { Worker } from '../../src/queue/worker.ts';
import type { NewWork } from '../../src/queue/work.ts';
import type { Clock } from '../support/clock.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

type Handle = Worker['handle'];

export interface TestQueue extends TestStore {
  queue: Queue;
  /** How many transactions the queue has begun. */
  looks(): number;
  /** For how long it has waited for more to end, in milliseconds, if any time had passed. */
  waited(): number;
  put(key: string, work?: Partial<NewWork>): Promise<void>;
}

/** A queue on a store of its own, or on another's home, under a clock that only moves by hand. */
export function openTestQueue(given: { home?: string; clock?: Clock; wrap?: (store: Store) => Store } = {}): TestQueue {
  const opened = openTestStore(given);
  const store = given.wrap?.(opened.store) ?? opened.store;
  let [looks, waited] = [0, 0];
  const counting: Store = {
    ...store,
    write(work) {
      looks++;
      return store.write(work);
    },
  };
  // It waits a moment for more of what ends at once: here no time passes by itself.
  const pause = (ms: number) => {
    waited += ms;
    return nextTurn();
  };
  const queue = createQueue(counting, { ...opened.system, pause });
  onTestFinished(() => queue.close());
  const put = (key: string, work: Partial<NewWork> = {}) =>
    store.write((tx) => queue.enqueue(tx, { kind: 'post', key, payload: key, dueAt: opened.clock.now(), ...work }));
  return { ...opened, store, queue, looks: () => looks, waited: () => waited, put };
}

export function worker(handle: Handle, share: Partial<Worker> = {}): Worker {
  return { kind: 'post', slots: 10, perLane: 2, leaseMs: 3000, handle, ...share };
}

/** Does nothing but note what it was given. */
export function noteIn(done: unknown[]): Handle {
  return async (payload) => {
    done.push(payload);
    return {};
  };
}

/** Nothing is left to do, of whatever kind. */
export const idle = { pending: 0, leased: 0, lagMs: 0, failingLanes: 0 };

/** Lets everything happen that waits for nothing but its turn: SQLite answers at once, so a few turns of the event loop are plenty. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await nextTurn();
}

/** Something that ends when it is told to. */
export function latch(): { opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

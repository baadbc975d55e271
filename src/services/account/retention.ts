import type { Store } from '../../db/open.ts';
import { removeIdleLanes, type Lane } from '../../queue/lanes.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Settlement } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import type { Slice } from '../common/group.ts';
import type { Idempotency } from './idempotency.ts';

/** The kind of work that removes what has had its time. */
export const maintenance = 'maintenance';

const everyMs = 60 * 60 * 1000;
/** What one transaction removes at most: it holds up every other writer, and must be over in 20 ms. */
const maxAtOnce = { keys: 200, lanes: 200 };

/** Between two transactions: without it another process, which can only ask again and again, would seldom find the database free. */
const restMs = 5;

/** Keeps the database from growing for ever. */
export interface Retention {
  /** Sees to it that `sweep` runs once an hour, in one of the processes that work. */
  ensure(): Promise<void>;
  /** The handler of `maintenance`: runs every group's slices, each until nothing is left for it to remove. */
  sweep(signal: AbortSignal): Promise<Settlement>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  /** Every group's, made anew for each sweep. */
  slices: () => readonly Slice[];
}

export function createRetention({ store, system, queue, slices }: Needs): Retention {
  return {
    async ensure() {
      const work = { kind: maintenance, key: 'retention', payload: {}, dueAt: system.now() + everyMs };
      await store.write((tx) => queue.enqueueOnce(tx, work));
    },

    async sweep(signal) {
      for (const slice of slices()) {
        // Whoever works next goes on from here: what is gone is gone.
        while (!signal.aborted && (await store.write(slice))) await system.pause(restMs);
      }
      return { retryAt: signal.aborted ? system.now() : system.now() + everyMs };
    },
  };
}

/** Expired idempotency keys, and lanes that nothing has passed through for long. */
export function accountRetention(idempotency: Pick<Idempotency, 'removeExpired'>, failedBefore: number): Slice[] {
  return [async (tx) => (await idempotency.removeExpired(tx, maxAtOnce.keys)) > 0, lanesOneAfterTheOther(failedBefore)];
}

function lanesOneAfterTheOther(failedBefore: number): Slice {
  let last: Lane | null | undefined;
  return async (tx) => {
    last = await removeIdleLanes(tx, { limit: maxAtOnce.lanes, failedBefore, ...(last && { after: last }) });
    return last !== null;
  };
}

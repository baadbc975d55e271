import { removeIdleLanes, type Lane } from '../../queue/lanes.ts';
import { removeEndedLeases } from '../../queue/leases.ts';
import type { Settlement } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import type { Foundation, Slice } from '../common/group.ts';
import type { Idempotency } from './idempotency.ts';
import { isAnyArriving, leftovers } from './portability/arrival.ts';

/** The kind of work that removes expired data. */
export const maintenance = 'maintenance';

const everyMs = 60 * 60 * 1000;
/** While a project is imported, nothing of it may expire: what hangs on it is still to come. */
const arrivingMs = 60 * 1000;
/** Rows removed per transaction, which blocks all other writers and must be over in 20 ms. */
const maxAtOnce = { keys: 200, lanes: 200 };

/** Pause between transactions: without it, other processes, which can only poll, would seldom find the database free. */
const restMs = 5;

/** Keeps the database from growing forever. */
export interface Retention {
  /** Makes `sweep` run once an hour, in one of the working processes. */
  ensure(): Promise<void>;
  /** The handler of `maintenance`: runs every group's slices until nothing is left to remove. */
  sweep(signal: AbortSignal): Promise<Settlement>;
}

export function createRetention({ store, system, queue, groups }: Pick<Foundation, 'store' | 'system' | 'queue' | 'groups'>): Retention {
  return {
    async ensure() {
      const work = { kind: maintenance, key: 'retention', payload: {} };
      await store.write((tx) => queue.enqueueOnce(tx, { ...work, dueAt: system.now() + everyMs }));
    },

    async sweep(signal) {
      const first = leftovers({ system, groups });
      for (let slice of [first, ...groups.flatMap(({ retention }) => retention?.() ?? [])]) {
        const waits = slice !== first;
        // If stopped here, the next sweep continues: what is gone is gone.
        while (!signal.aborted) {
          const more = await store.write(async (tx) => (waits && (await isAnyArriving(tx)) ? 'wait' : slice(tx)));
          if (more === 'wait') return { retryAt: system.now() + arrivingMs };
          if (more === false) break;
          if (more !== true) slice = more;
          await system.pause(restMs);
        }
      }
      return { retryAt: signal.aborted ? system.now() : system.now() + everyMs };
    },
  };
}

/** Removes expired idempotency keys, leases that ran out with nobody there, and idle lanes: at once what is as good as new, others after long. */
export function accountRetention(
  idempotency: Pick<Idempotency, 'removeExpired'>,
  { now }: Pick<System, 'now'>,
  failedRetentionMs: number,
): Slice[] {
  return [
    async (tx) => (await idempotency.removeExpired(tx, maxAtOnce.keys)) > 0,
    async (tx) => {
      await removeEndedLeases(tx, now());
      return false;
    },
    idleLanes(() => now() - failedRetentionMs),
  ];
}

function idleLanes(settledBefore: () => number, after?: Lane): Slice {
  return async (tx) => {
    const last = await removeIdleLanes(tx, { limit: maxAtOnce.lanes, settledBefore: settledBefore(), after });
    return last !== null && idleLanes(settledBefore, last);
  };
}

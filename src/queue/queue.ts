import type { Store, Tx } from '../db/open.ts';
import type { Cancel, System } from '../system.ts';
import { countFailingLanes, failingLanes, type FailingLane } from './failing.ts';
import { createTurns } from './turns.ts';
import type { Worker } from './worker.ts';
import { dropWork, hasWork, leasedAmong, leasedOf, measureDepth, putWork, type Depth, type NewWork } from './work.ts';

export interface Queue {
  /** Adds work in the transaction that causes it. The queue wakes by itself after the commit. */
  enqueue(tx: Tx, work: NewWork): Promise<void>;
  /** The same for several, each with a key of its own. */
  enqueueAll(tx: Tx, works: readonly NewWork[]): Promise<void>;
  /** Adds work unless its key has some already. */
  enqueueOnce(tx: Tx, work: NewWork): Promise<void>;
  /** Removes work that is no longer needed. If someone holds it, their acknowledgement changes nothing. */
  drop(tx: Tx, key: string): Promise<void>;
  /** The same for several. */
  dropAll(tx: Tx, keys: readonly string[]): Promise<void>;
  /** Those of these keys on whose work somebody holds a valid lease. */
  leasedAmong(tx: Tx, keys: readonly string[]): Promise<Set<string>>;
  /** The keys of all work of a kind on which somebody holds a valid lease. */
  leasedOf(kind: string): Promise<string[]>;
  /** Starts working in the background. A process claims only the kinds it is given. */
  start(workers: readonly Worker[]): void;
  /** Does all work that is due now, and work that becomes due through it; returns when none is left. */
  runDue(workers: readonly Worker[]): Promise<void>;
  /** Numbers for monitoring, by kind of work. */
  depth(): Promise<Record<string, Depth>>;
  /** Lanes of a kind whose last attempt failed and that have more to come, the next to be tried first. */
  failing(kind: string, limit: number): Promise<FailingLane[]>;
  /** How many such lanes there are, counted up to `limit`. */
  countFailing(kind: string, limit: number): Promise<number>;
  /** What the queue is doing in this process. */
  engine(): Engine;
  /** Stops claiming, and lets running work finish or puts it back. */
  close(): Promise<void>;
}

export interface Engine {
  /** `off` before the start and after closing; `failing` if it could not look for work or write outcomes. */
  state: 'off' | 'idle' | 'working' | 'failing';
  /** When it last looked for work and found none left, in milliseconds since the epoch. While idle it looks only when there may be some. */
  lookedAt: number | null;
  /** What was thrown, if it is failing. */
  fault?: unknown;
}

/** How often an idle queue checks for other processes' commits. */
const idlePollMs = 1000;
/** How often a lasting fault is logged. */
const faultPauseMs = 60_000;

export function createQueue(store: Store, system: System): Queue {
  const turns = createTurns(store, system, () => void pump());
  let workers: readonly Worker[] = [];
  let closed = false;
  let pumping = false;
  let pumpAgain = false;
  let cancelTimer: Cancel = () => {};
  let seenVersion = -1;
  let lookedAt = 0;
  let nextDueAt: number | null = null;
  let wanted = false;
  let tellAgainAt = 0;
  let engine: Pick<Engine, 'lookedAt' | 'fault'> = { lookedAt: null };

  /** Takes turns until there is no room or nothing due, then sleeps until there may be. */
  async function pump(): Promise<void> {
    if (closed || workers.length === 0) return;
    if (pumping) {
      pumpAgain = true;
      return;
    }
    pumping = true;
    cancelTimer();
    try {
      do {
        pumpAgain = false;
        seenVersion = store.dataVersion();
        do lookedAt = system.now();
        while (await turns.take(workers));
        nextDueAt = await turns.nextAt(workers);
      } while (pumpAgain && !closed);
      engine = { lookedAt };
      tellAgainAt = 0;
    } catch (error) {
      engine = { ...engine, fault: error };
      lookAgainSoon();
      tellFault(error);
    } finally {
      pumping = false;
      sleep();
    }
  }

  /** Logs only now and then: the queue retries every second, and the log may be on the very disk that is full. */
  function tellFault(error: unknown): void {
    if (closed || system.now() < tellAgainAt) return;
    tellAgainAt = system.now() + faultPauseMs;
    system.log.error({ err: error }, 'the queue could not look for work');
  }

  function sleep(): void {
    cancelTimer();
    if (closed) return;
    // Work that was due at the last look but not claimed waits for room in its lane, not for the clock.
    const untilDue = nextDueAt === null || nextDueAt <= lookedAt ? idlePollMs : Math.max(nextDueAt - system.now(), 0);
    cancelTimer = system.after(Math.min(untilDue, idlePollMs), () => {
      const due = nextDueAt !== null && nextDueAt <= system.now();
      if (due || turns.ended() > 0 || othersCommitted()) void pump();
      else sleep();
    });
  }

  function othersCommitted(): boolean {
    try {
      return store.dataVersion() !== seenVersion;
    } catch {
      // `pump` runs into the same fault and reports it.
      return true;
    }
  }

  function lookAgainSoon(): void {
    nextDueAt = null;
    seenVersion = -1;
  }

  store.onCommit(() => {
    if (!wanted) return;
    wanted = false;
    void pump();
  });

  async function enqueueAll(tx: Tx, works: readonly NewWork[]): Promise<void> {
    await putWork(tx, works, system.now());
    // A hint that a transaction may leave behind in vain: the queue then looks once more than it must.
    wanted = true;
  }

  async function dropAll(tx: Tx, keys: readonly string[]): Promise<void> {
    await dropWork(tx, keys, system.now());
    wanted = true;
  }

  return {
    enqueue: (tx, work) => enqueueAll(tx, [work]),
    enqueueAll,
    async enqueueOnce(tx, work) {
      if (!(await hasWork(tx, work.key))) await enqueueAll(tx, [work]);
    },
    drop: (tx, key) => dropAll(tx, [key]),
    dropAll,
    leasedAmong: (tx, keys) => leasedAmong(tx, keys, system.now()),
    leasedOf: (kind) => leasedOf(store.db, kind, system.now()),
    start(given) {
      workers = given;
      void pump();
    },
    async runDue(given) {
      for (;;) {
        const more = await turns.take(given);
        if (more || turns.ended() > 0) continue;
        if (turns.running() === 0) return;
        await turns.nextEnd();
      }
    },
    depth: () => measureDepth(store.db, system.now()),
    failing: (kind, limit) => failingLanes(store.db, kind, limit),
    countFailing: (kind, limit) => countFailingLanes(store.db, kind, limit),
    engine() {
      const doing = turns.running() > 0 ? 'working' : 'idle';
      if (closed || workers.length === 0) return { state: 'off', ...engine };
      return { state: 'fault' in engine ? 'failing' : doing, ...engine };
    },
    async close() {
      closed = true;
      cancelTimer();
      await turns.close().catch((error: unknown) => system.log.error({ err: error }, 'what was done last could not be written'));
    },
  };
}

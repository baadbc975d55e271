import type { Store, Tx } from '../db/open.ts';
import type { Cancel, System } from '../system.ts';
import { createTurns } from './turns.ts';
import type { Worker } from './worker.ts';
import { dropWork, hasWork, isLeased, measureDepth, putWork, type Depth, type NewWork } from './work.ts';

export interface Queue {
  /** Asks for work in the transaction that causes it; after the commit the queue wakes by itself. */
  enqueue(tx: Tx, work: NewWork): Promise<void>;
  /** The same, unless there is work for its key already. */
  enqueueOnce(tx: Tx, work: NewWork): Promise<void>;
  /** Takes back work that nobody needs any more; the acknowledgement of one who holds it changes nothing. */
  drop(tx: Tx, key: string): Promise<void>;
  /** Whether somebody holds a valid lease on the work for `key`. */
  isLeased(tx: Tx, key: string): Promise<boolean>;
  /** Starts working in the background. A process claims only the kinds it is given. */
  start(workers: readonly Worker[]): void;
  /** Does all work that is due now, and what that makes due now; returns when nothing is. */
  runDue(workers: readonly Worker[]): Promise<void>;
  /** For those who watch, by kind of work. */
  depth(): Promise<Record<string, Depth>>;
  /** What it does in this process. */
  engine(): Engine;
  /** Stops claiming, lets running work finish or puts it back, and returns. */
  close(): Promise<void>;
}

/** What the queue does in this process. */
export interface Engine {
  /** `off` before it is started and once it closes; `failing` where it could not look for work, or write what came of it. */
  state: 'off' | 'idle' | 'working' | 'failing';
  /** When it last looked for work and found none left, in milliseconds since the epoch. An idle one looks when there may be some. */
  lookedAt: number | null;
  /** What was thrown, where it fails. */
  fault?: unknown;
}

/** How often other processes' commits are looked for while idle. */
const idlePollMs = 1000;
/** How often a fault that stays is logged. */
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

  /** One turn after the other until there is no room or nothing due, then sleep until there may be. */
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

  /** Once in a while only: it looks again every second, and the log may be on the very disk that is full. */
  function tellFault(error: unknown): void {
    if (closed || system.now() < tellAgainAt) return;
    tellAgainAt = system.now() + faultPauseMs;
    system.log.error({ err: error }, 'the queue could not look for work');
  }

  function sleep(): void {
    cancelTimer();
    if (closed) return;
    // What was due at the last look and could not be claimed waits for room in its lane, not for the clock.
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
      // `pump` meets the same trouble and reports it.
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

  return {
    async enqueue(tx, work) {
      await putWork(tx, work, system.now());
      wanted = true;
    },
    async enqueueOnce(tx, work) {
      if (await hasWork(tx, work.key)) return;
      await putWork(tx, work, system.now());
      wanted = true;
    },
    async drop(tx, key) {
      await dropWork(tx, key, system.now());
      wanted = true;
    },
    isLeased: (tx, key) => isLeased(tx, key, system.now()),
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

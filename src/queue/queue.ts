import type { Store, Tx } from '../db/open.ts';
import type { Cancel, System } from '../system.ts';
import { claimDue, type Claim, type Share } from './claim.ts';
import { keepLease } from './lease.ts';
import { dropWork, endLease, isLeased, measureDepth, nextClaimableAt, putWork, type Depth, type NewWork } from './work.ts';

/** What a handler leaves behind: rows written in the very transaction that ends its lease. */
export interface Settlement {
  write?: (tx: Tx) => Promise<void>;
  /** What to leave behind where `write` threw: without it the work is done again when its lease has run out. */
  otherwise?: (error: unknown) => Promise<Settlement>;
  /** When the work is due again; absent: it is done. */
  retryAt?: number;
}

/** Does one piece of work. It may run twice when a process stalls past its lease. `signal` is aborted when the queue closes or the lease is lost. */
export type Handle = (payload: unknown, signal: AbortSignal) => Promise<Settlement>;

export interface Worker extends Share {
  handle: Handle;
  /** True where a running piece is let finish at shutdown instead of being put back. */
  finishOnClose?: boolean;
}

export interface Queue {
  /** Asks for work in the transaction that causes it; after the commit the queue wakes by itself. */
  enqueue(tx: Tx, work: NewWork): Promise<void>;
  /** Takes back work that nobody needs any more; the acknowledgement of one who holds it changes nothing. */
  drop(tx: Tx, key: string): Promise<void>;
  /** Whether somebody holds a valid lease on the work for `key`. */
  isLeased(tx: Tx, key: string): Promise<boolean>;
  /** Starts working in the background. A process claims only the kinds it is given. */
  start(workers: readonly Worker[]): void;
  /** Does all work that is due now, and what that makes due now; returns when nothing is. */
  runDue(workers: readonly Worker[]): Promise<void>;
  /** For those who watch. */
  depth(): Promise<Depth>;
  /** Stops claiming, lets running work finish or puts it back, and returns. */
  close(): Promise<void>;
}

/** How often other processes' commits are looked for while idle. */
const idlePollMs = 1000;

export function createQueue(store: Store, system: System): Queue {
  const running = new Map<Promise<void>, { claim: Claim; worker: Worker; abort: AbortController }>();
  let workers: readonly Worker[] = [];
  let closed = false;
  let claiming: Promise<unknown> = Promise.resolve();
  let pumping = false;
  let pumpAgain = false;
  let cancelTimer: Cancel = () => {};
  let seenVersion = -1;
  let lookedAt = 0;
  let nextDueAt: number | null = null;
  let enqueued = false;

  const busy = (worker: Worker) => [...running.values()].filter((one) => one.claim.kind === worker.kind).length;

  /** Claims what this process has room for and sets it going; true where anything was claimed. One at a time, or two would fill the same slots. */
  function claimAndRun(of: readonly Worker[]): Promise<boolean> {
    // SQLite answers at once: without a turn of the event loop in between, a long backlog of short work would let nothing else happen.
    const turn = claiming.then(() => system.pause(0)).then(() => claimNow(of));
    claiming = turn.catch(() => {});
    return turn;
  }

  async function claimNow(of: readonly Worker[]): Promise<boolean> {
    let any = false;
    lookedAt = system.now();
    for (const worker of of) {
      if (closed || busy(worker) >= worker.slots) continue;
      const share = { ...worker, slots: worker.slots - busy(worker) };
      const token = system.random(16).toString('hex');
      // Asked under the lock, which may have been waited for: a lease counts from when it is taken.
      const mayClaim = () => !closed && store.isCurrent();
      const claims = await store.write(async (tx) => (mayClaim() ? claimDue(tx, share, system.now(), token) : []));
      for (const claim of claims) run(claim, worker);
      any ||= claims.length > 0;
    }
    return any;
  }

  function run(claim: Claim, worker: Worker): void {
    const abort = new AbortController();
    const stopRenewing = keepLease(store, system, {
      claim,
      leaseMs: worker.leaseMs,
      lost: () => abort.abort(new Error('The lease was lost.')),
    });
    const done: Promise<void> = carryOut(claim, worker, abort.signal)
      .catch((error: unknown) => system.log.error({ err: error, work: claim.key }, 'work could not be settled; its lease will run out'))
      .finally(() => {
        stopRenewing();
        running.delete(done);
        void pump();
      });
    running.set(done, { claim, worker, abort });
  }

  async function carryOut(claim: Claim, worker: Worker, signal: AbortSignal): Promise<void> {
    let settlement: Settlement;
    try {
      settlement = await worker.handle(claim.payload, signal);
    } catch (error) {
      const retryAt = system.now() + (signal.aborted ? 0 : Math.min(2 ** claim.claims, 3600) * 1000);
      if (!signal.aborted) system.log.error({ err: error, work: claim.key, retryAt }, 'work failed unexpectedly');
      settlement = { retryAt };
    }
    await settle(store, system, claim, settlement);
  }

  /** One turn at a time: claim until there is no room or nothing due, then sleep until there may be. */
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
        while (await claimAndRun(workers));
        const roomy = workers.filter((worker) => busy(worker) < worker.slots);
        nextDueAt = await nextClaimableAt(
          store.db,
          roomy.map((worker) => worker.kind),
        );
      } while (pumpAgain && !closed);
    } catch (error) {
      lookAgainSoon();
      if (!closed) system.log.error({ err: error }, 'the queue could not look for work');
    } finally {
      pumping = false;
      sleep();
    }
  }

  function sleep(): void {
    cancelTimer();
    if (closed) return;
    // What was due at the last look and could not be claimed waits for room in its lane, not for the clock.
    const untilDue = nextDueAt === null || nextDueAt <= lookedAt ? idlePollMs : Math.max(nextDueAt - system.now(), 0);
    cancelTimer = system.after(Math.min(untilDue, idlePollMs), () => {
      const due = nextDueAt !== null && nextDueAt <= system.now();
      if (due || othersCommitted()) void pump();
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
    if (!enqueued) return;
    enqueued = false;
    void pump();
  });

  return {
    async enqueue(tx, work) {
      await putWork(tx, work);
      enqueued = true;
    },
    drop: dropWork,
    isLeased: (tx, key) => isLeased(tx, key, system.now()),
    start(given) {
      workers = given;
      void pump();
    },
    async runDue(given) {
      for (;;) {
        const any = await claimAndRun(given);
        if (running.size > 0) await Promise.race(running.keys());
        else if (!any) return;
      }
    },
    depth: () => measureDepth(store.db, system.now()),
    async close() {
      closed = true;
      cancelTimer();
      await claiming;
      for (const { worker, abort } of running.values()) if (!worker.finishOnClose) abort.abort(new Error('The process is closing.'));
      while (running.size > 0) await Promise.allSettled(running.keys());
    },
  };
}

/** Ends the lease and writes what came of the work, both or neither. */
async function settle(store: Store, system: System, claim: Claim, settlement: Settlement): Promise<void> {
  try {
    await store.write(async (tx) => {
      if (await endLease(tx, claim, settlement.retryAt)) await settlement.write?.(tx);
      else system.log.warn({ work: claim.key }, 'a lease was lost; its outcome is dropped');
    });
  } catch (error) {
    if (!settlement.otherwise) throw error;
    await settle(store, system, claim, await settlement.otherwise(error));
  }
}

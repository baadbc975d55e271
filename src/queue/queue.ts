import type { Store, Tx } from '../db/open.ts';
import type { Cancel, System } from '../system.ts';
import { claimDue, dropWork, endLease, extendLease, isLeased, nextClaimableAt, putWork, type Claim, type NewWork, type Share } from './work.ts';

/** What a handler leaves behind: rows written in the very transaction that ends its lease. */
export interface Settlement {
  write?: (tx: Tx) => Promise<void>;
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
  /** Work due, and under a lease, for those who watch. */
  depth(): Promise<{ due: number; waiting: number; leased: number }>;
  /** Stops claiming, lets running work finish or puts it back, and returns. */
  close(): Promise<void>;
}

/** How often other processes' commits are looked for while idle. */
const idlePollMs = 1000;

export function createQueue(store: Store, system: System): Queue {
  const running = new Map<Promise<void>, { claim: Claim; worker: Worker; abort: AbortController }>();
  let workers: readonly Worker[] = [];
  let closed = false;
  let pumping = false;
  let pumpAgain = false;
  let cancelTimer: Cancel = () => {};
  let seenVersion = -1;
  let lookedAt = 0;
  let nextDueAt: number | null = null;
  let enqueued = false;

  const busy = (worker: Worker) => [...running.values()].filter((one) => one.claim.kind === worker.kind).length;

  /** Claims what this process has room for and sets it going; true where anything was claimed. */
  async function claimAndRun(of: readonly Worker[]): Promise<boolean> {
    let any = false;
    for (const worker of of) {
      if (closed || busy(worker) >= worker.slots || !store.isCurrent()) continue;
      const token = system.random(16).toString('hex');
      lookedAt = system.now();
      const claims = await claimDue(store, { ...worker, slots: worker.slots - busy(worker) }, lookedAt, token);
      for (const claim of claims) run(claim, worker);
      any ||= claims.length > 0;
    }
    return any;
  }

  function run(claim: Claim, worker: Worker): void {
    const abort = new AbortController();
    const stopRenewing = renew(claim, worker, abort);
    const done: Promise<void> = work(claim, worker, abort.signal)
      .catch((error: unknown) => system.log.error({ err: error, work: claim.key }, 'work could not be settled; its lease will run out'))
      .finally(() => {
        stopRenewing();
        running.delete(done);
        void pump();
      });
    running.set(done, { claim, worker, abort });
  }

  async function work(claim: Claim, worker: Worker, signal: AbortSignal): Promise<void> {
    let settlement: Settlement;
    try {
      settlement = await worker.handle(claim.payload, signal);
    } catch (error) {
      const retryAt = system.now() + (signal.aborted ? 0 : Math.min(2 ** claim.claims, 3600) * 1000);
      if (!signal.aborted) system.log.error({ err: error, work: claim.key, retryAt }, 'work failed unexpectedly');
      settlement = { retryAt };
    }
    await store.write(async (tx) => {
      if (await endLease(tx, claim, settlement.retryAt)) await settlement.write?.(tx);
      else system.log.warn({ work: claim.key }, 'a lease was lost; its outcome is dropped');
    });
  }

  /** Keeps the lease while the work goes on; a lost lease aborts it. */
  function renew(claim: Claim, worker: Worker, abort: AbortController): Cancel {
    let cancel: Cancel = () => {};
    let stopped = false;
    const again = () => {
      if (stopped) return;
      cancel = system.after(worker.leaseMs / 3, () => {
        if (stopped) return;
        extendLease(store, claim, system.now() + worker.leaseMs).then(
          (ours) => (ours || stopped ? again() : abort.abort(new Error('The lease was lost.'))),
          again,
        );
      });
    };
    again();
    return () => {
      stopped = true;
      cancel();
    };
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
        nextDueAt = await nextClaimableAt(store, roomy.map((worker) => worker.kind));
      } while (pumpAgain && !closed);
    } catch (error) {
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
      if (due || store.dataVersion() !== seenVersion) void pump();
      else sleep();
    });
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
      while ((await claimAndRun(given)) || running.size > 0) await Promise.race(running.keys());
    },
    async depth() {
      const now = system.now();
      const rows = await store.db
        .selectFrom('work')
        .select((make) => [
          make.fn.sum<number | null>(make.case().when('lease_until', '>', now).then(1).else(0).end()).as('leased'),
          make.fn.sum<number | null>(make.case().when('claimable_at', '<=', now).then(1).else(0).end()).as('due'),
          make.fn.countAll<number>().as('all'),
        ])
        .executeTakeFirstOrThrow();
      const due = rows.due ?? 0;
      const leased = rows.leased ?? 0;
      return { due, leased, waiting: rows.all - due - leased };
    },
    async close() {
      closed = true;
      cancelTimer();
      for (const { worker, abort } of running.values()) if (!worker.finishOnClose) abort.abort(new Error('The process is closing.'));
      while (running.size > 0) await Promise.allSettled(running.keys());
    },
  };
}

import type { Store, Tx } from '../db/open.ts';
import { causeCode } from '../errors.ts';
import type { System } from '../system.ts';
import { claimDue, type Claim } from './claim.ts';
import { keepLeases } from './lease.ts';
import { settleAll, type Ended } from './settle.ts';
import type { Settlement, Worker } from './worker.ts';
import { nextTurnAt } from './work.ts';

/** The work that this process holds, and the transactions by which it comes and goes. */
export interface Turns {
  /** One transaction at a time: writes what has ended, claims what there is room for and sets it going. True where there may be more to do. */
  take(workers: readonly Worker[]): Promise<boolean>;
  hasRoom(worker: Worker): boolean;
  /** Pieces that run. */
  running(): number;
  /** Pieces whose outcome is not written yet. */
  ended(): number;
  /** Resolves when the next piece ends. */
  nextEnd(): Promise<void>;
  /** Claims nothing more, puts back what may be put back, and returns when all outcomes are written. */
  close(): Promise<void>;
}

interface Running {
  claim: Claim;
  worker: Worker;
  abort: AbortController;
}

interface Loaded {
  claim: Claim;
  worker: Worker;
  input: unknown;
}

export function createTurns(store: Store, system: System, onEnd: () => void): Turns {
  const running = new Map<string, Running>();
  /** Done and not yet written; kept until that succeeds, or until somebody else has taken the work over. */
  let ended: Ended[] = [];
  let writing: readonly Ended[] = [];
  let end = Promise.withResolvers<void>();
  let lastTurn: Promise<unknown> = Promise.resolve();
  let closed = false;

  const leases = keepLeases(store, system, {
    held: () => [...running.values(), ...writing, ...ended].map(({ claim, worker }) => ({ claim, leaseMs: worker.leaseMs })),
    lost: (claim) => running.get(placeOf(claim))?.abort.abort(new Error('The lease was lost.')),
  });

  /** Failing lanes may take half of the slots: however many there are, they cannot crowd out the others. */
  function roomOf(worker: Worker): { slots: number; failingSlots: number } {
    const busy = [...running.values()].filter((one) => one.claim.kind === worker.kind);
    const failing = busy.filter(({ claim }) => claim.failing).length;
    return { slots: worker.slots - busy.length, failingSlots: Math.max(Math.ceil(worker.slots / 2) - failing, 0) };
  }

  async function writeAndClaim(workers: readonly Worker[]): Promise<boolean> {
    const roomy = closed ? [] : workers.filter((worker) => roomOf(worker).slots > 0);
    if (ended.length === 0 && !(await isAnyDue(roomy))) return false;
    writing = ended;
    ended = [];
    let claimed: Loaded[];
    try {
      claimed = await store.write(async (tx) => {
        reportLost(await settleAll(tx, writing, system.now()));
        return claimAll(tx, roomy);
      });
      writing = [];
    } catch (error) {
      if (writing.length === 0) throw error;
      await settleOneByOne();
      return true;
    }
    for (const one of claimed) run(one);
    leases.watch();
    return claimed.length > 0;
  }

  async function isAnyDue(workers: readonly Worker[]): Promise<boolean> {
    const kinds = workers.map((worker) => worker.kind);
    const at = await nextTurnAt(store.db, kinds);
    return at !== null && at <= system.now();
  }

  async function claimAll(tx: Tx, workers: readonly Worker[]): Promise<Loaded[]> {
    const all: Loaded[] = [];
    for (const worker of workers) {
      // Asked under the lock, which may have been waited for: a lease counts from when it is taken.
      if (closed || !store.isCurrent()) break;
      const claims = await claimDue(tx, { ...worker, ...roomOf(worker) }, system.now(), system.random(16).toString('hex'));
      const payloads = claims.map(({ payload }) => payload);
      const inputs = worker.load && claims.length > 0 ? await worker.load(tx, payloads) : payloads;
      all.push(...claims.map((claim, index) => ({ claim, worker, input: inputs[index] })));
    }
    return all;
  }

  /** After a transaction that failed: one outcome that cannot be written must not hold up the others. Throws where none can be. */
  async function settleOneByOne(): Promise<void> {
    for (let one = writing[0]; one !== undefined; one = writing[0]) {
      const single = one;
      try {
        reportLost(await store.write((tx) => settleAll(tx, [single], system.now())));
      } catch (error) {
        if (isStorageFault(error)) {
          ended = [...writing, ...ended];
          writing = [];
          throw error;
        }
        await replaceSettlement(single, error);
      }
      writing = writing.slice(1);
    }
  }

  async function replaceSettlement({ claim, worker, settlement }: Ended, error: unknown): Promise<void> {
    if (settlement.otherwise) ended.push({ claim, worker, settlement: await settlement.otherwise(error) });
    else system.log.error({ err: error, work: claim.key }, 'work could not be settled; its lease will run out');
  }

  function reportLost(lost: readonly Ended[]): void {
    for (const { claim } of lost) system.log.warn({ work: claim.key }, 'a lease was lost; its outcome is dropped');
  }

  function run({ claim, worker, input }: Loaded): void {
    const abort = new AbortController();
    running.set(placeOf(claim), { claim, worker, abort });
    void settlementOf(claim, worker, input, abort.signal).then((settlement) => {
      running.delete(placeOf(claim));
      ended.push({ claim, worker, settlement });
      end.resolve();
      end = Promise.withResolvers();
      onEnd();
    });
  }

  async function settlementOf(claim: Claim, worker: Worker, input: unknown, signal: AbortSignal): Promise<Settlement> {
    try {
      return await worker.handle(input, signal);
    } catch (error) {
      const retryAt = system.now() + (signal.aborted ? 0 : Math.min(2 ** claim.claims, 3600) * 1000);
      if (!signal.aborted) system.log.error({ err: error, work: claim.key, retryAt }, 'work failed unexpectedly');
      return { retryAt };
    }
  }

  function take(workers: readonly Worker[]): Promise<boolean> {
    // SQLite answers at once: without a turn of the event loop in between, a long backlog of short work would let nothing else happen.
    // What ends meanwhile is written together.
    const turn = lastTurn.then(() => system.pause(0)).then(() => writeAndClaim(workers));
    lastTurn = turn.catch(() => {});
    return turn;
  }

  return {
    take,
    hasRoom: (worker) => roomOf(worker).slots > 0,
    running: () => running.size,
    ended: () => ended.length,
    nextEnd: () => end.promise,
    async close() {
      closed = true;
      await lastTurn;
      for (const { worker, abort } of running.values()) if (!worker.finishOnClose) abort.abort(new Error('The process is closing.'));
      while (running.size > 0) await end.promise;
      while (ended.length > 0) await take([]);
      leases.stop();
    },
  };
}

function placeOf({ id, token }: Claim): string {
  return `${id} ${token}`;
}

/** Whether the database itself could not be written: then nothing is wrong with what was to be. */
function isStorageFault(error: unknown): boolean {
  const code = causeCode(error);
  return code === 'unavailable' || /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(code ?? '');
}

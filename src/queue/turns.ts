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
  /** The instant at which there may be something to claim for those of them that have room. */
  nextAt(workers: readonly Worker[]): Promise<number | null>;
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
  /** Throws where it could not be loaded. */
  input: () => unknown;
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

  /** Lanes whose last attempt failed may take half of the slots: however many there are, they cannot crowd out the others. */
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
    let claimed: { all: Loaded[]; more: boolean };
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
    for (const one of claimed.all) run(one);
    leases.watch();
    return claimed.more;
  }

  async function isAnyDue(workers: readonly Worker[]): Promise<boolean> {
    const at = await nextAt(workers);
    return at !== null && at <= system.now();
  }

  async function nextAt(workers: readonly Worker[]): Promise<number | null> {
    const rooms = workers.map((worker) => ({ kind: worker.kind, ...roomOf(worker) })).filter(({ slots }) => slots > 0);
    return nextTurnAt(
      store.db,
      rooms.map(({ kind, failingSlots }) => ({ kind, failing: failingSlots > 0 })),
    );
  }

  async function claimAll(tx: Tx, workers: readonly Worker[]): Promise<{ all: Loaded[]; more: boolean }> {
    const all: Loaded[] = [];
    let more = false;
    for (const worker of workers) {
      // Asked under the lock, which may have been waited for: a lease counts from when it is taken.
      if (closed || !store.isCurrent()) break;
      const taken = await claimDue(tx, { ...worker, ...roomOf(worker) }, system.now(), system.random(16).toString('hex'));
      all.push(...(await loadAll(tx, worker, taken.claims)));
      more ||= taken.more;
    }
    return { all, more };
  }

  /** After a transaction that failed: one outcome that cannot be written must not hold up the others. Throws where none can be, and keeps them. */
  async function settleOneByOne(): Promise<void> {
    try {
      for (let one = writing[0]; one !== undefined; one = writing[0]) {
        const instead = await settleSingle(one);
        if (instead) ended.push({ ...one, settlement: instead });
        writing = writing.slice(1);
      }
    } catch (error) {
      ended = [...writing, ...ended];
      writing = [];
      throw error;
    }
  }

  /** Returns what to leave behind instead where this cannot be written. */
  async function settleSingle(one: Ended): Promise<Settlement | undefined> {
    const { claim, settlement } = one;
    try {
      reportLost(await store.write((tx) => settleAll(tx, [one], system.now())));
      return undefined;
    } catch (error) {
      if (isStorageFault(error)) throw error;
      if (!('write' in settlement || 'record' in settlement)) {
        system.log.error({ err: error, work: claim.key }, 'work could not be put back; its lease will run out');
        return undefined;
      }
      if (!settlement.otherwise) return failedUnexpectedly(claim, error, settlement.retryAt);
      return settlement.otherwise(error).catch((fault: unknown) => failedUnexpectedly(claim, fault, settlement.retryAt));
    }
  }

  function failedUnexpectedly({ key, claims }: Claim, error: unknown, notBefore = 0): Settlement {
    const retryAt = Math.max(system.now() + Math.min(2 ** claims, 3600) * 1000, notBefore);
    system.log.error({ err: error, work: key, retryAt }, 'work failed unexpectedly');
    return { retryAt };
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

  async function settlementOf(claim: Claim, worker: Worker, input: Loaded['input'], signal: AbortSignal): Promise<Settlement> {
    try {
      return await worker.handle(input(), signal);
    } catch (error) {
      return signal.aborted ? { retryAt: system.now() } : failedUnexpectedly(claim, error);
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
    nextAt,
    running: () => running.size,
    ended: () => ended.length,
    nextEnd: () => end.promise,
    async close() {
      closed = true;
      await lastTurn;
      for (const { worker, abort } of running.values()) if (!worker.finishOnClose) abort.abort(new Error('The process is closing.'));
      while (running.size > 0) await end.promise;
      try {
        while (ended.length > 0) await take([]);
      } finally {
        leases.stop();
      }
    },
  };
}

function placeOf({ id, token }: Claim): string {
  return `${id} ${token}`;
}

/** In the transaction that claims. What cannot be loaded must not keep the rest from being done: its handler then fails by itself. */
async function loadAll(tx: Tx, worker: Worker, claims: readonly Claim[]): Promise<Loaded[]> {
  if (claims.length === 0) return [];
  const payloads = claims.map(({ payload }) => payload);
  try {
    const inputs = worker.load ? await worker.load(tx, payloads) : payloads;
    return claims.map((claim, index) => ({ claim, worker, input: () => inputs[index] }));
  } catch (error) {
    if (isStorageFault(error)) throw error;
    if (claims.length > 1) return (await Promise.all(claims.map((claim) => loadAll(tx, worker, [claim])))).flat();
    const refuse = () => {
      throw error;
    };
    return claims.map((claim) => ({ claim, worker, input: refuse }));
  }
}

/** Whether the database itself could not be written: then nothing is wrong with what was to be. */
function isStorageFault(error: unknown): boolean {
  const code = causeCode(error);
  return code === 'unavailable' || /^SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)/.test(code ?? '');
}

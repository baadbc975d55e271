import type { Db } from '../db/open.ts';
import type { System } from '../system.ts';
import { aheadOf, maxWeight } from './ahead.ts';
import type { Claim, Room } from './claim.ts';
import { retryAfterFault } from './faults.ts';
import type { Ended } from './settle.ts';
import type { Settlement, Worker } from './worker.ts';

/** Claimed work with what its handler needs. */
export interface Loaded {
  claim: Claim;
  worker: Worker;
  /** Throws if it could not be loaded. */
  input: () => unknown;
  /** What the input weighs. */
  weight: number;
}

type Piece = Pick<Loaded, 'claim' | 'worker' | 'weight'>;

/** The work running in this process. */
export interface Running {
  start(loaded: Loaded): void;
  all(): readonly Piece[];
  /** The workers with free slots, and how many. `ending`: work whose outcomes are written in this turn. */
  roomsOf(workers: readonly Worker[], ending: readonly Ended[]): { worker: Worker; room: Room }[];
  /** Resolves when the next piece of work ends. */
  nextEnd(): Promise<void>;
  /** Aborts work whose lease belongs to someone else by now. */
  abort(claim: Claim): void;
  /** Puts back what may be put back, and returns once all has ended. */
  close(): Promise<void>;
}

export function createRunning(system: System, process: string, onEnd: (one: Ended) => void): Running {
  // By the claim itself: work whose lease was lost and claimed again may run twice here.
  const running = new Map<Claim, Piece & { abort: AbortController }>();
  let weightAhead = 0;
  let end = Promise.withResolvers<void>();

  function roomOf(worker: Worker, ending: readonly Ended[]): Room {
    const mine = [...running.values()].filter(({ claim }) => claim.kind === worker.kind);
    const busy = mine.filter(({ claim }) => !claim.ahead);
    const [failing, unproven] = [busy.filter(({ claim }) => claim.failing).length, busy.filter(({ claim }) => claim.unproven).length];
    const slots = Math.max(worker.slots - busy.length, 0);
    // Failing lanes may take half of the slots, and with new ones three quarters, so that they cannot crowd out those that answer.
    const failingSlots = Math.max(Math.ceil(worker.slots / 2) - failing, 0);
    const ended = ending.filter(({ claim }) => claim.kind === worker.kind);
    return {
      ...worker,
      slots,
      failingSlots,
      unprovenSlots: worker.slowStart ? Math.max(Math.ceil(worker.slots * 0.75) - unproven, 0) : slots,
      ...(worker.takesAhead && { ahead: { process, more: aheadOf(mine, ended, system.now()) } }),
    };
  }

  async function settlementOf({ claim, worker, input }: Loaded, signal: AbortSignal): Promise<Settlement> {
    try {
      return await worker.handle(input(), signal);
    } catch (error) {
      return signal.aborted ? { retryAt: system.now() } : retryAfterFault(system, claim, error);
    }
  }

  return {
    start(loaded) {
      const { claim, worker, weight } = loaded;
      const ahead = claim.ahead ? weight : 0;
      // Its weight was not known until it was loaded.
      if (weightAhead + ahead > maxWeight) return onEnd({ claim, worker, weight, settlement: { untouched: true } });
      weightAhead += ahead;
      const abort = new AbortController();
      running.set(claim, { claim, worker, weight, abort });
      void settlementOf(loaded, abort.signal).then((settlement) => {
        running.delete(claim);
        weightAhead -= ahead;
        onEnd({ claim, worker, weight, settlement });
        end.resolve();
        end = Promise.withResolvers();
      });
    },
    all: () => [...running.values()],
    roomsOf: (workers, ending) => workers.map((worker) => ({ worker, room: roomOf(worker, ending) })).filter(({ room }) => room.slots > 0),
    nextEnd: () => end.promise,
    abort: (claim) => running.get(claim)?.abort.abort(new Error('The lease was lost.')),
    async close() {
      for (const { worker, abort } of running.values()) if (!worker.finishOnClose) abort.abort(new Error('The process is closing.'));
      while (running.size > 0) await end.promise;
    },
  };
}

/** Work that cannot be loaded must not stop the rest: only its own handler fails. */
export async function loadAll(db: Db, worker: Worker, claims: readonly Claim[]): Promise<Loaded[]> {
  if (claims.length === 0) return [];
  try {
    const payloads = claims.map(({ payload }) => JSON.parse(payload) as unknown);
    const inputs = worker.load ? await worker.load(db, payloads) : payloads;
    return claims.map((claim, index) => {
      const input = inputs[index];
      return { claim, worker, input: () => input, weight: worker.weigh?.(input) ?? 0 };
    });
  } catch (error) {
    const half = Math.ceil(claims.length / 2);
    if (half < claims.length)
      return [...(await loadAll(db, worker, claims.slice(0, half))), ...(await loadAll(db, worker, claims.slice(half)))];
    const refuse = () => {
      throw error;
    };
    return claims.map((claim) => ({ claim, worker, input: refuse, weight: 0 }));
  }
}

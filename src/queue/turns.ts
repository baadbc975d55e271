import type { Db, Store, Tx } from '../db/open.ts';
import type { System } from '../system.ts';
import { claimDue, type Claim, type Taken } from './claim.ts';
import { keepLeases } from './lease.ts';
import { createOutcomes, type Outcomes } from './outcomes.ts';
import { createRunning, loadAll, type Running } from './running.ts';
import type { Worker } from './worker.ts';
import { nextTurns } from './work.ts';

/** The work this process holds, and the transactions that claim and settle it. */
export interface Turns {
  /** One transaction at a time: writes outcomes, claims what there is room for and starts it. True if there may be more to do. */
  take(workers: readonly Worker[]): Promise<boolean>;
  /** When there may next be something to claim for the workers that have room. */
  nextAt(workers: readonly Worker[]): Promise<number | null>;
  /** How many pieces of work are running. */
  running(): number;
  /** How many outcomes are not written yet. */
  ended(): number;
  /** Resolves when the next piece of work ends. */
  nextEnd(): Promise<void>;
  /** Stops claiming, puts back what may be put back, and returns once all outcomes are written. */
  close(): Promise<void>;
}

/** A transaction costs about the same however little it writes. If this many ended in the last turn, the next waits briefly for more. */
const muchEnded = 8;
const gatherMs = 3;
/**
 * Of lanes of which work was taken ahead, a turn waits for this share of what it holds, as long as each pause brings some, though not for longer
 * than so many pauses.
 */
const worthwhileShare = 0.5;
const maxPauses = 5;

type Rooms = ReturnType<Running['roomsOf']>;

export function createTurns(store: Store, system: System, onEnd: () => void): Turns {
  /** Its leases are told from those of other processes by how their tokens begin. */
  const process = system.random(8).toString('hex');
  const outcomes = createOutcomes(store, system);
  const running = createRunning(system, process, (one) => {
    outcomes.add(one);
    onEnd();
  });
  const leases = keepLeases(store, system, {
    held: () => [...running.all(), ...outcomes.all()].map(({ claim, worker }) => ({ claim, leaseMs: worker.leaseMs })),
    lost: (claim) => running.abort(claim),
  });
  let lastTurn: Promise<unknown> = Promise.resolve();
  let closed = false;
  let lastEnded = 0;

  async function writeAndClaim(workers: readonly Worker[]): Promise<boolean> {
    const rooms = closed ? [] : await roomsForDue(workers);
    lastEnded = outcomes.all().length;
    if (lastEnded === 0 && rooms.length === 0) return false;
    // Checked under the lock: we may have waited for it, and things may have changed.
    const claimed = await outcomes.write((tx) => claimAll(tx, closed || !store.isCurrent() ? [] : rooms, process, system));
    if (!claimed) return true;
    for (const { worker, taken } of claimed) for (const one of await loadAll(store.db, worker, taken.claims)) running.start(one);
    leases.watch();
    return claimed.some(({ taken }) => taken.more);
  }

  /** Kinds with due work, and those whose work has just ended: their lanes have room again. */
  async function roomsForDue(workers: readonly Worker[]): Promise<Rooms> {
    const ending = outcomes.all();
    const rooms = running.roomsOf(workers, ending);
    const turns = await nextTurnsFor(store.db, rooms);
    const now = system.now();
    const ended = new Set(ending.map(({ claim }) => claim.kind));
    return rooms.filter(({ room: { kind } }) => ended.has(kind) || (turns.get(kind) ?? Infinity) <= now);
  }

  function take(workers: readonly Worker[]): Promise<boolean> {
    const turn = lastTurn.then(() => gather(running, outcomes, lastEnded, system)).then(() => writeAndClaim(workers));
    lastTurn = turn.catch(() => {});
    return turn;
  }

  return {
    take,
    async nextAt(workers) {
      const turns = await nextTurnsFor(store.db, running.roomsOf(workers, []));
      return turns.size === 0 ? null : Math.min(...turns.values());
    },
    running: () => running.all().length,
    ended: () => outcomes.all().length,
    nextEnd: running.nextEnd,
    async close() {
      closed = true;
      await lastTurn;
      await running.close();
      try {
        while (outcomes.all().length > 0) await take([]);
      } finally {
        leases.stop();
      }
    },
  };
}

/** Waits until a transaction is worthwhile. */
async function gather(running: Running, outcomes: Outcomes, lastEnded: number, { pause }: Pick<System, 'pause'>): Promise<void> {
  // SQLite calls are synchronous: without this pause a long backlog of short work would block the event loop.
  await pause(0);
  for (let pauses = 0, before = -1; pauses < maxPauses && lastEnded >= muchEnded; pauses++) {
    const { held, ended } = countAhead(running.all(), outcomes.all());
    // Others are not kept waiting for a receiver that is slow to answer.
    if (held > 0 ? ended <= before || ended >= worthwhileShare * (ended + held) : pauses > 0) return;
    before = ended;
    await pause(gatherMs);
  }
}

type Claimed = readonly { claim: Claim }[];

/** How much of the lanes of which work was taken ahead is held, and how much of them has ended. */
function countAhead(held: Claimed, ended: Claimed): { held: number; ended: number } {
  const lanes = new Set(held.filter(({ claim }) => claim.ahead).map(({ claim }) => claim.lane));
  const count = (all: Claimed) => all.filter(({ claim }) => lanes.has(claim.lane)).length;
  return { held: count(held), ended: count(ended) };
}

/** For each kind of work that has room: there are few. */
async function claimAll(
  tx: Tx,
  rooms: Rooms,
  process: string,
  { now, random }: Pick<System, 'now' | 'random'>,
): Promise<{ worker: Worker; taken: Taken }[]> {
  const all: { worker: Worker; taken: Taken }[] = [];
  for (const { worker, room } of rooms) all.push({ worker, taken: await claimDue(tx, room, now(), process + random(16).toString('hex')) });
  return all;
}

function nextTurnsFor(db: Db, rooms: Rooms): Promise<Map<string, number>> {
  return nextTurns(
    db,
    rooms.map(({ room }) => ({ kind: room.kind, failing: room.failingSlots > 0, unproven: room.unprovenSlots > 0 })),
  );
}

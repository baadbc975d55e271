import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { hint, statement } from '../db/sql.ts';
import { lineUp, roomIn, waitingLanes, type Lane, type WaitingLane } from './lanes.ts';

/** A piece of work under a lease. */
export interface Claim {
  id: number;
  kind: string;
  key: string;
  lane: string;
  /** Unparsed JSON: a payload that cannot be parsed must not keep others from being claimed. */
  payload: string;
  token: string;
  claims: number;
  claimedAt: number;
  /** As of the claim; extended while the work runs. */
  leaseUntil: number;
  /** Whether its lane's last attempt had failed at the time of the claim. */
  failing: boolean;
  /** Whether it was taken beyond the places there are, to be begun when one is free. */
  ahead: boolean;
  /** Whether its lane was not known to answer then. */
  unproven: boolean;
}

/** How much of one kind may run at once. */
export interface Share {
  kind: string;
  /** In this process. */
  slots: number;
  /**
   * Pieces of one lane under way at a time, over all processes; a lane that fails steadily gets one, as does a new one with a slow start.
   * There is a lease for each, and for what is taken ahead.
   */
  perLane: number;
  leaseMs: number;
  /** Whether a lane of whose destination nothing is known gets one place, and some places are kept for those that have answered. */
  slowStart?: boolean;
}

export interface Room extends Share {
  /** How many of the slots may go to lanes whose last attempt failed. */
  failingSlots: number;
  /** How many may go to lanes not known to answer: to these and to new ones. */
  unprovenSlots: number;
  ahead?: Ahead;
}

/** What a process takes beyond the places there are. */
export interface Ahead {
  /** How all of its tokens begin. */
  process: string;
  /** How many more pieces it may take of each lane. */
  more: ReadonlyMap<string, number>;
}

/** The result of one look at the waiting lanes. */
export interface Taken {
  claims: Claim[];
  /** Whether any lane was waiting: another look may then find more. */
  more: boolean;
}

/**
 * Takes leases on due work. Lanes take turns, longest wait first; within a lane, new work goes before retries, then by due time.
 * Work whose lease has expired is due again.
 *
 * The cost grows with the number of lanes served, not with all lanes or all waiting work.
 */
export async function claimDue(tx: Tx, room: Room, now: number, token: string): Promise<Taken> {
  const { slots, leaseMs } = room;
  const line = await lanesWithRoom(tx, room, now);
  // A failing lane gets one place per look: no more failing lanes are fetched than there are slots for.
  const dealt = dealOut(
    line.map((lane) => Math.min(lane.room, lane.health === 1 ? 1 : slots)),
    slots,
  );
  const lease = { token, leaseUntil: now + leaseMs };
  const searches = line.map(({ kind, lane, ahead }, index) => ({ kind, lane, places: dealt[index]! + ahead, now }));
  const found = await findDue(tx, searches, lease.leaseUntil);
  await takeLease.changeEach(
    tx,
    found.flatMap(({ due }) => due.map(({ id }) => ({ id, ...lease }))),
  );
  await lineUp(
    tx,
    line.map((lane, index) => ({ ...lane, ...lease, given: found[index]!.due.length, nextAt: found[index]!.nextAt })),
    room,
    now,
  );
  const claims = line.flatMap(({ kind, lane, health }, index) =>
    found[index]!.due.map(({ id, key, payload, claims: before }, at) => ({
      kind,
      lane,
      failing: health === 1,
      unproven: health !== 2,
      claimedAt: now,
      ...lease,
      id,
      key,
      payload,
      claims: before + 1,
      ahead: at >= dealt[index]!,
    })),
  );
  return { claims, more: line.length > 0 };
}

/** A lane with its free places, and how much more may be taken ahead. */
interface RoomyLane extends WaitingLane {
  room: number;
  ahead: number;
}

/** The first waiting lanes. New work puts a full lane back in line; it is moved to its right place here, or it would hide the others. */
async function lanesWithRoom(tx: Tx, room: Room, now: number): Promise<RoomyLane[]> {
  const { slots: all, failingSlots: failing, unprovenSlots: unproven } = room;
  for (;;) {
    const line = await withRooms(tx, await waitingLanes(tx, room.kind, { all, failing, unproven }, now), room, now);
    const full = line.filter((lane) => lane.room + lane.ahead === 0);
    if (full.length === 0) return line;
    await lineUp(
      tx,
      full.map((lane) => ({ ...lane, given: 0, leaseUntil: now, nextAt: Infinity })),
      room,
      now,
    );
  }
}

const none: Ahead = { process: '', more: new Map() };

const leasedByOthers = statement<Lane & { now: number; process: string }, { others: number }>(({ kind, lane, now, process }) => {
  const others = sql`select 1 from work ${hint('work_leased')} where kind = ${kind} and lane = ${lane} and lease_until > ${now}
    and token not like ${process}`;
  return sql`select exists (${others}) as others`;
});

/**
 * Only one process takes ahead of a lane's places, and only while it alone holds leases there: whoever holds more than the lane has places for keeps
 * the others out, and itself begins no more than that many.
 */
async function withRooms(tx: Tx, line: readonly WaitingLane[], room: Room, now: number): Promise<RoomyLane[]> {
  const { process, more } = room.ahead ?? none;
  const busy = line.filter(({ lane }) => more.has(lane));
  const others = await leasedByOthers.forEach(
    tx,
    busy.map(({ kind, lane }) => ({ kind, lane, now, process: `${process}%` })),
  );
  const alone = new Set(busy.filter((_, index) => others[index]![0]!.others === 0).map(({ lane }) => lane));
  const aheadIn = ({ lane, health }: WaitingLane) => (health === 2 && alone.has(lane) && more.get(lane)) || 0;
  return line.map((lane) => ({ ...lane, room: roomIn(lane, room), ahead: aheadIn(lane) }));
}

/** Deals out `slots` one at a time, round by round. There are no more lanes than slots, so each lane gets one. */
function dealOut(rooms: readonly number[], slots: number): number[] {
  const dealt = rooms.map(() => 0);
  let left = slots;
  for (let round = 0, any = true; any && left > 0; round++) {
    any = false;
    for (const [index, room] of rooms.entries()) {
      if (room <= round || left === 0) continue;
      dealt[index]!++;
      left--;
      any = true;
    }
  }
  return dealt;
}

interface Search extends Lane {
  places: number;
  now: number;
}

type Waiting = Pick<Claim, 'id' | 'key' | 'payload' | 'claims'> & { due_at: number; claimable_at: number };

/** One more than there are places: it tells when the lane has more to do. */
const firstOf = (late: 0 | 1) =>
  statement<Search, Waiting>(
    ({ kind, lane, places }) => sql`
      select id, "key", payload, claims, due_at, claimable_at from work ${hint('work_in_line')}
        where kind = ${kind} and lane = ${lane} and late = ${sql.lit(late)} order by claimable_at, id limit ${places} + 1`,
  );
const [firstNew, firstLate] = [firstOf(0), firstOf(1)];

const takeLease = statement<Pick<Claim, 'id' | 'token' | 'leaseUntil'>, never>(
  ({ id, token, leaseUntil }) =>
    sql`update work set token = ${token}, lease_until = ${leaseUntil}, claimable_at = ${leaseUntil}, claims = claims + 1 where id = ${id}`,
);

/** What is due in each lane, as much as it has places for, and when it will have more to do. */
async function findDue(tx: Tx, searches: readonly Search[], leaseUntil: number): Promise<{ due: Waiting[]; nextAt: number }[]> {
  const found = (await firstNew.forEach(tx, searches)).map((waiting, index) => split(waiting, searches[index]!));
  const left = searches
    .map((search, index) => ({ ...search, index, places: search.places - found[index]!.due.length }))
    // What has more new work that is due is told nothing by its retries.
    .filter(({ index, now }) => found[index]!.nextAt > now);
  const late = new Map((await firstLate.forEach(tx, left)).map((waiting, at) => [left[at]!.index, split(waiting, left[at]!)]));
  return found.map((fresh, index) => {
    const { due: retries = [], nextAt = Infinity } = late.get(index) ?? {};
    const due = [...fresh.due, ...retries];
    return { due, nextAt: Math.min(fresh.nextAt, nextAt, due.length > 0 ? leaseUntil : Infinity) };
  });
}

function split(waiting: readonly Waiting[], { places, now }: Search): { due: Waiting[]; nextAt: number } {
  const due = waiting.slice(0, places).filter(({ claimable_at }) => claimable_at <= now);
  return { due: due.toSorted(byDue), nextAt: waiting[due.length]?.claimable_at ?? Infinity };
}

function byDue(one: Waiting, other: Waiting): number {
  return one.due_at - other.due_at || one.id - other.id;
}

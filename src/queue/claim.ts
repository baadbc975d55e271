import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { hint, rowByRow, statement } from '../db/sql.ts';
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
  leaseUntil: number;
  /** Whether its lane's last attempt had failed at the time of the claim. */
  failing: boolean;
  /** Whether it was taken beyond the places there are, to be begun when one is free. */
  ahead: boolean;
}

/** How much of one kind may run at once. */
export interface Share {
  kind: string;
  /** In this process. */
  slots: number;
  /** Leases one lane may hold at a time, over all processes; a lane that fails steadily gets one. */
  perLane: number;
  leaseMs: number;
}

export interface Room extends Share {
  /** How many of the slots may go to lanes whose last attempt failed. */
  failingSlots: number;
  ahead?: Ahead;
}

/** What a process takes beyond the places there are. */
export interface Ahead {
  /** How all of its tokens begin. */
  process: string;
  lanes: ReadonlyMap<string, TakenAhead>;
}

/** Of one lane. */
export interface TakenAhead {
  /** How much may be. */
  most: number;
  /** How much is. */
  held: number;
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
  const { slots, perLane, leaseMs } = room;
  const line = await lanesWithRoom(tx, room, now);
  // A failing lane gets one place per look: no more failing lanes are fetched than there are slots for.
  const dealt = dealOut(
    line.map((lane) => Math.min(lane.room, lane.failing ? 1 : slots)),
    slots,
  );
  const places = line.map(({ ahead }, index) => dealt[index]! + ahead);
  const claims = await claimFrom(tx, line, places, now, { token, leaseUntil: now + leaseMs });
  await lineUp(
    tx,
    line.map((lane, index) => ({ ...lane, given: claims[index]!.length })),
    { now, perLane },
  );
  return {
    claims: claims.flatMap((some, index) => some.map((claim, at) => ({ ...claim, ahead: at >= dealt[index]! }))),
    more: line.length > 0,
  };
}

/** A lane with its free places, and how much more may be taken ahead. */
interface RoomyLane extends WaitingLane {
  room: number;
  ahead: number;
}

/** The first waiting lanes. New work puts a full lane back in line; it is moved to its right place here, or it would hide the others. */
async function lanesWithRoom(tx: Tx, room: Room, now: number): Promise<RoomyLane[]> {
  const { kind, slots, failingSlots, perLane } = room;
  for (;;) {
    const line = await withRooms(tx, await waitingLanes(tx, kind, { all: slots, failing: failingSlots }, now), room, now);
    const full = line.filter((lane) => lane.room + lane.ahead === 0);
    if (full.length === 0) return line;
    await lineUp(
      tx,
      full.map((lane) => ({ ...lane, given: 0 })),
      { now, perLane },
    );
  }
}

const none: Ahead = { process: '', lanes: new Map() };

const leasedByOthers = statement<Lane & { now: number; process: string }, { others: number }>(({ kind, lane, now, process }) => {
  const others = sql`select 1 from work ${hint('work_leased')} where kind = ${kind} and lane = ${lane} and lease_until > ${now}
    and token not like ${process}`;
  return sql`select exists (${others}) as others`;
});

/**
 * Only one process takes ahead of a lane's places, and only while it alone holds leases there: whoever holds more than the lane has places for keeps
 * the others out, and itself begins no more than that many.
 */
async function withRooms(tx: Tx, line: readonly WaitingLane[], { perLane, ahead }: Room, now: number): Promise<RoomyLane[]> {
  const { process, lanes } = ahead ?? none;
  const busy = line.filter(({ lane }) => lanes.has(lane));
  const others = await rowByRow(
    tx,
    leasedByOthers,
    busy.map(({ kind, lane }) => ({ kind, lane, now, process: `${process}%` })),
  );
  const alone = new Set(busy.filter((_, index) => others[index]![0]!.others === 0).map(({ lane }) => lane));
  return line.map((lane) => {
    const { most, held } = (alone.has(lane.lane) && lanes.get(lane.lane)) || { most: 0, held: 0 };
    return { ...lane, room: roomIn({ ...lane, leased: lane.leased - held }, perLane), ahead: lane.failing ? 0 : Math.max(most - held, 0) };
  });
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

interface Claiming extends Lane {
  places: number;
  now: number;
  token: string;
  leaseUntil: number;
}

const claimSome = statement<Claiming, { id: number; key: string; payload: string; claims: number; late: number; due_at: number }>(
  ({ kind, lane, places, now, token, leaseUntil }) => {
    const due = (late: 0 | 1) => sql`select * from (
      select id, late, claimable_at from work ${hint('work_in_line')}
        where kind = ${kind} and lane = ${lane} and late = ${sql.lit(late)} and claimable_at <= ${now} order by claimable_at, id limit ${places}) as some`;
    return sql`
      update work set token = ${token}, lease_until = ${leaseUntil}, claimable_at = ${leaseUntil}, claims = claims + 1
        where id in (select id from (${due(0)} union all ${due(1)}) as due order by late, claimable_at, id limit ${places})
        returning id, key, payload, claims, late, due_at`;
  },
);

/** The claims from each of these lanes. */
async function claimFrom(
  tx: Tx,
  line: readonly WaitingLane[],
  places: readonly number[],
  now: number,
  lease: { token: string; leaseUntil: number },
): Promise<Omit<Claim, 'ahead'>[][]> {
  const claiming = line.map(({ kind, lane }, index) => ({ kind, lane, places: places[index]!, now, ...lease }));
  const claimed = await rowByRow(tx, claimSome, claiming);
  return claimed.map((rows, index) => {
    const { kind, lane, failing } = line[index]!;
    // RETURNING guarantees no order.
    const sorted = rows.toSorted((one, other) => one.late - other.late || one.due_at - other.due_at || one.id - other.id);
    return sorted.map(({ id, key, payload, claims }) => ({ kind, lane, failing, ...lease, id, key, payload, claims }));
  });
}

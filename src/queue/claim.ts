import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { lineUp, roomIn, waitingLanes, type WaitingLane } from './lanes.ts';

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
  const rooms = line.map((lane) => Math.min(roomIn(lane, perLane), lane.failing ? 1 : slots));
  const places = dealOut(rooms, slots);
  const claims: Claim[] = [];
  for (const [index, lane] of line.entries()) {
    const claimed = await claimFrom(tx, lane, places[index]!, now, { token, leaseUntil: now + leaseMs });
    await lineUp(tx, lane, { now, perLane, given: claimed.length });
    claims.push(...claimed);
  }
  return { claims, more: line.length > 0 };
}

/** The first waiting lanes. New work puts a full lane back in line; it is moved to its right place here, or it would hide the others. */
async function lanesWithRoom(tx: Tx, { kind, slots, failingSlots, perLane }: Room, now: number): Promise<WaitingLane[]> {
  for (;;) {
    const line = await waitingLanes(tx, kind, { all: slots, failing: failingSlots }, now);
    const full = line.filter((lane) => roomIn(lane, perLane) === 0);
    if (full.length === 0) return line;
    for (const lane of full) await lineUp(tx, lane, { now, perLane, given: 0 });
  }
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

async function claimFrom(
  tx: Tx,
  { kind, lane, failing }: WaitingLane,
  places: number,
  now: number,
  lease: { token: string; leaseUntil: number },
): Promise<Claim[]> {
  const due = (late: 0 | 1) => sql`select * from (
    select id, late, claimable_at from work indexed by work_in_line
      where kind = ${kind} and lane = ${lane} and late = ${late} and claimable_at <= ${now} order by claimable_at, id limit ${places})`;
  const { rows } = await sql<{ id: number; key: string; payload: string; claims: number; late: number; due_at: number }>`
    update work set token = ${lease.token}, lease_until = ${lease.leaseUntil}, claims = claims + 1
      where id in (select id from (${due(0)} union all ${due(1)}) order by late, claimable_at, id limit ${places})
      returning id, key, payload, claims, late, due_at`.execute(tx);
  // RETURNING guarantees no order.
  const sorted = rows.toSorted((one, other) => one.late - other.late || one.due_at - other.due_at || one.id - other.id);
  const shared = { kind, lane, failing, ...lease };
  return sorted.map(({ id, key, payload, claims }) => ({ ...shared, id, key, payload, claims }));
}

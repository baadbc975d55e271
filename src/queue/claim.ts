import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { lineUp, roomIn, waitingLanes, type WaitingLane } from './lanes.ts';

/** A piece of work under a lease. */
export interface Claim {
  id: number;
  kind: string;
  key: string;
  lane: string;
  /** JSON, as it stands in its row: one that cannot be read must not keep others from being claimed. */
  payload: string;
  token: string;
  claims: number;
  leaseUntil: number;
  /** Whether its lane's last attempt had failed when it was claimed. */
  failing: boolean;
}

/** How much of one kind may run at once. */
export interface Share {
  kind: string;
  /** In this process. */
  slots: number;
  /** At most this many leases at a time for one lane, over all processes; one for a lane that fails steadily. */
  perLane: number;
  leaseMs: number;
}

export interface Room extends Share {
  /** How many of the slots may go to lanes whose last attempt failed. */
  failingSlots: number;
}

/** What one look at the line brought. */
export interface Taken {
  claims: Claim[];
  /** Whether anybody stood in the line: another look may then find more. */
  more: boolean;
}

/**
 * Takes leases on due work. The lanes take turns, those first that wait longest; within a lane what was never tried goes before what was, then what is due
 * longest. Work whose lease has run out is due again.
 *
 * The cost grows with the lanes that are served, neither with all lanes there are nor with the work that waits in them.
 */
export async function claimDue(tx: Tx, room: Room, now: number, token: string): Promise<Taken> {
  const { slots, perLane, leaseMs } = room;
  const line = await lanesWithRoom(tx, room, now);
  // One at a look for a lane that fails: no more of those stand in the line than there are slots for.
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

/** The head of the line. Full lanes stand in it where more was asked of them since: they are sent where they belong, or they would hide the others. */
async function lanesWithRoom(tx: Tx, { kind, slots, failingSlots, perLane }: Room, now: number): Promise<WaitingLane[]> {
  for (;;) {
    const line = await waitingLanes(tx, kind, { all: slots, failing: failingSlots }, now);
    const full = line.filter((lane) => roomIn(lane, perLane) === 0);
    if (full.length === 0) return line;
    for (const lane of full) await lineUp(tx, lane, { now, perLane, given: 0 });
  }
}

/** Deals `slots` out one at a time, round by round: there are no more lanes than slots, so each gets one. */
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
  // RETURNING keeps no order.
  const sorted = rows.toSorted((one, other) => one.late - other.late || one.due_at - other.due_at || one.id - other.id);
  const shared = { kind, lane, failing, ...lease };
  return sorted.map(({ id, key, payload, claims }) => ({ ...shared, id, key, payload, claims }));
}

import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { lineUp, waitingLanes, type WaitingLane } from './lanes.ts';

/** A piece of work under a lease. */
export interface Claim {
  id: number;
  kind: string;
  key: string;
  lane: string;
  payload: unknown;
  token: string;
  claims: number;
  leaseUntil: number;
  /** Whether its lane was failing when it was claimed. */
  failing: boolean;
}

/** How much of one kind may run at once. */
export interface Share {
  kind: string;
  /** In this process. */
  slots: number;
  /** At most this many leases at a time for one lane, over all processes. */
  perLane: number;
  leaseMs: number;
}

export interface Room extends Share {
  /** How many of the slots failing lanes may take. */
  failingSlots: number;
}

/**
 * Takes leases on due work. The lanes take turns, those first that wait longest; within a lane what was never tried goes before what was, then what is due
 * longest. No lane holds more than `perLane` leases, a failing one no more than one. Work whose lease has run out is due again.
 *
 * The cost grows with the lanes that are served, neither with all lanes there are nor with the work that waits in them.
 */
export async function claimDue(
  tx: Tx,
  { kind, slots, failingSlots, perLane, leaseMs }: Room,
  now: number,
  token: string,
): Promise<Claim[]> {
  const healthy = await waitingLanes(tx, kind, false, now, slots);
  const failing = await waitingLanes(tx, kind, true, now, Math.min(slots, failingSlots));
  const line = [...healthy, ...failing].toSorted((one, other) => one.waitsSince - other.waitsSince || one.served - other.served);
  const places = dealOut(
    line.map((lane) => Math.max((lane.failing ? 1 : perLane) - lane.leased, 0)),
    slots,
  );
  const claims: Claim[] = [];
  for (const [index, lane] of line.entries()) {
    // A lane for which no slot was left keeps its place in the line.
    if (places[index] === undefined) continue;
    const claimed = await claimFrom(tx, lane, places[index], now, { token, leaseUntil: now + leaseMs });
    await lineUp(tx, lane, { now, perLane, given: claimed.length });
    claims.push(...claimed);
  }
  return claims;
}

/** Deals `slots` out one at a time, round by round; undefined for a lane that has room and got nothing. */
function dealOut(rooms: readonly number[], slots: number): (number | undefined)[] {
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
  return dealt.map((places, index) => (places === 0 && rooms[index]! > 0 ? undefined : places));
}

async function claimFrom(
  tx: Tx,
  { kind, lane, failing }: WaitingLane,
  places: number,
  now: number,
  lease: { token: string; leaseUntil: number },
): Promise<Claim[]> {
  if (places === 0) return [];
  const due = (late: 0 | 1) => sql`select * from (
    select id, late, claimable_at from work indexed by work_in_line
      where kind = ${kind} and lane = ${lane} and late = ${late} and claimable_at <= ${now} order by claimable_at, id limit ${places})`;
  const { rows } = await sql<{ id: number; key: string; payload: string; claims: number; late: number; due_at: number }>`
    update work set token = ${lease.token}, lease_until = ${lease.leaseUntil}, claims = claims + 1
      where id in (select id from (${due(0)} union all ${due(1)}) order by late, claimable_at, id limit ${places})
      returning id, key, payload, claims, late, due_at`.execute(tx);
  // RETURNING keeps no order.
  const sorted = rows.toSorted((one, other) => one.late - other.late || one.due_at - other.due_at || one.id - other.id);
  return sorted.map(({ id, key, payload, claims }) => ({
    ...{ id, kind, key, lane, claims, failing, ...lease },
    payload: JSON.parse(payload) as unknown,
  }));
}

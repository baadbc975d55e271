import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';

/** A piece of work under a lease. */
export interface Claim {
  id: number;
  kind: string;
  key: string;
  payload: unknown;
  token: string;
  claims: number;
  leaseUntil: number;
}

/** How much of one kind may run at once in this process. */
export interface Share {
  kind: string;
  slots: number;
  /** At most this many leases at a time for one lane, over all processes. */
  perLane: number;
  leaseMs: number;
}

/**
 * Takes leases on due work in one UPDATE: round-robin over the lanes, oldest first within one, never more than `perLane` at a time in a lane.
 * Work without a lane is a lane of its own. Work whose lease has run out is due again.
 *
 * The cost grows with the lanes, not with the work that is due: one receiver's backlog must not slow the others. `lanes` skips from lane
 * to lane in the index, `line` begins with the oldest work of each lane that has room and then follows the lanes whose turn comes first.
 */
export async function claimDue(tx: Tx, { kind, slots, perLane, leaseMs }: Share, now: number, token: string): Promise<Claim[]> {
  const leaseUntil = now + leaseMs;
  const inLine = sql`work indexed by work_in_line where kind = ${kind} and claimable_at <= ${now}`;
  const { rows } = await sql<{ id: number; kind: string; key: string; payload: string; claims: number; due_at: number }>`
    with recursive
      lanes (lane) as (
        select (select min(lane) from work where kind = ${kind})
          where exists (select 1 from work where kind = ${kind} and claimable_at <= ${now})
        union all
        select (select min(lane) from work where kind = ${kind} and lane > lanes.lane) from lanes where lane is not null
      ),
      line (turn, claimable_at, id, lane) as (
        select leased + 1 as turn, head.claimable_at as claimable_at, head.id as id, head.lane
          from (select lane, (select count(*) from work where work.lane = lanes.lane and lease_until > ${now}) as leased from lanes) as open
          cross join work as head on head.id = (select id from ${inLine} and lane = open.lane order by claimable_at, id limit 1)
          where leased < ${perLane}
        union all
        select * from (select 1, claimable_at, id, null from ${inLine} and lane is null order by claimable_at, id limit ${slots})
        union all
        select turn + 1, next.claimable_at, next.id, next.lane
          from line cross join work as next on next.id = (
            select id from ${inLine} and lane = line.lane and (claimable_at, id) > (line.claimable_at, line.id) order by claimable_at, id limit 1
          )
          where turn < ${perLane} and line.lane is not null
        order by turn, claimable_at, id limit ${slots}
      )
    update work set token = ${token}, lease_until = ${leaseUntil}, claims = claims + 1
      where id in (select id from line)
      returning id, kind, key, payload, claims, due_at`.execute(tx);
  // RETURNING keeps no order; the oldest goes first.
  const sorted = rows.toSorted((one, other) => one.due_at - other.due_at || one.id - other.id);
  return sorted.map(({ due_at: _, payload, ...row }) => ({ ...row, payload: JSON.parse(payload) as unknown, token, leaseUntil }));
}

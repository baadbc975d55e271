import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';

/** After this many failures in a row a lane fails steadily: it gets one place at a time until it answers again. */
export const steadyFailures = 5;

/** Work that shares one limited destination, such as a receiver. */
export interface Lane {
  kind: string;
  lane: string;
}

/** A lane whose turn it may be. */
export interface WaitingLane extends Lane {
  /** Whether its last attempt failed. */
  failing: boolean;
  /** In a row. */
  failures: number;
  /** Valid leases on its work, over all processes. */
  leased: number;
}

/** The waiting lanes of a kind, longest wait first, with at most `limits.failing` failing ones. */
export async function waitingLanes(tx: Tx, kind: string, limits: { all: number; failing: number }, now: number): Promise<WaitingLane[]> {
  const waiting = (failing: 0 | 1, limit: number) => sql`select * from (
    select lane, failing, failures, waits_since, served from lanes indexed by lanes_in_line
      where kind = ${kind} and failing = ${failing} and waits_since <= ${now} order by waits_since, served limit ${limit})`;
  const { rows } = await sql<{ lane: string; failing: number; failures: number; leased: number }>`
    select lane, failing, failures,
        (select count(*) from work indexed by work_leased where kind = ${kind} and lane = line.lane and lease_until > ${now}) as leased
      from (${waiting(0, limits.all)} union all ${waiting(1, limits.failing)}) as line
      order by waits_since, served limit ${limits.all}`.execute(tx);
  return rows.map(({ failing, ...row }) => ({ ...row, kind, failing: failing === 1 }));
}

/** How many more leases a lane may take. */
export function roomIn({ failures, leased }: WaitingLane, perLane: number): number {
  return Math.max((failures >= steadyFailures ? 1 : perLane) - leased, 0);
}

/** What a series of settlements says about a lane's destination. */
export interface Verdict {
  /** Whether it answered at all. */
  answered: boolean;
  /** Failures since it last answered; if it did not, all failures of the series. */
  failures: number;
}

/** Updates a lane's health. The lane has room again, so the next turn looks at it. */
export async function noteSettled(tx: Tx, { kind, lane }: Lane, { answered, failures }: Verdict, now: number): Promise<void> {
  const before = answered ? 0 : sql.ref('failures');
  await sql`
    update lanes set failures = ${before} + ${failures}, failing = ${before} + ${failures} > 0, settled_at = ${now},
        waits_since = min(coalesce(waits_since, ${now}), ${now})
      where kind = ${kind} and lane = ${lane}`.execute(tx);
}

interface Turn {
  now: number;
  perLane: number;
  /** How many leases it just took: if any, it goes to the end of the line. */
  given: number;
}

/**
 * Moves a lane to its place in the line. Without work it leaves the line; with all places taken it waits until its first lease expires;
 * otherwise it waits from when its next work is due. A lane just served goes behind all that wait since the same instant: `served` is
 * raised to theirs, or a new lane would take as many turns as an old one ever had before the old one gets another.
 */
export async function lineUp(tx: Tx, { kind, lane }: Lane, { now, perLane, given }: Turn): Promise<void> {
  const since = given > 0 ? sql`${now}` : sql`min(coalesce(waits_since, ${now}), ${now})`;
  const most = (failing: 0 | 1) => sql`coalesce((select max(served) from lanes as peers indexed by lanes_in_line
    where kind = ${kind} and failing = ${failing} and waits_since = ${now}), 0)`;
  const served = given > 0 ? sql`max(served, ${most(0)}, ${most(1)}) + ${given}` : sql`served`;
  await sql`
    update lanes set served = ${served}, waits_since = (
      select case
          when leased.count >= case when failures >= ${steadyFailures} then 1 else ${perLane} end then leased.until
          when next.at <= ${now} then ${since}
          else next.at
        end
        from (
          select count(*) as count, min(lease_until) as until from work indexed by work_leased
            where kind = ${kind} and lane = ${lane} and lease_until > ${now}
        ) as leased,
        (
          select min(at) as at from (
            select min(claimable_at) as at from work indexed by work_in_line where kind = ${kind} and lane = ${lane} and late = 0
            union all select min(claimable_at) from work indexed by work_in_line where kind = ${kind} and lane = ${lane} and late = 1
          )
        ) as next
    ) where kind = ${kind} and lane = ${lane}`.execute(tx);
}

/** Makes the next turn look at this lane, whatever it waits for. */
export async function lookAt(tx: Tx, { kind, lane }: Lane, now: number): Promise<void> {
  await sql`update lanes set waits_since = ${now} where kind = ${kind} and lane = ${lane} and waits_since > ${now}`.execute(tx);
}

interface IdleLanes {
  limit: number;
  /** Lanes that fail steadily are kept unless their last work settled before this. */
  failedBefore: number;
  after?: Lane;
}

/** Deletes idle lanes among the next `limit` after `after`. Returns the last lane it looked at; null at the end. */
export async function removeIdleLanes(tx: Tx, { limit, failedBefore, after = { kind: '', lane: '' } }: IdleLanes): Promise<Lane | null> {
  const { rows } = await sql<Lane>`
    select kind, lane from lanes where (kind, lane) > (${after.kind}, ${after.lane}) order by kind, lane limit ${limit}`.execute(tx);
  const last = rows.at(-1);
  if (!last) return null;
  await sql`
    delete from lanes
      where (kind, lane) > (${after.kind}, ${after.lane}) and (kind, lane) <= (${last.kind}, ${last.lane})
        and pending = 0 and (failures < ${steadyFailures} or settled_at < ${failedBefore})`.execute(tx);
  return last;
}

import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';

/** So many failures in a row, and a lane is failing: it is given one place at a time until it answers again. */
const steadyFailures = 5;

/** Work that shares a limited outside, such as a receiver. */
export interface Lane {
  kind: string;
  lane: string;
}

/** A lane whose turn it may be. */
export interface WaitingLane extends Lane {
  failing: boolean;
  waitsSince: number;
  served: number;
  /** Valid leases on its work, over all processes. */
  leased: number;
}

/** The lanes of a kind that wait for their turn, those that wait longest first. */
export async function waitingLanes(tx: Tx, kind: string, failing: boolean, now: number, limit: number): Promise<WaitingLane[]> {
  if (limit <= 0) return [];
  const { rows } = await sql<{ lane: string; waits_since: number; served: number; leased: number }>`
    select lane, waits_since, served,
        (select count(*) from work indexed by work_leased where kind = lanes.kind and lane = lanes.lane and lease_until > ${now}) as leased
      from lanes indexed by lanes_in_line
      where kind = ${kind} and failing = ${failing ? 1 : 0} and waits_since <= ${now}
      order by waits_since, served limit ${limit}`.execute(tx);
  return rows.map(({ waits_since, ...row }) => ({ ...row, kind, failing, waitsSince: waits_since }));
}

/** What several settlements said about a lane's outside, in the order in which they came. */
export interface Verdict {
  /** Whether it answered at all. */
  answered: boolean;
  /** Failures since it last answered, or since before these settlements. */
  failures: number;
}

/** Adds to what is known of a lane's health. */
export async function noteHealth(tx: Tx, { kind, lane }: Lane, { answered, failures }: Verdict): Promise<void> {
  const inARow = answered ? sql`${failures}` : sql`failures + ${failures}`;
  await sql`update lanes set failures = ${inARow}, failing = (${inARow}) >= ${steadyFailures} where kind = ${kind} and lane = ${lane}`.execute(
    tx,
  );
}

interface Turn {
  now: number;
  perLane: number;
  /** How many pieces it has just been given: it then goes to the end of the line. */
  given: number;
}

/**
 * Puts a lane where it belongs in the line: with nothing to do nowhere, with all its places taken at the instant at which the first lease runs out,
 * else at the instant from which it waits.
 */
export async function lineUp(tx: Tx, { kind, lane }: Lane, { now, perLane, given }: Turn): Promise<void> {
  const since = given > 0 ? sql`${now}` : sql`min(coalesce(waits_since, ${now}), ${now})`;
  await sql`
    update lanes set served = served + ${given}, waits_since = (
      select case
          when leased.count >= case failing when 1 then 1 else ${perLane} end then leased.until
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

/** Lets the next turn look at the lane of this work, whatever it waits for. */
export async function lookAt(tx: Tx, { kind, lane }: Lane, now: number): Promise<void> {
  await sql`update lanes set waits_since = ${now} where kind = ${kind} and lane = ${lane} and waits_since > ${now}`.execute(tx);
}

import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

/** A lane whose last attempt failed. */
export interface FailingLane {
  lane: string;
  /** In a row. */
  failures: number;
  /** Pieces of work it has. */
  pending: number;
  /** The work that is tried next. */
  key: string;
}

/** The next to be tried first. */
export async function failingLanes(db: Db, kind: string, limit: number): Promise<FailingLane[]> {
  const next = (late: 0 | 1) => sql`(select "key" from work
    where kind = ${kind} and lane = line.lane and late = ${late} order by claimable_at limit 1)`;
  const { rows } = await sql<FailingLane>`
    select lane, failures, pending, coalesce(${next(1)}, ${next(0)}) as "key"
      from (select lane, failures, pending, waits_since ${failing(kind)} order by waits_since limit ${limit}) as line
      order by waits_since`.execute(db);
  return rows;
}

/** Counted up to `limit`. */
export async function countFailingLanes(db: Db, kind: string, limit: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from (select 1 ${failing(kind)} limit ${limit}) as counted`.execute(db);
  return rows[0]!.count;
}

function failing(kind: string): RawBuilder<unknown> {
  return sql`from lanes where kind = ${kind} and health = 1 and waits_since is not null`;
}

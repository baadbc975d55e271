import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { greatest, hint, least, rowByRow, rowsOf, statement } from '../db/sql.ts';

/** After this many failures in a row a lane fails steadily: it gets one place at a time until it answers again. */
export const steadyFailures = 5;

/** Work that shares one limited destination, such as a receiver. */
export interface Lane {
  kind: string;
  lane: string;
}

/** One of each lane, with what is told of those in it. */
export function byLane<One extends Lane, Told>(all: readonly One[], tell: (some: readonly One[]) => Told): (Lane & Told)[] {
  const lanes = Map.groupBy(all, ({ kind, lane }) => `${kind} ${lane}`).values();
  return Array.from(lanes, (some) => ({ kind: some[0]!.kind, lane: some[0]!.lane, ...tell(some) }));
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

interface Waiting {
  kind: string;
  now: number;
  all: number;
  failing: number;
}

const selectWaiting = statement<Waiting, { lane: string; failing: number; failures: number; leased: number }>((given) => {
  const { kind, now } = given;
  const waiting = (failing: 0 | 1) => sql`select * from (
    select lane, failing, failures, waits_since, served from lanes ${hint('lanes_in_line')}
      where kind = ${kind} and failing = ${sql.lit(failing)} and waits_since <= ${now}
      order by waits_since, served limit ${failing === 1 ? given.failing : given.all}) as some`;
  return sql`
    select lane, failing, failures,
        (select count(*) from work ${hint('work_leased')} where kind = ${kind} and lane = line.lane and lease_until > ${now}) as leased
      from (${waiting(0)} union all ${waiting(1)}) as line
      order by waits_since, served limit ${given.all}`;
});

/** The waiting lanes of a kind, longest wait first, with at most `limits.failing` failing ones. */
export async function waitingLanes(tx: Tx, kind: string, limits: { all: number; failing: number }, now: number): Promise<WaitingLane[]> {
  const { rows } = await selectWaiting(tx, { kind, now, ...limits });
  return rows.map(({ failing, ...row }) => ({ ...row, kind, failing: failing === 1 }));
}

/** How many more leases a lane may take. */
export function roomIn({ failures, leased }: WaitingLane, perLane: number): number {
  return Math.max((failures >= steadyFailures ? 1 : perLane) - leased, 0);
}

/** What a series of settlements says about a lane. */
export interface Verdict extends Lane {
  /** 0 if its destination answered: failures before that count no longer. */
  remembers: 0 | 1;
  /** Failures since it last answered; if it did not, all failures of the series. */
  failures: number;
  /** How much of its work is gone. */
  gone: number;
}

/** Updates the health of lanes and what they have left to do. They have room again, so the next turn looks at them. */
export const noteSettled = statement<{ verdicts: readonly Verdict[]; now: number }>(({ verdicts, now }) => {
  const { from, columns: verdict } = rowsOf('verdict', ['kind', 'lane', 'remembers', 'failures', 'gone'], verdicts);
  const failures = sql`failures * ${verdict.remembers} + ${verdict.failures}`;
  return sql`
    update lanes set failures = ${failures}, failing = case when ${failures} > 0 then 1 else 0 end, settled_at = ${now},
        pending = pending - ${verdict.gone}, waits_since = ${least(sql`coalesce(waits_since, ${now})`, now)}
      from ${from} where lanes.kind = ${verdict.kind} and lanes.lane = ${verdict.lane}`;
});

interface Turn {
  now: number;
  perLane: number;
}

/** A lane and how many leases it just took: if any, it goes to the end of the line. */
interface ServedLane extends Lane {
  given: number;
}

const moveInLine = statement<ServedLane & Turn>(({ kind, lane, given, now, perLane }) => {
  const most = (failing: 0 | 1) => sql`coalesce((select max(served) from lanes as peers ${hint('lanes_in_line')}
    where kind = ${kind} and failing = ${sql.lit(failing)} and waits_since = ${now}), 0)`;
  const firstOf = (late: 0 | 1) => sql`
    select min(claimable_at) as at from work ${hint('work_in_line')} where kind = ${kind} and lane = ${lane} and late = ${sql.lit(late)}`;
  return sql`
    update lanes set served = case when ${given} > 0 then ${greatest(sql`served`, most(0), most(1))} + ${given} else served end, waits_since = (
      select case
          when leased.count >= case when failures >= ${sql.lit(steadyFailures)} then 1 else ${perLane} end then leased.until
          when next.at > ${now} then next.at
          when ${given} > 0 and next.at is not null then ${now}
          when next.at is not null then ${least(sql`coalesce(waits_since, ${now})`, now)}
        end
        from (
          select count(*) as count, min(lease_until) as until from work ${hint('work_leased')}
            where kind = ${kind} and lane = ${lane} and lease_until > ${now}
        ) as leased,
        (select min(at) as at from (${firstOf(0)} union all ${firstOf(1)}) as firsts) as next
    ) where kind = ${kind} and lane = ${lane}`;
});

/**
 * Moves lanes to their places in the line. Without work a lane leaves the line; with all places taken it waits until its first lease expires;
 * otherwise it waits from when its next work is due. A lane just served goes behind all that wait since the same instant: `served` is
 * raised to theirs, or a new lane would take as many turns as an old one ever had before the old one gets another.
 */
export async function lineUp(tx: Tx, lanes: readonly ServedLane[], { now, perLane }: Turn): Promise<void> {
  const turns = lanes.map((lane) => ({ ...lane, now, perLane }));
  await rowByRow(tx, moveInLine, turns);
}

/** Work that came to a lane, or went from it. */
interface Change extends Lane {
  /** When the lane is looked at, at the latest. */
  lookAt: number;
  /** Negative for what went. */
  more: number;
}

/** Puts lanes in line for their new work, or to be looked at without what they had. */
export const noteChanged = statement<{ changes: readonly Change[] }>(({ changes }) => {
  const { from, columns: change } = rowsOf('change', ['kind', 'lane', 'lookAt', 'more'], changes);
  const since = least(sql`coalesce(lanes.waits_since, excluded.waits_since)`, sql`excluded.waits_since`);
  // SQLite needs the condition, or it takes the conflict for a join's.
  return sql`
    insert into lanes (kind, lane, waits_since, pending)
      select ${change.kind}, ${change.lane}, ${change.lookAt}, ${change.more} from ${from} where true
      on conflict (kind, lane) do update set pending = lanes.pending + excluded.pending, waits_since = ${since}`;
});

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

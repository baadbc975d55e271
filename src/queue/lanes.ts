import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/open.ts';
import { hint, least, rowsOf, statement } from '../db/sql.ts';

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

/** What is known of a lane's destination: nothing yet (0), that it failed last (1), that it answered last (2). */
export type Health = 0 | 1 | 2;

/** Waiting lanes: those that failed last (1) or did not (0); of these, those that have answered (1) or have not (0). With null there are none. */
export const inLine = {
  byFailing: (kind: unknown, failing: unknown) => sql`lanes ${hint('lanes_in_line')}
      where kind = ${kind} and failing = ${failing} and waits_since is not null`,
  byAnswer: (kind: unknown, answered: unknown) => sql`lanes ${hint('lanes_by_answer')}
      where kind = ${kind} and failing = 0 and answered = ${answered} and waits_since is not null`,
};

/** A lane whose turn it may be. */
export interface WaitingLane extends Lane {
  health: Health;
  /** In a row. */
  failures: number;
  /** Valid leases on its work, over all processes, and when the first of them runs out. */
  leased: number;
  leasedUntil: number | null;
  /** Since when it waits, and how many pieces it was given so far. */
  waitsSince: number;
  served: number;
}

/** How many waiting lanes are wanted: at most, of those not known to answer, and of those that failed last. */
interface Limits {
  all: number;
  unproven: number;
  failing: number;
}

interface Waiting extends Limits {
  kind: string;
  now: number;
}

const selectWaiting = statement<Waiting, Omit<WaitingLane, 'kind'>>((given) => {
  const { kind, now } = given;
  const waiting = (health: Health, limit: unknown) => {
    const line = health === 1 ? inLine.byFailing(kind, sql.lit(1)) : inLine.byAnswer(kind, sql.lit(health === 2 ? 1 : 0));
    return sql`select * from (
      select lane, ${sql.lit(health)} as health, failures, waits_since, served from ${line}
        and waits_since <= ${now} order by waits_since, served limit ${limit}) as some`;
  };
  const unproven = sql`select * from (
    ${waiting(0, given.unproven)} union all ${waiting(1, given.failing)} order by waits_since, served limit ${given.unproven}) as unproven`;
  const leased = (what: RawBuilder<unknown>) =>
    sql`(select ${what} from work ${hint('work_leased')} where kind = ${kind} and lane = line.lane and lease_until > ${now})`;
  return sql`
    select lane, health, failures, served, waits_since as "waitsSince",
        ${leased(sql`count(*)`)} as leased, ${leased(sql`min(lease_until)`)} as "leasedUntil"
      from (${waiting(2, given.all)} union all ${unproven}) as line
      order by waits_since, served limit ${given.all}`;
});

/** The waiting lanes of a kind, longest wait first. */
export async function waitingLanes(tx: Tx, kind: string, limits: Limits, now: number): Promise<WaitingLane[]> {
  const { rows } = await selectWaiting(tx, { kind, now, ...limits });
  return rows.map((row) => ({ ...row, kind }));
}

/** How many leases a lane may have at a time: `perLane`, and one while it fails steadily or, with a slow start, until it has answered. */
export interface Cap {
  perLane: number;
  slowStart?: boolean;
}

/** How many more places a lane may take. */
export function roomIn({ health, failures, leased }: WaitingLane, { perLane, slowStart }: Cap): number {
  const single = failures >= steadyFailures || (slowStart === true && health === 0);
  return Math.max((single ? 1 : perLane) - leased, 0);
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
    update lanes set failures = ${failures}, settled_at = ${now},
        failing = case when ${failures} > 0 then 1 else 0 end, answered = case when ${verdict.remembers} = 0 then 1 else answered end,
        pending = pending - ${verdict.gone}, waits_since = ${least(sql`coalesce(waits_since, ${now})`, now)}
      from ${from} where lanes.kind = ${verdict.kind} and lanes.lane = ${verdict.lane}`;
});

/** A lane that was looked at: how many leases it just took, until when, and when its next work can be claimed (`Infinity`: it has none). */
export interface ServedLane extends WaitingLane {
  given: number;
  leaseUntil: number;
  nextAt: number;
}

const selectMostServed = statement<{ kind: string; now: number }, { most: number | null }>(({ kind, now }) => {
  const most = (failing: 0 | 1) =>
    sql`select max(served) as served from ${inLine.byFailing(kind, sql.lit(failing))} and waits_since = ${now}`;
  return sql`select max(served) as most from (${most(0)} union all ${most(1)}) as peers`;
});

const moveInLine = statement<Lane & { served: number; waitsSince: number | null }, never>(
  ({ kind, lane, served, waitsSince }) =>
    sql`update lanes set served = ${served}, waits_since = ${waitsSince} where kind = ${kind} and lane = ${lane}`,
);

/**
 * Moves lanes of a kind to their places in the line. A lane just served goes behind all that wait since the same instant: `served` is
 * raised to theirs, or a new lane would take as many turns as an old one ever had before the old one gets another.
 */
export async function lineUp(tx: Tx, lanes: readonly ServedLane[], cap: Cap, now: number): Promise<void> {
  if (lanes.length === 0) return;
  const peers = await selectMostServed(tx, { kind: lanes[0]!.kind, now });
  let most = peers.rows[0]!.most ?? 0;
  const moves = lanes.map((lane) => {
    const waitsSince = placeOf(lane, cap, now);
    const served = lane.given > 0 ? Math.max(lane.served, most) + lane.given : lane.served;
    if (waitsSince === now) most = Math.max(most, served);
    return { kind: lane.kind, lane: lane.lane, served, waitsSince };
  });
  await moveInLine.changeEach(tx, moves);
}

/**
 * Since when a lane waits. Without work it leaves the line; with all places taken it waits until its first lease expires; otherwise it waits
 * from when its next work is due.
 */
function placeOf(lane: ServedLane, cap: Cap, now: number): number | null {
  const { given, leaseUntil, leasedUntil, nextAt, waitsSince } = lane;
  if (roomIn(lane, cap) <= given) return Math.min(leasedUntil ?? Infinity, given > 0 ? leaseUntil : Infinity);
  if (nextAt === Infinity) return null;
  if (nextAt > now) return nextAt;
  return given > 0 ? now : waitsSince;
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
  /** Lanes that have answered or fail steadily are kept unless their last work settled before this: they would be taken for new ones. */
  settledBefore: number;
  after?: Lane;
}

/** Deletes idle lanes among the next `limit` after `after`. Returns the last lane it looked at; null at the end. */
export async function removeIdleLanes(tx: Tx, { limit, settledBefore, after = { kind: '', lane: '' } }: IdleLanes): Promise<Lane | null> {
  const { rows } = await sql<Lane>`
    select kind, lane from lanes where (kind, lane) > (${after.kind}, ${after.lane}) order by kind, lane limit ${limit}`.execute(tx);
  const last = rows.at(-1);
  if (!last) return null;
  await sql`
    delete from lanes
      where (kind, lane) > (${after.kind}, ${after.lane}) and (kind, lane) <= (${last.kind}, ${last.lane})
        and pending = 0 and ((answered = 0 and failures < ${steadyFailures}) or settled_at < ${settledBefore})`.execute(tx);
  return last;
}

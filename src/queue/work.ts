import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../db/open.ts';
import { lookAt, steadyFailures } from './lanes.ts';

/** Work that is asked for in the transaction that causes it. */
export interface NewWork {
  kind: string;
  /** The resource the work is for: a second piece of work for it takes the place of the first. */
  key: string;
  payload: unknown;
  /** When it is due, in milliseconds since the epoch. */
  dueAt: number;
  /** What shares a limited outside, such as a receiver's origin. Default: the one lane of its kind. */
  lane?: string;
}

/** What there is to do. */
export interface Depth {
  /** All work, due or not. */
  pending: number;
  /** The part of it under a lease. */
  leased: number;
  /** For how long due work has waited, at the longest: for its lane's turn, or in a lane that is being served. In milliseconds. */
  lagMs: number;
  /** Lanes with work that fail steadily: they are given one place at a time. */
  failingLanes: number;
}

export async function putWork(tx: Tx, { kind, key, payload, dueAt, lane = '' }: NewWork, now: number): Promise<void> {
  await dropWork(tx, key, now);
  await tx
    .insertInto('work')
    .values({ kind, key, payload: JSON.stringify(payload), lane, due_at: dueAt })
    .execute();
}

/** Takes back work that has not begun or whose lease nobody needs any more; a holder's acknowledgement then changes nothing. */
export async function dropWork(tx: Tx, key: string, now: number): Promise<void> {
  const dropped = await tx.deleteFrom('work').where('key', '=', key).returning(['kind', 'lane']).execute();
  for (const lane of dropped) await lookAt(tx, lane, now);
}

export async function hasWork(tx: Tx, key: string): Promise<boolean> {
  return (await tx.selectFrom('work').select('id').where('key', '=', key).executeTakeFirst()) !== undefined;
}

/** Whether somebody holds a valid lease on the work for `key`. */
export async function isLeased(tx: Tx, key: string, now: number): Promise<boolean> {
  const row = await tx.selectFrom('work').select('lease_until').where('key', '=', key).executeTakeFirst();
  return (row?.lease_until ?? 0) > now;
}

/** By kind, the instant at which a lane of it next waits for its turn; a kind that has nothing to do is left out. `failing` where those count that fail. */
export async function nextTurns(db: Db, wanted: readonly { kind: string; failing: boolean }[]): Promise<Map<string, number>> {
  // One look into the index for each kind; `kind in (…)` would read all their lanes.
  const { rows } = await sql<{ kind: string; at: number | null }>`
    select wanted.value ->> 0 as kind, (select min(at) from (
        select min(waits_since) as at from lanes where kind = wanted.value ->> 0 and failing = 0 and waits_since is not null
        union all select min(waits_since) from lanes where kind = wanted.value ->> 0 and failing = wanted.value ->> 1 and waits_since is not null
      )) as at from json_each(${JSON.stringify(wanted.map(({ kind, failing }) => [kind, failing ? 1 : null]))}) as wanted`.execute(db);
  return new Map(rows.flatMap(({ kind, at }) => (at === null ? [] : [[kind, at]])));
}

/** The numbers of each kind that had work lately. */
export async function measureDepth(db: Db, now: number): Promise<Record<string, Depth>> {
  const { rows } = await sql<{ kind: string; pending: number; leased: number; lag: number; failing: number }>`
    select kind, sum(pending) as pending, max(0, ${now} - min(coalesce(min(waits_since) filter (where pending > 0), ${now}), ${servedSince(now)})) as lag,
        count(*) filter (where pending > 0 and failures >= ${steadyFailures}) as failing,
        (select count(*) from work where kind = lanes.kind and lease_until > ${now}) as leased
      from lanes group by kind`.execute(db);
  return Object.fromEntries(
    rows.map(({ kind, pending, leased, lag, failing }) => [kind, { pending, leased, lagMs: lag, failingLanes: failing }]),
  );
}

/** A lane that is served waits since its last turn, its work for much longer; there are no more of these lanes than leases. */
function servedSince(now: number): RawBuilder<number> {
  const dueAt = (late: 0 | 1) => sql`coalesce((
    select min(claimable_at) from work indexed by work_in_line where kind = served.kind and lane = served.lane and late = ${late}), ${now})`;
  return sql`coalesce((
    select min(min(${dueAt(0)}, ${dueAt(1)})) from (
      select distinct kind, lane from work indexed by work_leased where kind = lanes.kind and lease_until > ${now}
    ) as served), ${now})`;
}

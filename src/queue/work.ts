import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../db/open.ts';
import { lookAt, steadyFailures } from './lanes.ts';

/** Work to add, in the transaction that causes it. */
export interface NewWork {
  kind: string;
  /** The resource the work is for. New work for the same key replaces the old. */
  key: string;
  payload: unknown;
  /** When it is due, in milliseconds since the epoch. */
  dueAt: number;
  /** Work with the same limited destination, such as a receiver's origin, shares a lane. Default: the kind's only lane. */
  lane?: string;
}

/** How much work there is. */
export interface Depth {
  /** All work, due or not. */
  pending: number;
  /** How much of it is under a lease. */
  leased: number;
  /** The longest that due work has waited, in milliseconds: for its lane's turn, or in a lane that is being served. */
  lagMs: number;
  /** Lanes with work that fail steadily and so get one place at a time. */
  failingLanes: number;
}

export async function putWork(tx: Tx, { kind, key, payload, dueAt, lane = '' }: NewWork, now: number): Promise<void> {
  await dropWork(tx, key, now);
  await tx
    .insertInto('work')
    .values({ kind, key, payload: JSON.stringify(payload), lane, due_at: dueAt })
    .execute();
}

/** Removes work, begun or not. If someone holds a lease on it, their acknowledgement then changes nothing. */
export async function dropWork(tx: Tx, key: string, now: number): Promise<void> {
  const dropped = await tx.deleteFrom('work').where('key', '=', key).returning(['kind', 'lane']).execute();
  for (const lane of dropped) await lookAt(tx, lane, now);
}

export async function hasWork(tx: Tx, key: string): Promise<boolean> {
  return (await tx.selectFrom('work').select('id').where('key', '=', key).executeTakeFirst()) !== undefined;
}

/** Those of these keys on whose work somebody holds a valid lease. */
export async function leasedAmong(tx: Tx, keys: readonly string[], now: number): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await tx.selectFrom('work').select('key').where('key', 'in', keys).where('lease_until', '>', now).execute();
  return new Set(rows.map(({ key }) => key));
}

/** The keys of all work of a kind on which somebody holds a valid lease. */
export async function leasedOf(db: Db, kind: string, now: number): Promise<string[]> {
  const rows = await db.selectFrom('work').select('key').where('kind', '=', kind).where('lease_until', '>', now).execute();
  return rows.map(({ key }) => key);
}

/** When each kind's next lane waits for its turn; kinds without work are left out. `failing`: whether failing lanes count. */
export async function nextTurns(db: Db, wanted: readonly { kind: string; failing: boolean }[]): Promise<Map<string, number>> {
  // One index lookup per kind; `kind in (…)` would read all their lanes.
  const { rows } = await sql<{ kind: string; at: number | null }>`
    select wanted.value ->> 0 as kind, (select min(at) from (
        select min(waits_since) as at from lanes where kind = wanted.value ->> 0 and failing = 0 and waits_since is not null
        union all select min(waits_since) from lanes where kind = wanted.value ->> 0 and failing = wanted.value ->> 1 and waits_since is not null
      )) as at from json_each(${JSON.stringify(wanted.map(({ kind, failing }) => [kind, failing ? 1 : null]))}) as wanted`.execute(db);
  return new Map(rows.flatMap(({ kind, at }) => (at === null ? [] : [[kind, at]])));
}

/** The depth of each kind that had work lately. */
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

/** A lane being served waits since its last turn, but its work may have waited far longer. There are no more such lanes than leases. */
function servedSince(now: number): RawBuilder<number> {
  const dueAt = (late: 0 | 1) => sql`coalesce((
    select min(claimable_at) from work indexed by work_in_line where kind = served.kind and lane = served.lane and late = ${late}), ${now})`;
  return sql`coalesce((
    select min(min(${dueAt(0)}, ${dueAt(1)})) from (
      select distinct kind, lane from work indexed by work_leased where kind = lanes.kind and lease_until > ${now}
    ) as served), ${now})`;
}

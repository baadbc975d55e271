import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../db/open.ts';
import type { Health } from '../db/rows/queue.ts';
import { greatest, hint, idsIn, least, rowsOf, statement } from '../db/sql.ts';
import { byLane, noteChanged, steadyFailures, type Lane } from './lanes.ts';

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

type WorkToAdd = Required<Omit<NewWork, 'payload'>> & { payload: string };

const insertWork = statement<{ works: readonly WorkToAdd[] }>(({ works }) => {
  const { from, columns: work } = rowsOf('added', ['kind', 'key', 'payload', 'lane', 'dueAt'], works);
  return sql`
    insert into work (kind, "key", payload, lane, due_at, claimable_at)
      select ${work.kind}, ${work.key}, ${work.payload}, ${work.lane}, ${work.dueAt}, ${work.dueAt} from ${from}`;
});

/** Each key once. */
export async function putWork(tx: Tx, given: readonly NewWork[], now: number): Promise<void> {
  if (given.length === 0) return;
  const works = given.map(({ lane = '', ...work }) => ({ ...work, lane, payload: JSON.stringify(work.payload) }));
  const keys = works.map(({ key }) => key);
  await dropWork(tx, keys, now);
  await insertWork(tx, { works });
  await noteChanged(tx, { changes: byLane(works, (some) => ({ lookAt: Math.min(...some.map(({ dueAt }) => dueAt)), more: some.length })) });
}

const deleteWork = statement<{ keys: readonly string[] }, Lane>(
  ({ keys }) => sql`delete from work where "key" in ${idsIn(keys)} returning kind, lane`,
);

/** Removes work, begun or not. If someone holds a lease on it, their acknowledgement then changes nothing. */
export async function dropWork(tx: Tx, keys: readonly string[], now: number): Promise<void> {
  const { rows } = await deleteWork(tx, { keys });
  if (rows.length > 0) await noteChanged(tx, { changes: byLane(rows, (some) => ({ lookAt: now, more: -some.length })) });
}

export async function hasWork(tx: Tx, key: string): Promise<boolean> {
  return (await tx.selectFrom('work').select('id').where('key', '=', key).executeTakeFirst()) !== undefined;
}

/** Those of these keys on whose work somebody holds a valid lease. */
export async function leasedAmong(tx: Tx, keys: readonly string[], now: number): Promise<Set<string>> {
  const rows = await tx.selectFrom('work').select('key').where('key', 'in', idsIn(keys)).where('lease_until', '>', now).execute();
  return new Set(rows.map(({ key }) => key));
}

/** The keys of all work of a kind on which somebody holds a valid lease. */
export async function leasedOf(db: Db, kind: string, now: number): Promise<string[]> {
  const rows = await db.selectFrom('work').select('key').where('kind', '=', kind).where('lease_until', '>', now).execute();
  return rows.map(({ key }) => key);
}

/** A kind of work, and whether its lanes count that failed last, and those not known to answer. */
interface Wanted {
  kind: string;
  failing: boolean;
  unproven: boolean;
}

const selectNextTurns = statement<
  { wanted: readonly { kind: string; unknown: Health | null; failing: Health | null }[] },
  { kind: string; at: number | null }
>((given) => {
  const { from, columns: wanted } = rowsOf('wanted', ['kind', 'unknown', 'failing'], given.wanted);
  const firstOf = (health: unknown) => sql`
      select min(waits_since) as at from lanes where kind = ${wanted.kind} and health = ${health} and waits_since is not null`;
  // One index lookup per kind; `kind in (…)` would read all their lanes.
  return sql`
      select ${wanted.kind} as kind,
          (select min(at) from (${firstOf(sql.lit(2))} union all ${firstOf(wanted.unknown)} union all ${firstOf(wanted.failing)}) as firsts) as at
        from ${from}`;
});

/** When each kind's next lane waits for its turn; kinds without work are left out. */
export async function nextTurns(db: Db, wanted: readonly Wanted[]): Promise<Map<string, number>> {
  const { rows } = await selectNextTurns(db, {
    wanted: wanted.map(({ kind, failing, unproven }) => ({
      kind,
      unknown: unproven ? 0 : null,
      failing: failing && unproven ? 1 : null,
    })),
  });
  return new Map(rows.flatMap(({ kind, at }) => (at === null ? [] : [[kind, at]])));
}

/** The depth of each kind that had work lately. */
export async function measureDepth(db: Db, now: number): Promise<Record<string, Depth>> {
  const since = least(sql`coalesce(min(waits_since) filter (where pending > 0), ${now})`, servedSince(now));
  const { rows } = await sql<{ kind: string; pending: number; leased: number; lag: number; failing: number }>`
    select kind, sum(pending) as pending, ${greatest(0, sql`${now} - ${since}`)} as lag,
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
    select min(claimable_at) from work ${hint('work_in_line')} where kind = served.kind and lane = served.lane and late = ${late}), ${now})`;
  return sql`coalesce((
    select min(${least(dueAt(0), dueAt(1))}) from (
      select distinct kind, lane from work ${hint('work_leased')} where kind = lanes.kind and lease_until > ${now}
    ) as served), ${now})`;
}

import { sql } from 'kysely';
import type { Store, Tx } from '../db/open.ts';

/** Work that is asked for in the transaction that causes it. */
export interface NewWork {
  kind: string;
  /** The resource the work is for: a second piece of work for it takes the place of the first. */
  key: string;
  payload: unknown;
  /** When it is due, in milliseconds since the epoch. */
  dueAt: number;
  /** What shares a limited outside, such as a receiver's origin. */
  lane?: string;
}

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

export async function putWork(tx: Tx, work: NewWork): Promise<void> {
  const row = { payload: JSON.stringify(work.payload), lane: work.lane ?? null, due_at: work.dueAt };
  await tx
    .insertInto('work')
    .values({ kind: work.kind, key: work.key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...row, lease_until: null, token: null, claims: 0 }))
    .execute();
}

/**
 * Takes leases on due work in one UPDATE: round-robin over the lanes, oldest first within one, never more than `perLane` at a time in a lane.
 * Work whose lease has run out is due again.
 */
export async function claimDue(store: Store, share: Share, now: number, token: string): Promise<Claim[]> {
  const rows = await store.write((tx) =>
    sql<{ id: number; kind: string; key: string; payload: string; claims: number; due_at: number }>`
      update work set token = ${token}, lease_until = ${now + share.leaseMs}, claims = claims + 1
      where id in (
        select id from (
          select id, claimable_at,
            row_number() over (partition by coalesce(lane, id) order by claimable_at, id)
            + (select count(*) from work as busy where busy.lane = due.lane and busy.lease_until > ${now}) as turn
          from work as due where kind = ${share.kind} and claimable_at <= ${now}
        )
        where turn <= ${share.perLane} order by turn, claimable_at, id limit ${share.slots}
      )
      returning id, kind, key, payload, claims, due_at`.execute(tx),
  );
  // RETURNING keeps no order; the oldest goes first.
  const sorted = rows.rows.toSorted((one, other) => one.due_at - other.due_at || one.id - other.id);
  return sorted.map(({ due_at: _, ...row }) => ({ ...row, payload: JSON.parse(row.payload) as unknown, token, leaseUntil: now + share.leaseMs }));
}

/** Ends a lease: the work goes, or waits until `retryAt`. False where the lease was no longer ours; then nothing has changed. */
export async function endLease(tx: Tx, claim: Claim, retryAt: number | undefined): Promise<boolean> {
  const ours = (await (retryAt === undefined
    ? tx.deleteFrom('work').where('id', '=', claim.id).where('token', '=', claim.token).executeTakeFirst()
    : tx
        .updateTable('work')
        .set({ token: null, lease_until: null, due_at: retryAt })
        .where('id', '=', claim.id)
        .where('token', '=', claim.token)
        .executeTakeFirst())) as { numDeletedRows?: bigint; numUpdatedRows?: bigint };
  return (ours.numDeletedRows ?? ours.numUpdatedRows ?? 0n) > 0n;
}

/** Makes a lease last longer. False where it was no longer ours. */
export async function extendLease(store: Store, claim: Claim, until: number): Promise<boolean> {
  const result = await store.write((tx) =>
    tx.updateTable('work').set({ lease_until: until }).where('id', '=', claim.id).where('token', '=', claim.token).executeTakeFirst(),
  );
  return result.numUpdatedRows > 0n;
}

/** The instant at which the next work of these kinds can be claimed, or null where there is none. */
export async function nextClaimableAt(store: Store, kinds: readonly string[]): Promise<number | null> {
  if (kinds.length === 0) return null;
  const row = await store.db
    .selectFrom('work')
    .select((make) => make.fn.min('claimable_at').as('at'))
    .where('kind', 'in', kinds)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Whether somebody holds a valid lease on the work for `key`. */
export async function isLeased(tx: Tx, key: string, now: number): Promise<boolean> {
  const row = await tx.selectFrom('work').select('lease_until').where('key', '=', key).executeTakeFirst();
  return row?.lease_until !== null && row?.lease_until !== undefined && row.lease_until > now;
}

/** Takes back work that has not begun or whose lease nobody needs any more; a holder's acknowledgement then changes nothing. */
export async function dropWork(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('work').where('key', '=', key).execute();
}

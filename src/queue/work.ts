import { sql } from 'kysely';
import type { Db, Tx } from '../db/open.ts';
import type { Claim } from './claim.ts';

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

/** Work due and not taken, not due yet, and under a lease. */
export interface Depth {
  due: number;
  waiting: number;
  leased: number;
}

export async function putWork(tx: Tx, { kind, key, payload, dueAt, lane }: NewWork): Promise<void> {
  const row = { kind, payload: JSON.stringify(payload), lane: lane ?? null, due_at: dueAt };
  await tx
    .insertInto('work')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ ...row, lease_until: null, token: null, claims: 0 }))
    .execute();
}

/** Ends a lease: the work goes, or waits until `retryAt`. False where the lease was no longer ours; then nothing has changed. */
export async function endLease(tx: Tx, { id, token }: Claim, retryAt: number | undefined): Promise<boolean> {
  if (retryAt === undefined) {
    const { numDeletedRows } = await tx.deleteFrom('work').where('id', '=', id).where('token', '=', token).executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const waiting = { token: null, lease_until: null, due_at: retryAt };
  const { numUpdatedRows } = await tx.updateTable('work').set(waiting).where('id', '=', id).where('token', '=', token).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes a lease last until `until`. False where it is no longer ours or has run out: its place in the lane may then be another's. */
export async function extendLease(tx: Tx, { id, token }: Claim, now: number, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('work')
    .set({ lease_until: until })
    .where('id', '=', id)
    .where('token', '=', token)
    .where('lease_until', '>', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The instant at which the next work of these kinds can be claimed, or null where there is none. */
export async function nextClaimableAt(db: Db, kinds: readonly string[]): Promise<number | null> {
  // One look into the index for each kind; `kind in (…)` would read all their work.
  const { rows } = await sql<{ at: number | null }>`
    select min((select min(claimable_at) from work where kind = wanted.value)) as at from json_each(${JSON.stringify(kinds)}) as wanted`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** Whether somebody holds a valid lease on the work for `key`. */
export async function isLeased(tx: Tx, key: string, now: number): Promise<boolean> {
  const row = await tx.selectFrom('work').select('lease_until').where('key', '=', key).executeTakeFirst();
  return (row?.lease_until ?? 0) > now;
}

/** Takes back work that has not begun or whose lease nobody needs any more; a holder's acknowledgement then changes nothing. */
export async function dropWork(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('work').where('key', '=', key).execute();
}

export async function measureDepth(db: Db, now: number): Promise<Depth> {
  const { rows } = await sql<{ all: number; due: number; leased: number }>`
    select (select count(*) from work) as "all",
      (select count(*) from work indexed by work_claimable where claimable_at <= ${now}) as due,
      (select count(*) from work where lease_until > ${now}) as leased`.execute(db);
  const { all, due, leased } = rows[0]!;
  return { due, leased, waiting: all - due - leased };
}

import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import type { LeaseRow } from '../db/rows/queue.ts';
import { idsIn, rowsOf, statement } from '../db/sql.ts';

/** A lease on a name, over all processes that share the database. */
export interface Wanted {
  name: string;
  /** How many may hold one at a time. */
  places: number;
  /** It ends by itself after this long, as it must when its process dies. 0: nothing is taken, but there must be a free place. */
  ms: number;
}

// Every request with an idempotency key takes a lease and ends it.
const leasesOn = statement<{ names: readonly string[]; now: number }, Omit<LeaseRow, 'token'>>(
  ({ names, now }) => sql`select name, place, until from leases where name in ${idsIn(names)} and until > ${now}`,
);

const putLeases = statement<{ rows: readonly LeaseRow[]; now: number }, { name: string }>(({ rows, now }) => {
  const { from, columns } = rowsOf('lease', ['name', 'place', 'token', 'until'], rows);
  return sql`
    insert into leases (name, place, token, until)
      select ${columns.name}, ${columns.place}, ${columns.token}, ${columns.until} from ${from} where true
      on conflict (name, place) do update set token = excluded.token, until = excluded.until where leases.until <= ${now}
      returning name`;
});

const endLeases = statement<{ names: readonly string[]; token: string }, never>(
  ({ names, token }) => sql`delete from leases where name in ${idsIn(names)} and token = ${token}`,
);

/** Takes all of these leases under one token, or none: then returns until when the one longest in the way is held, else null. */
export async function takeLeases(tx: Tx, wanted: readonly Wanted[], token: string, now: number): Promise<number | null> {
  const names = wanted.map(({ name }) => name);
  const { rows: held } = await leasesOn(tx, { names, now });
  const heldUntil: number[] = [];
  const rows: LeaseRow[] = [];
  for (const { name, places, ms } of wanted) {
    const others = held.filter((one) => one.name === name);
    const place = Array.from({ length: places }, (_, index) => index).find((index) => others.every((one) => one.place !== index));
    if (place === undefined) heldUntil.push(Math.min(...others.map(({ until }) => until)));
    else if (ms > 0) rows.push({ name, place, token, until: now + ms });
  }
  if (heldUntil.length > 0) return Math.max(...heldUntil);
  const taken = await putLeases(tx, { rows, now });
  if (taken.rows.length === rows.length) return null;
  // Somebody came first, where the engine does not run one write after the other.
  await releaseLeases(tx, names, token);
  return now;
}

/** Moves the end of a lease, where it has not passed to somebody else; returns whether it still stands under this token. */
export async function extendLease(tx: Tx, name: string, token: string, until: number): Promise<boolean> {
  const extended = tx.updateTable('leases').set({ until }).where('name', '=', name).where('token', '=', token);
  return (await extended.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** Frees the places of these leases, where they have not passed to somebody else. */
export async function releaseLeases(tx: Tx, names: readonly string[], token: string): Promise<void> {
  await endLeases(tx, { names, token });
}

/** Removes leases that have run out and that nobody has taken over. */
export async function removeEndedLeases(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('leases').where('until', '<=', now).execute();
}

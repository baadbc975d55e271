import type { Tx } from '../db/open.ts';
import type { LeaseRow } from '../db/rows/queue.ts';
import { idsIn } from '../db/sql.ts';

/** A lease on a name, over all processes that share the database. */
export interface Wanted {
  name: string;
  /** How many may hold one at a time. */
  places: number;
  /** It ends by itself after this long, as it must when its process dies. 0: nothing is taken, but there must be a free place. */
  ms: number;
}

/** Takes all of these leases under one token, or none: then returns until when the one longest in the way is held, else null. */
export async function takeLeases(tx: Tx, wanted: readonly Wanted[], token: string, now: number): Promise<number | null> {
  const names = wanted.map(({ name }) => name);
  const held = await tx
    .selectFrom('leases')
    .select(['name', 'place', 'until'])
    .where((make) => make('name', 'in', idsIn(names)))
    .where('until', '>', now)
    .execute();
  const heldUntil: number[] = [];
  const rows: LeaseRow[] = [];
  for (const { name, places, ms } of wanted) {
    const others = held.filter((one) => one.name === name);
    const place = Array.from({ length: places }, (_, index) => index).find((index) => others.every((one) => one.place !== index));
    if (place === undefined) heldUntil.push(Math.min(...others.map(({ until }) => until)));
    else if (ms > 0) rows.push({ name, place, token, until: now + ms });
  }
  if (heldUntil.length > 0) return Math.max(...heldUntil);
  const taken = await tx
    .insertInto('leases')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['name', 'place'])
        .doUpdateSet(({ ref }) => ({ token: ref('excluded.token'), until: ref('excluded.until') }))
        .where('leases.until', '<=', now),
    )
    .returning('name')
    .execute();
  if (taken.length === rows.length) return null;
  // Somebody came first, where the engine does not run one write after the other.
  await releaseLeases(tx, names, token);
  return now;
}

/** Moves the end of a lease, where it has not passed to somebody else. */
export async function extendLease(tx: Tx, name: string, token: string, until: number): Promise<void> {
  await tx.updateTable('leases').set({ until }).where('name', '=', name).where('token', '=', token).execute();
}

/** Frees the places of these leases, where they have not passed to somebody else. */
export async function releaseLeases(tx: Tx, names: readonly string[], token: string): Promise<void> {
  await tx
    .deleteFrom('leases')
    .where((make) => make('name', 'in', idsIn(names)))
    .where('token', '=', token)
    .execute();
}

/** Removes leases that have run out and that nobody has taken over. */
export async function removeEndedLeases(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('leases').where('until', '<=', now).execute();
}

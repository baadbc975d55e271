import type { Db, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import { domainKeys } from './address.ts';

/** Which of these addresses, as they are compared, get no mail: themselves or a domain that they belong to stands on the list. */
export async function suppressedAmong(db: Db | Tx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const sought = [...new Set(keys.flatMap(coveredBy))];
  const rows = await db.selectFrom('link_suppressions').select('address').where('address', 'in', idsIn(sought)).execute();
  const listed = new Set(rows.map(({ address }) => address));
  return new Set(keys.filter((key) => coveredBy(key).some((one) => listed.has(one))));
}

/** Puts addresses, as they are compared, on the list; those that are there keep the reason that they have. */
export async function suppress(tx: Tx, system: Pick<System, 'now'>, keys: readonly string[], reason: string): Promise<void> {
  if (keys.length === 0) return;
  const created_at = system.now();
  await tx
    .insertInto('link_suppressions')
    .values([...new Set(keys)].map((address) => ({ address, reason, created_at })))
    .onConflict((there) => there.column('address').doNothing())
    .execute();
}

/** The entries that would forbid mail to it. */
export function coveredBy(key: string): string[] {
  return [key, ...domainKeys(key)];
}

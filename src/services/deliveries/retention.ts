import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/open.ts';
import type { Standing } from '../../db/rows/deliveries.ts';
import type { Slice } from '../common/group.ts';

/** Removed per transaction, which blocks all other writers and must be over in 20 ms even with attempts of 16 KiB. */
const maxAtOnce = { deliveries: 4, bodyBytes: 256 * 1024, attempts: 20 };

/** Standings of deliveries that have ended and that nobody has to look at. */
const dealtWith = ['delivered', 'outdated', 'acknowledged', 'superseded', 'test'] as const;

/** Removes deliveries and their attempts: those that nobody has to look at after `retentionMs`, other failed ones after `failedRetentionMs`. */
export function deliveryRetention(
  { retentionMs, failedRetentionMs }: Pick<Config, 'retentionMs' | 'failedRetentionMs'>,
  now: () => number,
): Slice[] {
  return [
    ...dealtWith.map(
      (standing): Slice =>
        (tx) =>
          removeDeliveries(tx, standing, now() - retentionMs),
    ),
    (tx) => removeDeliveries(tx, 'failed', now() - failedRetentionMs),
  ];
}

/** Attempts go first: an often replayed delivery may have more of them than one transaction may remove. */
async function removeDeliveries(tx: Tx, standing: Standing, before: number): Promise<boolean> {
  // SQLite uses this partial index only if the query repeats its condition literally.
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, (select octet_length(body) from delivery_bodies where delivery_id = id) as bytes from deliveries indexed by deliveries_settled
      where status <> 'pending' and standing = ${standing} and settled_at <= ${before}
      order by settled_at limit ${maxAtOnce.deliveries}`.execute(tx);
  if (rows.length === 0) return false;
  const ids = JSON.stringify(firstWithin(rows, maxAtOnce.bodyBytes).map(({ id }) => id));
  const { numAffectedRows = 0n } = await sql`
    delete from attempts where (delivery_id, number) in (
      select delivery_id, number from attempts where delivery_id in (select value from json_each(${ids})) limit ${maxAtOnce.attempts})`.execute(
    tx,
  );
  if (numAffectedRows < maxAtOnce.attempts) await sql`delete from deliveries where id in (select value from json_each(${ids}))`.execute(tx);
  return true;
}

/** The first rows that together stay within `maxBytes`; at least one. */
function firstWithin<Row extends { bytes: number }>(rows: readonly Row[], maxBytes: number): readonly Row[] {
  let bytes = 0;
  const tooMany = rows.findIndex((row) => {
    bytes += row.bytes;
    return bytes > maxBytes;
  });
  return tooMany === -1 ? rows : rows.slice(0, Math.max(tooMany, 1));
}

import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/open.ts';
import type { Slice } from '../common/group.ts';

/** Removed per transaction, which blocks all other writers and must be over in 20 ms even with attempts of 16 KiB. */
const maxAtOnce = { deliveries: 4, bodyBytes: 256 * 1024, attempts: 20 };

/** Removes deliveries and their attempts: delivered or acknowledged ones after `retentionMs`, other failed ones after `failedRetentionMs`. */
export function deliveryRetention(
  { retentionMs, failedRetentionMs }: Pick<Config, 'retentionMs' | 'failedRetentionMs'>,
  now: () => number,
): Slice[] {
  return [
    (tx) => removeDeliveries(tx, { status: 'delivered', flagged: 0 }, now() - retentionMs),
    (tx) => removeDeliveries(tx, { status: 'failed', flagged: 0 }, now() - retentionMs),
    (tx) => removeDeliveries(tx, { status: 'failed', flagged: 1 }, now() - failedRetentionMs),
  ];
}

/** Attempts go first: an often replayed delivery may have more of them than one transaction may remove. */
async function removeDeliveries(tx: Tx, ended: { status: 'delivered' | 'failed'; flagged: 0 | 1 }, before: number): Promise<boolean> {
  // SQLite uses this partial index only if the query repeats its condition literally.
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, (select octet_length(body) from delivery_bodies where delivery_id = id) as bytes from deliveries indexed by deliveries_settled
      where status <> 'pending' and status = ${ended.status} and flagged = ${ended.flagged} and settled_at <= ${before}
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

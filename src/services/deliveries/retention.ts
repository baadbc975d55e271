import type { Config } from '../../config.ts';
import type { Tx } from '../../db/open.ts';
import type { Standing } from '../../db/rows/deliveries.ts';
import { idsIn } from '../../db/sql.ts';
import type { Slice } from '../common/group.ts';
import { endedBefore } from './queries.ts';

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

async function removeDeliveries(tx: Tx, standing: Standing, before: number): Promise<boolean> {
  const rows = await endedBefore(tx, standing, before, maxAtOnce.deliveries);
  if (rows.length > 0) await removeSome(tx, rows);
  return rows.length > 0;
}

/** Removes the first of these deliveries, as many as one transaction may. Attempts go first: an often replayed delivery may have more of them than that. */
export async function removeSome(tx: Tx, rows: readonly { id: string; bytes: number }[]): Promise<void> {
  const ids = idsIn(firstWithin(rows, maxAtOnce.bodyBytes).map(({ id }) => id));
  const attempts = tx
    .selectFrom('attempts')
    .select(['delivery_id', 'number'])
    .where('delivery_id', 'in', ids)
    .limit(maxAtOnce.attempts)
    .$asTuple('delivery_id', 'number');
  const { numDeletedRows } = await tx
    .deleteFrom('attempts')
    .where(({ eb, refTuple }) => eb(refTuple('delivery_id', 'number'), 'in', attempts))
    .executeTakeFirstOrThrow();
  if (numDeletedRows < maxAtOnce.attempts) await tx.deleteFrom('deliveries').where('id', 'in', ids).execute();
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

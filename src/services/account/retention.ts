import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Store, Tx } from '../../db/open.ts';
import { removeIdleLanes, type Lane } from '../../queue/lanes.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Settlement } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import type { Idempotency } from './idempotency.ts';

/** The kind of work that removes what has had its time. */
export const maintenance = 'maintenance';

const everyMs = 60 * 60 * 1000;
/** What one transaction removes at most: it holds up every other writer, and must be over in 20 ms with attempts of 16 KiB. */
const atOnce = { deliveries: 4, bodyBytes: 256 * 1024, attempts: 20, keys: 200, lanes: 200 };

/** Between two transactions: without it another process, which can only ask again and again, would seldom find the database free. */
const restMs = 5;

/** Removes a part in its transaction; false where nothing was left to remove. */
type Slice = (tx: Tx) => Promise<boolean>;

/** Keeps the database from growing for ever. */
export interface Retention {
  /** Sees to it that `sweep` runs once an hour, in one of the processes that work. */
  ensure(): Promise<void>;
  /**
   * The handler of `maintenance`. Removes, slice by slice, deliveries with their attempts (delivered or acknowledged ones `retentionMs` after they
   * ended, other failed ones after `failedRetentionMs`), expired idempotency keys, and lanes that nothing has passed through for long.
   */
  sweep(signal: AbortSignal): Promise<Settlement>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  idempotency: Pick<Idempotency, 'removeExpired'>;
  config: Pick<Config, 'retentionMs' | 'failedRetentionMs'>;
}

export function createRetention({ store, system, queue, idempotency, config }: Needs): Retention {
  const slices = (): Slice[] => [
    (tx) => removeDeliveries(tx, { status: 'delivered', flagged: 0 }, system.now() - config.retentionMs),
    (tx) => removeDeliveries(tx, { status: 'failed', flagged: 0 }, system.now() - config.retentionMs),
    (tx) => removeDeliveries(tx, { status: 'failed', flagged: 1 }, system.now() - config.failedRetentionMs),
    async (tx) => (await idempotency.removeExpired(tx, atOnce.keys)) > 0,
    lanesOneAfterTheOther(system.now() - config.failedRetentionMs),
  ];

  return {
    async ensure() {
      const work = { kind: maintenance, key: 'retention', payload: {}, dueAt: system.now() + everyMs };
      await store.write((tx) => queue.enqueueOnce(tx, work));
    },

    async sweep(signal) {
      for (const slice of slices()) {
        // Whoever works next goes on from here: what is gone is gone.
        while (!signal.aborted && (await store.write(slice))) await system.pause(restMs);
      }
      return { retryAt: signal.aborted ? system.now() : system.now() + everyMs };
    },
  };
}

/** Attempts go first: a delivery that was replayed often has more of them than one transaction may remove. */
async function removeDeliveries(tx: Tx, ended: { status: 'delivered' | 'failed'; flagged: 0 | 1 }, before: number): Promise<boolean> {
  // An index on a part of the rows is used where its condition is repeated to the letter.
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, (select octet_length(body) from delivery_bodies where delivery_id = id) as bytes from deliveries indexed by deliveries_settled
      where status <> 'pending' and status = ${ended.status} and flagged = ${ended.flagged} and settled_at <= ${before}
      order by settled_at limit ${atOnce.deliveries}`.execute(tx);
  if (rows.length === 0) return false;
  const ids = JSON.stringify(firstWithin(rows, atOnce.bodyBytes).map(({ id }) => id));
  const { numAffectedRows = 0n } = await sql`
    delete from attempts where (delivery_id, number) in (
      select delivery_id, number from attempts where delivery_id in (select value from json_each(${ids})) limit ${atOnce.attempts})`.execute(
    tx,
  );
  if (numAffectedRows < atOnce.attempts) await sql`delete from deliveries where id in (select value from json_each(${ids}))`.execute(tx);
  return true;
}

/** As many from the first on as have so many bytes together; one in any case. */
function firstWithin<Row extends { bytes: number }>(rows: readonly Row[], most: number): readonly Row[] {
  let bytes = 0;
  const tooMany = rows.findIndex((row) => {
    bytes += row.bytes;
    return bytes > most;
  });
  return tooMany === -1 ? rows : rows.slice(0, Math.max(tooMany, 1));
}

function lanesOneAfterTheOther(failedBefore: number): Slice {
  let last: Lane | null | undefined;
  return async (tx) => {
    last = await removeIdleLanes(tx, { limit: atOnce.lanes, failedBefore, ...(last && { after: last }) });
    return last !== null;
  };
}

import type { Delivery } from '../../../schema/deliveries.ts';
import type { Store } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import type { Queue } from '../../queue/queue.ts';
import type { System } from '../../system.ts';
import type { SigningSecrets } from '../signing-secrets.ts';
import { enqueueAttempt } from './deliveries.ts';
import { noDelivery, toDelivery } from './rows.ts';

export interface Replays {
  /** Puts the same record back to pending, due now. Throws `not_found`, `attempt_in_progress`. */
  retry(id: string): Promise<Delivery>;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  secrets: SigningSecrets;
}

export function createReplays({ store, system, queue, secrets }: Needs): Replays {
  return {
    async retry(id) {
      return store.write(async (tx) => {
        const row = await tx.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw noDelivery(id);
        const now = system.now();
        if (await queue.isLeased(tx, id)) {
          throw new AppError('attempt_in_progress', `An attempt at ${id} is under way.`, {
            hint: 'Look at it in some seconds; it may be delivered already.',
          });
        }
        const fresh = {
          status: 'pending' as const,
          attempt_count: 0,
          next_attempt_at: now,
          delivered_at: null,
          flagged: 0,
          acknowledged_at: null,
          secret_id: row.kind === 'event' ? await secrets.currentId(tx) : null,
        };
        await tx.updateTable('deliveries').set(fresh).where('id', '=', id).execute();
        await enqueueAttempt(queue, tx, row, now);
        const last = await tx
          .selectFrom('attempts')
          .select('response')
          .where('delivery_id', '=', id)
          .where('number', '=', row.attempts_made)
          .executeTakeFirst();
        return toDelivery({ ...row, ...fresh }, last?.response ?? null);
      });
    },
  };
}

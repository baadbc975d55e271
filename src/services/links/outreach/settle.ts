import type { Tx } from '../../../db/open.ts';
import type { LinkDraftRow } from '../../../db/rows/links.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Settlement, Worker } from '../../../queue/worker.ts';
import type { Given } from '../given.ts';
import { writeLog } from '../log.ts';

/** How long a mail may be on its way: well beyond the longest conversation with a server. */
const stuckAfterMs = 5 * 60_000;

const kind = 'link mail';
const keyOf = (draftId: string) => `link mail ${draftId}`;

/** Whether nobody can be sending it any more. */
export function isStuck(sendingAt: number | null, now: number): boolean {
  return sendingAt === null || now - sendingAt >= stuckAfterMs;
}

/** Whoever sends it may end with it: then somebody else says what is known. */
export async function settleLater(tx: Tx, { queue }: Pick<Given, 'queue'>, { id, sending_at }: LinkDraftRow): Promise<void> {
  await queue.enqueue(tx, { kind, key: keyOf(id), payload: { draftId: id }, dueAt: sending_at! + stuckAfterMs });
}

export async function neverSettle(tx: Tx, queue: Queue, draftId: string): Promise<void> {
  await queue.drop(tx, keyOf(draftId));
}

/** Makes `unknown` what was cut off on its way. */
export function stuckMails({ system }: Pick<Given, 'system'>): Worker {
  return {
    kind,
    slots: 1,
    perLane: 1,
    leaseMs: 15_000,
    handle: async (payload): Promise<Settlement> => {
      const { draftId } = payload as { draftId: string };
      return {
        async write(tx) {
          const sending = tx
            .updateTable('link_drafts')
            .set({ status: 'unknown' })
            .where('id', '=', draftId)
            .where('status', '=', 'sending');
          const row = await sending.returning('prospect_id').executeTakeFirst();
          if (row)
            await writeLog(tx, system, [{ prospectId: row.prospect_id, kind: 'send_failed', detail: { draftId, outcome: 'unknown' } }]);
        },
      };
    },
  };
}

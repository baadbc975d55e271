import type { Tx } from '../../../db/open.ts';
import { AppError, errorTable } from '../../../errors.ts';
import type { Settlement, Worker } from '../../../queue/worker.ts';
import type { PreparedArticle } from '../../articles/index.ts';
import type { Given } from './given.ts';
import { isLate, spread } from './late.ts';
import { beginSlot, requestOf, slotsIn, wishOf, type Slot } from './slots.ts';

/** Begins the articles of slots that are due. */
export function dueSlots(given: Given): Worker {
  const { store, system, articles } = given;

  /** The slot, if it is still planned; where nothing ran when it was due, with its turn among those like it. */
  async function turnOf(slotId: string): Promise<Slot | undefined> {
    return store.write(async (tx) => {
      const slot = await findPlanned(tx, slotId);
      if (!slot || !isLate(slot, system.now())) return slot;
      await spread(tx, given, slot);
      return findPlanned(tx, slotId);
    });
  }

  async function prepare(slot: Slot): Promise<PreparedArticle | AppError> {
    try {
      return await articles.prepare({ projectId: slot.project_id, ...wishOf({ ...slot, ...requestOf(slot) }) });
    } catch (thrown) {
      // What may succeed later is tried again by the queue.
      if (thrown instanceof AppError && !errorTable[thrown.code].retryable) return thrown;
      throw thrown;
    }
  }

  async function begin(tx: Tx, slotId: string, prepared: PreparedArticle | AppError): Promise<void> {
    const slot = await findPlanned(tx, slotId);
    if (!slot) return;
    const outcome =
      prepared instanceof AppError
        ? { status: 'failed' as const, error: JSON.stringify({ code: prepared.code, message: messageOf(prepared) }) }
        : { status: 'begun' as const, article_id: (await articles.add(tx, prepared)).id };
    await tx
      .updateTable('calendar_slots')
      .set({ ...outcome, sequence: slot.sequence + 1, updated_at: system.now() })
      .where('id', '=', slotId)
      .execute();
  }

  return {
    kind: beginSlot,
    slots: 2,
    // One project's slots one after the other: what is late of it is seen as a whole.
    perLane: 1,
    leaseMs: 15_000,
    finishOnClose: true,
    async handle(payload): Promise<Settlement> {
      const { slotId } = payload as { slotId: string };
      const slot = await turnOf(slotId);
      if (!slot) return {};
      if (slot.write_at > system.now()) return { retryAt: slot.write_at };
      const prepared = await prepare(slot);
      // In the transaction that ends the work: a slot whose work was taken over, moved or deleted meanwhile is left alone.
      return { write: (tx) => begin(tx, slotId, prepared) };
    },
  };
}

async function findPlanned(tx: Tx, id: string): Promise<Slot | undefined> {
  const slot = await slotsIn(tx).where('calendar_slots.id', '=', id).executeTakeFirst();
  return slot?.status === 'planned' ? slot : undefined;
}

function messageOf({ message, hint }: AppError): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

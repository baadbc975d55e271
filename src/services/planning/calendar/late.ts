import type { Tx } from '../../../db/open.ts';
import type { CalendarSlotRow } from '../../../db/rows/planning.ts';
import { idsIn } from '../../../db/sql.ts';
import { moveSlots } from '../queries.ts';
import type { Given } from './given.ts';
import { workOf } from './slots.ts';

/** A desk that runs begins a slot within seconds of its time, or minutes where many are due: what waited longer was due while nothing ran. */
export const onTimeMs = 15 * 60_000;

const dayMs = 24 * 60 * 60_000;

/** What is found later than this is not written any more. */
export const maxLateMs = 7 * dayMs;

type Timed = Pick<CalendarSlotRow, 'write_at'>;

export function isLate({ write_at }: Timed, now: number): boolean {
  return now - write_at > onTimeMs;
}

/**
 * Gives the late slots of a project their turns: the oldest now, then one a day; what is too late is missed. Those that an earlier stop has
 * put off line up again with the new ones. The work of `own`, which is being done, is left to who does it.
 */
export async function spread(tx: Tx, { system, queue }: Pick<Given, 'system' | 'queue'>, own: CalendarSlotRow): Promise<void> {
  const now = system.now();
  const waiting = await lateOf(tx, own.project_id, now);
  const missed = waiting.filter(({ write_at }) => now - write_at > maxLateMs);
  const missedIds = missed.map(({ id }) => id);
  const kept = waiting.filter(({ id }) => !missedIds.includes(id));
  const moved = kept.map((slot, turn) => ({ ...slot, write_at: now + turn * dayMs, late: 1 as const }));
  await tx
    .updateTable('calendar_slots')
    .set(({ eb }) => ({ status: 'missed', sequence: eb('sequence', '+', 1), updated_at: now }))
    .where('id', 'in', idsIn(missedIds))
    .execute();
  await moveSlots(tx, moved, now);
  const others = <One extends { id: string }>(slots: readonly One[]) => slots.filter(({ id }) => id !== own.id);
  const gone = others(missed).map(({ id }) => id);
  await queue.dropAll(tx, gone);
  await queue.enqueueAll(tx, others(moved).map(workOf));
}

/** The planned slots of a project that are late or were put off, the oldest first. */
async function lateOf(tx: Tx, projectId: string, now: number): Promise<CalendarSlotRow[]> {
  return tx
    .selectFrom('calendar_slots')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', '=', 'planned')
    .where(({ eb, or }) => or([eb('late', '=', 1), eb('write_at', '<', now - onTimeMs)]))
    .orderBy('due_at')
    .orderBy('id')
    .execute();
}

import { createHash } from 'node:crypto';
import type { AutofillPlan, AutofillSlot } from '../../../../schema/autofill.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Tx } from '../../../db/open.ts';
import type { AutofillPlanRow } from '../../../db/rows/autopilot.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { isoTime, parsed } from '../../common/wire.ts';
import type { Calendar } from '../../planning/index.ts';

export const planLastsMs = 24 * 3_600_000;

/** As it was planned: its id, until when it holds and what became of it, its row says. */
export interface StoredPlan extends Omit<AutofillPlan, 'planId' | 'projectId' | 'status' | 'expiresAt' | 'next' | 'slots'> {
  slots: StoredSlot[];
}

/** With what only its writer is told. */
export type StoredSlot = AutofillSlot & { instructions?: string };

/** Throws `not_found`. */
export async function planRow(db: Pick<Tx, 'selectFrom'>, id: string): Promise<AutofillPlanRow> {
  const row = await db.selectFrom('autofill_plans').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no plan ${id}.`, { hint: 'autoblog_autofill without planId makes one.' });
  return row;
}

/** As it is answered. */
export function toPlan({ id, project_id: projectId, plan, expires_at, carried_out_at }: AutofillPlanRow): AutofillPlan {
  const isOpen = carried_out_at === null;
  const { slots, ...stored } = parsed<StoredPlan>(plan);
  return {
    projectId,
    ...stored,
    slots: slots.map(({ instructions: _, ...slot }) => slot),
    planId: id,
    status: isOpen ? 'planned' : 'carried_out',
    expiresAt: isOpen ? isoTime(expires_at) : null,
    next: isOpen ? { operation: 'autoblog_autofill', arguments: { planId: id } } : null,
  };
}

/** The same for as long as nothing of the calendar from that day on is planned, moved, given another keyword or deleted, and days are those of the same zone. */
export async function calendarMark(calendar: Calendar, project: Project, from: string, tx?: Tx): Promise<string> {
  const slots = await calendar.standing(project.id, from, tx);
  const said = JSON.stringify([project.timezone, project.language, slots]);
  return createHash('sha256').update(said).digest('hex').slice(0, 32);
}

/** Expired plans are kept so long, so that whoever names one is told what became of it. */
const keptMs = 30 * 24 * 3_600_000;
const maxAtOnce = 50;

export function oldPlans({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const old = tx
      .selectFrom('autofill_plans')
      .select('id')
      .where('expires_at', '<', now() - keptMs)
      .limit(maxAtOnce);
    return removeSome(tx, (await old.execute()).map(({ id }) => id)); // prettier-ignore
  };
}

/** Removes some plans of a project that is being deleted; returns whether there may be more. */
export async function removePlans(tx: Tx, projectId: string): Promise<boolean> {
  const own = tx.selectFrom('autofill_plans').select('id').where('project_id', '=', projectId).limit(maxAtOnce);
  return removeSome(tx, (await own.execute()).map(({ id }) => id)); // prettier-ignore
}

async function removeSome(tx: Tx, ids: readonly string[]): Promise<boolean> {
  if (ids.length > 0) await tx.deleteFrom('autofill_plans').where('id', 'in', idsIn(ids)).execute();
  return ids.length === maxAtOnce;
}

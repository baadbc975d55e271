import type { AutofillPlan, AutofillRequest } from '../../../../schema/autofill.ts';
import type { PlannedSlots } from '../../../../schema/calendar.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { AutofillPlanRow } from '../../../db/rows/autopilot.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { Projects } from '../../account/index.ts';
import { isoTime, parsed } from '../../common/wire.ts';
import { openZone } from '../../planning/index.ts';
import { makePlan, usual, type Asked, type Made, type MakingNeeds } from './make.ts';
import { calendarMark, planLastsMs, planRow, toPlan, type StoredPlan, type StoredSlot } from './plans.ts';

/** Plans the calendar's next days. */
export interface Autofill {
  /** Makes a plan, or carries one out, once. Throws `not_found`, `project_required`, `invalid_input`, `plan_stale`, and `conflict` for one that is carried out. */
  fill(input: AutofillRequest): Promise<AutofillPlan>;
}

type Needs = Omit<MakingNeeds, 'system'> & { store: Store; system: System; projects: Projects };

export function createAutofill(needs: Needs): Autofill {
  const { store, system, projects, calendar } = needs;

  /** Keeps a plan that has something in it. */
  async function keep(project: Project, asked: Asked, { plan, mark }: Made): Promise<AutofillPlan> {
    const stored: StoredPlan = plan;
    const row = {
      project_id: project.id,
      request: JSON.stringify(asked),
      calendar: mark,
      plan: JSON.stringify(stored),
      carried_out_at: null,
    };
    if (plan.slots.length === 0) {
      const shown = toPlan({ ...row, id: '', created_at: 0, expires_at: 0 });
      return { ...shown, planId: null, expiresAt: null, next: null };
    }
    const kept = await store.write(async (tx) => {
      const now = system.now();
      const added: AutofillPlanRow = { ...row, id: system.id('pln'), created_at: now, expires_at: now + planLastsMs };
      await tx.insertInto('autofill_plans').values(added).execute();
      // Not the answer: the call may go on to carry it out.
      return added;
    });
    return toPlan(kept);
  }

  const plan = async (project: Project, asked: Asked) => keep(project, asked, await makePlan(needs, project, asked));

  /** Throws `plan_stale` with a new plan for what was asked. */
  async function refuseStale({ id, project_id, request }: AutofillPlanRow, why: string): Promise<never> {
    const fresh = await plan(await projects.get(project_id), parsed<Asked>(request));
    const hint =
      fresh.planId === null
        ? `There is nothing left to plan. ${fresh.hint ?? ''}`.trim()
        : `Look at the new plan, ${fresh.planId} (instead), and carry it out with autoblog_autofill, planId ${fresh.planId}.`;
    throw new AppError('plan_stale', `The plan ${id} ${why}, so nothing was planned.`, { hint, instead: fresh });
  }

  async function whyStale(row: AutofillPlanRow, tx?: Tx): Promise<string | undefined> {
    if (system.now() >= row.expires_at) return `expired at ${isoTime(row.expires_at)}`;
    const project = await projects.resolve(row.project_id, tx);
    const today = (await openZone(project.timezone)).dayOf(row.created_at);
    return (await calendarMark(calendar, project, today, tx)) === row.calendar
      ? undefined
      : 'is older than the calendar, which has changed';
  }

  /** All of its slots in one transaction with what says that it is carried out: never twice, and never in part by a crash. */
  async function carryOut(planId: string): Promise<AutofillPlan> {
    const row = await planRow(store.db, planId);
    refuseDone(row);
    const why = (await whyStale(row)) ?? (await whyTaken(row));
    if (why !== undefined) return refuseStale(row, why);
    const { slots, ...stored } = parsed<StoredPlan>(row.plan);
    const around = {
      async before(tx: Tx) {
        refuseDone(await planRow(tx, planId));
        const changed = await whyStale(row, tx);
        if (changed !== undefined) throw new Stale(changed);
      },
      async after(tx: Tx, planned: PlannedSlots) {
        const made = { plan: JSON.stringify({ ...stored, ...outcomeOf(slots, planned) }), carried_out_at: system.now() };
        await tx.updateTable('autofill_plans').set(made).where('id', '=', planId).where('carried_out_at', 'is', null).execute();
        return toPlan({ ...row, ...made });
      },
    };
    try {
      return await calendar.createWithin({ projectId: row.project_id, slots: slots.map(toNewSlot) }, around);
    } catch (thrown) {
      if (!(thrown instanceof Stale)) throw thrown;
      return refuseStale(row, thrown.message);
    }
  }

  /** What was free when it was planned may all have been written since, without the calendar. */
  async function whyTaken({ project_id, plan: stored }: AutofillPlanRow): Promise<string | undefined> {
    const project = await projects.get(project_id);
    const { slots } = parsed<StoredPlan>(stored);
    const holders = await calendar.holders(project, slots.map(({ keyword }) => keyword)); // prettier-ignore
    return holders.every((holder) => holder !== undefined) ? 'has no keyword left that is free' : undefined;
  }

  return {
    async fill({ projectId, planId, days, perWeek, dryRun }) {
      if (planId !== undefined) {
        refuseBoth({ days, perWeek });
        return dryRun === true ? toPlan(await planRow(store.db, planId)) : carryOut(planId);
      }
      const asked = { days: days ?? usual.days, perWeek: perWeek ?? usual.perWeek };
      const made = await plan(await projects.resolve(projectId), asked);
      return dryRun === false && made.planId !== null ? carryOut(made.planId) : made;
    },
  };
}

/** Thrown to undo a transaction. */
class Stale extends Error {}

/** Throws `conflict` for a plan that is carried out, naming what it made. */
function refuseDone(row: AutofillPlanRow): void {
  if (row.carried_out_at === null) return;
  const made = parsed<StoredPlan>(row.plan).slots.flatMap(({ id }) => id ?? []);
  throw new AppError('conflict', `The plan ${row.id} was carried out at ${isoTime(row.carried_out_at)}: it made ${made.join(', ')}.`, {
    hint: 'See them with calendar_list; autoblog_autofill without planId plans what comes next.',
  });
}

function refuseBoth(given: Partial<Asked>): void {
  const [field] = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (field === undefined) return;
  const detail = 'does not go with planId: a plan is carried out as it is';
  throw new AppError('invalid_input', `${field} ${detail}.`, {
    hint: 'Leave it out, or leave planId out for another plan.',
    errors: [{ pointer: `/${field}`, detail, code: 'not_with_plan' }],
  });
}

function toNewSlot({ date, time, keyword, title, articleType, topicId, instructions }: StoredSlot) {
  return { date, time, keyword, title, articleType, topicId, instructions };
}

/** The slots that stand in the calendar now, and those that it refused. */
function outcomeOf(slots: readonly StoredSlot[], { slots: planned, refused }: PlannedSlots): Pick<StoredPlan, 'slots' | 'refused'> {
  const ids = new Map(planned.map(({ keyword, id }) => [keyword, id]));
  return { slots: slots.flatMap((slot) => (ids.has(slot.keyword) ? [{ ...slot, id: ids.get(slot.keyword) }] : [])), refused };
}

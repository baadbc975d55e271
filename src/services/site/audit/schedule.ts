import type { Project } from '../../../../schema/projects.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Settlement, Worker } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import type { Projects } from '../../account/index.ts';
import type { Audits } from './audits.ts';

type Often = Project['schedules']['audit'];

/** The kind of work that starts the audits of a project by itself. */
const auditSchedule = 'site.audit-schedule';

export interface AuditSchedules {
  /** Called in the transaction that makes or changes a project. Where it changes how often, the next audit is due a day, a week or a month from then. */
  changed(tx: Tx, project: Project, before: Project | null): Promise<void>;
  /** Forgets the schedule of a project that is being deleted. */
  remove(tx: Tx, projectId: string): Promise<void>;
  worker: Worker;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  projects: Pick<Projects, 'resolve'>;
  audits: Pick<Audits, 'startIn'>;
}

const keyOf = (projectId: string) => `${auditSchedule} ${projectId}`;

export function createAuditSchedules({ store, system, queue, projects, audits }: Needs): AuditSchedules {
  async function remove(tx: Tx, projectId: string): Promise<void> {
    await tx.deleteFrom('audit_schedules').where('project_id', '=', projectId).execute();
    await queue.drop(tx, keyOf(projectId));
  }

  /** Starts the audit that is due, however many were missed, and says when the next one is. */
  const startDue = (projectId: string): Promise<number | undefined> =>
    store.write(async (tx) => {
      const schedule = await tx.selectFrom('audit_schedules').selectAll().where('project_id', '=', projectId).executeTakeFirst();
      if (!schedule) return undefined;
      const project = await projects.resolve(projectId, tx);
      const now = system.now();
      const running = await tx
        .selectFrom('audits')
        .select('id')
        .where('project_id', '=', projectId)
        .where('finished_at', 'is', null)
        .executeTakeFirst();
      if (schedule.due_at <= now && !running && project.siteUrl !== null) await audits.startIn(tx, project, {});
      const dueAt = nextAfter(schedule.due_at, schedule.every, now);
      await tx.updateTable('audit_schedules').set({ due_at: dueAt }).where('project_id', '=', projectId).execute();
      return dueAt;
    });

  return {
    remove,

    async changed(tx, { id: projectId, schedules: { audit: every } }, before) {
      if (every === (before?.schedules.audit ?? 'off')) return;
      if (every === 'off') return remove(tx, projectId);
      const now = system.now();
      const dueAt = nextAfter(now, every, now);
      const row = { project_id: projectId, every, due_at: dueAt };
      await tx
        .insertInto('audit_schedules')
        .values(row)
        .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ every, due_at: dueAt }))
        .execute();
      await queue.enqueue(tx, { kind: auditSchedule, key: keyOf(projectId), payload: { projectId }, dueAt });
    },

    worker: {
      kind: auditSchedule,
      slots: 1,
      perLane: 1,
      leaseMs: 15_000,
      async handle(payload): Promise<Settlement> {
        const { projectId } = payload as { projectId: string };
        const next = await startDue(projectId).catch((thrown: unknown) => {
          if (thrown instanceof AppError && thrown.code === 'not_found') return undefined;
          throw thrown;
        });
        return next === undefined ? {} : { retryAt: next };
      },
    },
  };
}

const dayMs = 24 * 3_600_000;
const days: Readonly<Record<Exclude<Often, 'off' | 'monthly'>, number>> = { daily: 1, weekly: 7 };

/** The first time after `now` that lies whole periods after `due`: a time of the day stays, in UTC. */
export function nextAfter(due: number, every: Exclude<Often, 'off'>, now: number): number {
  if (every === 'monthly') {
    const from = new Date(due);
    for (let months = 1; ; months++) {
      const next = monthsLater(from, months);
      if (next > now) return next;
    }
  }
  const period = days[every] * dayMs;
  return due + period * (Math.floor(Math.max(now - due, 0) / period) + 1);
}

/** On the same day of the month, or its last one. */
function monthsLater(from: Date, months: number): number {
  const month = from.getUTCMonth() + months;
  const last = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const date = new Date(from);
  date.setUTCDate(1);
  date.setUTCMonth(month);
  date.setUTCDate(Math.min(from.getUTCDate(), last));
  return date.getTime();
}

import type { Project } from '../../../schema/projects.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { ScheduleRow } from '../../db/rows/common.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Settlement, Worker } from '../../queue/worker.ts';
import type { System } from '../../system.ts';

/** What a project has done by itself as often as it says. */
export interface Schedule {
  /** Called in the transaction that makes or changes a project. Where that changes how often, the next time is a day, a week or a month from then. */
  changed(tx: Tx, project: Project, before: Project | null): Promise<void>;
  /** Forgets the schedule of a project that is being deleted. */
  remove(tx: Tx, projectId: string): Promise<void>;
  worker: Worker;
}

interface Needs {
  store: Store;
  system: Pick<System, 'now'>;
  queue: Queue;
  projects: { resolve(id: string, tx: Tx): Promise<Project> };
}

interface Repeated {
  name: keyof Project['schedules'];
  /** Starts it once, however many times were missed. Does nothing where it runs already, or lacks what it needs. */
  start(tx: Tx, project: Project): Promise<unknown>;
}

export function createSchedule({ store, system, queue, projects }: Needs, { name, start }: Repeated): Schedule {
  const kind = `schedule.${name}`;
  const keyOf = (projectId: string) => `${kind} ${projectId}`;

  async function remove(tx: Tx, projectId: string): Promise<void> {
    await tx.deleteFrom('schedules').where('project_id', '=', projectId).where('name', '=', name).execute();
    await queue.drop(tx, keyOf(projectId));
  }

  /** Starts what is due, and says when it is due again. */
  const startDue = (projectId: string): Promise<number | undefined> =>
    store.write(async (tx) => {
      const kept = tx.selectFrom('schedules').selectAll().where('project_id', '=', projectId).where('name', '=', name);
      const schedule = await kept.executeTakeFirst();
      if (!schedule) return undefined;
      const project = await projects.resolve(projectId, tx);
      const now = system.now();
      if (schedule.due_at <= now) await start(tx, project);
      const dueAt = await nextAfter(schedule, now, project.timezone);
      await tx.updateTable('schedules').set({ due_at: dueAt }).where('project_id', '=', projectId).where('name', '=', name).execute();
      return dueAt;
    });

  return {
    remove,

    async changed(tx, { id: projectId, timezone, schedules: { [name]: every } }, before) {
      if (every === (before?.schedules[name] ?? 'off')) return;
      if (every === 'off') return remove(tx, projectId);
      const since = system.now();
      const dueAt = await nextAfter({ every, since }, since, timezone);
      await tx
        .insertInto('schedules')
        .values({ project_id: projectId, name, every, since, due_at: dueAt })
        .onConflict((conflict) => conflict.columns(['project_id', 'name']).doUpdateSet({ every, since, due_at: dueAt }))
        .execute();
      await queue.enqueue(tx, { kind, key: keyOf(projectId), payload: { projectId }, dueAt });
    },

    worker: {
      kind,
      slots: 1,
      perLane: 1,
      leaseMs: 15_000,
      async handle(payload): Promise<Settlement> {
        const { projectId } = payload as { projectId: string };
        const next = await startDue(projectId);
        return next === undefined ? {} : { retryAt: next };
      },
    },
  };
}

/** How often at most. */
export const timesAMonth = { daily: 31, weekly: 5, monthly: 1 } as const;

const daysBetween = { daily: 1, weekly: 7, monthly: 31 } as const;

interface Asks {
  every: keyof typeof timesAMonth;
  provider: string;
  /** Of one run. */
  calls: number;
  /** Calls that may be billed in a month; null without a cap. */
  cap: number | null;
}

/** The sentence to add where a schedule asks for more in a month than may be billed; empty where it does not. */
export function beyondCap({ every, provider, calls, cap }: Asks): string {
  if (cap === null || calls * timesAMonth[every] <= cap) return '';
  const runs = Math.floor(cap / calls);
  const when = runs === 0 ? 'less than one run takes' : `used up on about day ${1 + runs * daysBetween[every]}`;
  return ` The cap of ${provider} is ${cap} calls a month: ${when}.`;
}

const units = { daily: 'days', weekly: 'weeks', monthly: 'months' } as const;

/** The first time after `now` that lies whole periods after `since`: at the same local time, on the same day of the month or its last. */
export async function nextAfter({ every, since }: Pick<ScheduleRow, 'every' | 'since'>, now: number, timezone: string): Promise<number> {
  const { Temporal } = await import('temporal-polyfill');
  const zoned = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
  const unit = units[every];
  const first = zoned(since);
  const from = Math.max(since, now);
  const passed = first.until(zoned(from), { largestUnit: unit })[unit];
  // A month from the 31st has passed on a 28th that it does not count: the first of three that lies after.
  const candidates = [passed, passed + 1, passed + 2].map((periods) => first.add({ [unit]: periods }).epochMilliseconds);
  return candidates.find((instant) => instant > from)!;
}

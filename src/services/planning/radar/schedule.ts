import type { Tx } from '../../../db/open.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { idsIn } from '../../../db/sql.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Worker } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import type { Jobs } from '../../account/index.ts';
import { radarLimits } from './limits.ts';
import { countCheck } from '../queries.ts';

/** The kind of job that looks at sources. */
export const checkSources = 'content_radar.check';
/** The kind of work that asks for it when a source's time has come. */
export const sourceDue = 'content_radar.due';

/** What a job is to look at. */
export interface CheckState {
  sourceIds: string[];
}

interface Due {
  sourceId: string;
}

type Source = Pick<RadarSourceRow, 'id' | 'project_id' | 'job_id'>;

/** Has sources of a project looked at by one job, without those that a job looks at already. Returns the job, and what it looks at. */
export async function askToCheck(
  tx: Tx,
  { jobs, system }: { jobs: Jobs; system: System },
  sources: readonly [Source, ...Source[]],
): Promise<{ jobId: string; sourceIds: string[] }> {
  const underWay = await jobsUnderWay(tx, sources);
  const free = sources.filter(({ job_id }) => job_id === null || !underWay.has(job_id));
  const [{ project_id: projectId, job_id: other }] = sources;
  if (free.length === 0) return { jobId: other!, sourceIds: sources.filter(({ job_id }) => job_id === other).map(({ id }) => id) };
  const sourceIds = free.map(({ id }) => id);
  const jobId = await jobs.create(tx, {
    kind: checkSources,
    projectId,
    resourceType: 'content_radar',
    resourceId: sourceIds[0]!,
    dueAt: system.now(),
    state: { sourceIds } satisfies CheckState,
  });
  await countCheck(tx, sourceIds, jobId);
  return { jobId, sourceIds };
}

async function jobsUnderWay(tx: Tx, sources: readonly Source[]): Promise<Set<string>> {
  const ids = sources.flatMap(({ job_id }) => job_id ?? []);
  const rows = await tx.selectFrom('jobs').select('id').where('id', 'in', idsIn(ids)).where('finished_at', 'is', null).execute();
  return new Set(rows.map(({ id }) => id));
}

/** When a source is looked at next, however many times were missed: never in the past, and at the same time of day. */
export function nextCheck(due: number, now: number): number {
  const missed = Math.max(0, Math.floor((now - due) / radarLimits.checkEveryMs));
  return due + (missed + 1) * radarLimits.checkEveryMs;
}

export function scheduleSource(
  tx: Tx,
  queue: Queue,
  { id, next_check_at: dueAt }: Pick<RadarSourceRow, 'id' | 'next_check_at'>,
): Promise<void> {
  return queue.enqueue(tx, { kind: sourceDue, key: `radar ${id}`, payload: { sourceId: id } satisfies Due, dueAt });
}

export function dropSchedule(tx: Tx, queue: Pick<Queue, 'dropAll'>, ids: readonly string[]): Promise<void> {
  return queue.dropAll(
    tx,
    ids.map((id) => `radar ${id}`),
  );
}

/** Asks for a check whenever a source's time has come. Of several desks on one home one does. */
export function createDueWorker(needs: { jobs: Jobs; queue: Queue; system: System }): Worker {
  const { queue, system } = needs;
  return {
    kind: sourceDue,
    slots: 4,
    perLane: 4,
    leaseMs: 15_000,
    handle: async (payload) => ({
      async write(tx) {
        const due = tx
          .selectFrom('radar_sources')
          .selectAll()
          .where('id', '=', (payload as Due).sourceId);
        const source = await due.executeTakeFirst();
        if (!source) return;
        const next = { id: source.id, next_check_at: nextCheck(source.next_check_at, system.now()) };
        await tx.updateTable('radar_sources').set(next).where('id', '=', source.id).execute();
        await scheduleSource(tx, queue, next);
        await askToCheck(tx, needs, [source]);
      },
    }),
  };
}

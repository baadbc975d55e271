import type { Page } from '../../../schema/common.ts';
import type { Job, JobStatus } from '../../../schema/jobs.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { JobRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Settlement } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import { decodeCursor, defaultLimit, pageOf } from '../paging.ts';
import { createAttempts, type JobKind } from './attempt.ts';
import { changeJob, endJob, isFinal, toJob } from './rows.ts';

export interface JobPayload {
  jobId: string;
}

export interface NewJob {
  kind: string;
  projectId: string | null;
  resourceType: string;
  resourceId: string;
}

export interface Jobs {
  define(kind: string, how: JobKind): void;
  kinds(): string[];
  /** Adds the job and asks for its work; returns its id. */
  create(tx: Tx, job: NewJob): Promise<string>;
  get(id: string, waitMs?: number, signal?: AbortSignal): Promise<Job>;
  list(input: { status?: JobStatus; projectId?: string; limit?: number; cursor?: string }): Promise<Page<Job>>;
  /** A job that has not begun ends at once; a running one at its next step. Throws `not_found`, `conflict` for one that has ended. */
  cancel(id: string): Promise<Job>;
  /** One attempt; the handler of every kind of job. */
  attempt(payload: JobPayload, signal: AbortSignal): Promise<Settlement>;
}

const pollMs = 50;

export function createJobs(store: Store, system: System, queue: Queue): Jobs {
  const kinds = new Map<string, JobKind>();
  const howOf = (job: JobRow) => {
    const how = kinds.get(job.kind);
    if (!how) throw new Error(`No such kind of job: ${job.kind}`);
    return how;
  };
  const attempts = createAttempts(store, system, howOf);

  async function rowOf(db: Pick<Tx, 'selectFrom'>, id: string): Promise<JobRow> {
    const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('not_found', `There is no job ${id}.`, { hint: 'See jobs_list.' });
    return row;
  }

  return {
    define(kind, how) {
      if (kinds.has(kind)) throw new Error(`Two definitions of the job kind ${kind}`);
      kinds.set(kind, how);
    },
    kinds: () => [...kinds.keys()],

    async create(tx, { kind, projectId, resourceType, resourceId }) {
      const now = system.now();
      const id = system.id('job');
      const row: JobRow = {
        id,
        kind,
        project_id: projectId,
        status: 'queued',
        progress: 0,
        step: null,
        resource_type: resourceType,
        resource_id: resourceId,
        result: null,
        state: null,
        error: null,
        attempts: 0,
        cancel_requested: 0,
        created_at: now,
        started_at: null,
        finished_at: null,
        updated_at: now,
      };
      await tx.insertInto('jobs').values(row).execute();
      await queue.enqueue(tx, { kind, key: id, payload: { jobId: id } satisfies JobPayload, dueAt: now });
      return id;
    },

    async get(id, waitMs = 0, signal) {
      for (let waited = 0; ; waited += pollMs) {
        const row = await rowOf(store.db, id);
        if (isFinal(row.status) || waited >= waitMs || signal?.aborted || system.closing.aborted) return toJob(row);
        await system.pause(pollMs);
      }
    },

    async list({ status, projectId, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^job_\w+$/);
      let query = store.db
        .selectFrom('jobs')
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (projectId) query = query.where('project_id', '=', projectId);
      if (status) query = query.where('status', '=', status);
      if (before) query = query.where('id', '<', before);
      return pageOf(await query.execute(), limit, toJob);
    },

    async cancel(id) {
      const canceled = await store.write(async (tx) => {
        const job = await rowOf(tx, id);
        if (isFinal(job.status))
          throw new AppError('conflict', `The job has ended already: it is ${job.status}.`, { hint: 'Nothing is left to cancel.' });
        await changeJob(tx, id, system.now(), { cancel_requested: 1 });
        if (job.status === 'queued') {
          await queue.drop(tx, id);
          await endJob(tx, id, system.now(), 'canceled');
          await howOf(job).canceled(tx, job.resource_id ?? '');
        }
        return toJob(await rowOf(tx, id));
      });
      attempts.abort(id);
      return canceled;
    },

    attempt: ({ jobId }, closing) => attempts.attempt(jobId, closing),
  };
}

import type { Page } from '../../schema/common.ts';
import type { Job, JobStatus } from '../../schema/jobs.ts';
import type { Store, Tx } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';
import { AppError, errorTable, toAppError } from '../errors.ts';
import type { Queue, Settlement } from '../queue/queue.ts';
import type { System } from '../system.ts';
import { decodeCursor, defaultLimit, pageOf } from './paging.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from './wire.ts';

export interface JobPayload {
  jobId: string;
}

/** How one kind of job is done. All writes happen in the transaction that ends the attempt. */
export interface JobKind {
  /** Does the work and returns what to write when it has succeeded; `write` answers the job's result. */
  run(attempt: JobAttempt): Promise<{ write(tx: Tx): Promise<Record<string, unknown>> }>;
  /** After the last attempt. */
  failed(tx: Tx, resourceId: string, error: AppError, attempts: number): Promise<void>;
  canceled(tx: Tx, resourceId: string): Promise<void>;
}

export interface JobAttempt {
  resourceId: string;
  /** Aborted when the job is canceled here, the lease is lost or the process closes. */
  signal: AbortSignal;
  /** Says what is being done, and stops the work where the job has been canceled from elsewhere. `also` is written along. */
  report(step: string, progress: number, also?: (tx: Tx) => Promise<void>): Promise<void>;
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

/** Waits before the second and the third attempt, in milliseconds. */
const retryDelaysMs = [10_000, 60_000];
const maxAttempts = retryDelaysMs.length + 1;
const pollMs = 50;

class Canceled extends Error {}

export function createJobs(store: Store, system: System, queue: Queue): Jobs {
  const kinds = new Map<string, JobKind>();
  const runningHere = new Map<string, AbortController>();
  const isFinal = (status: JobStatus) => status === 'succeeded' || status === 'failed' || status === 'canceled';
  const howOf = (job: JobRow) => {
    const how = kinds.get(job.kind);
    if (!how) throw new Error(`No such kind of job: ${job.kind}`);
    return how;
  };

  async function rowOf(id: string): Promise<JobRow> {
    const row = await store.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('not_found', `There is no job ${id}.`, { hint: 'See jobs_list.' });
    return row;
  }

  const change = (tx: Tx, id: string, values: Partial<JobRow>) =>
    tx
      .updateTable('jobs')
      .set({ ...values, updated_at: system.now() })
      .where('id', '=', id)
      .execute();

  const end = (tx: Tx, id: string, status: JobStatus, values: Partial<JobRow> = {}) =>
    change(tx, id, { status, step: null, finished_at: system.now(), ...values });

  async function begin(id: string): Promise<JobRow | undefined> {
    return store.write(async (tx) => {
      const job = await tx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
      if (!job || isFinal(job.status)) return undefined;
      const begun = { status: 'running' as const, attempts: job.attempts + 1, started_at: job.started_at ?? system.now() };
      await change(tx, id, begun);
      return { ...job, ...begun };
    });
  }

  async function report(job: JobRow, step: string, progress: number, also?: (tx: Tx) => Promise<void>): Promise<void> {
    await store.write(async (tx) => {
      const row = await tx.selectFrom('jobs').select('cancel_requested').where('id', '=', job.id).executeTakeFirst();
      if (!row || row.cancel_requested === 1) throw new Canceled();
      await change(tx, job.id, { step, progress });
      await also?.(tx);
    });
  }

  async function settle(job: JobRow, thrown: unknown, signal: AbortSignal): Promise<Settlement> {
    const resourceId = job.resource_id ?? '';
    const { cancel_requested } = (await store.db.selectFrom('jobs').select('cancel_requested').where('id', '=', job.id).executeTakeFirst()) ?? job;
    if (cancel_requested === 1) {
      return { write: async (tx) => void (await Promise.all([end(tx, job.id, 'canceled'), howOf(job).canceled(tx, resourceId)])) };
    }
    if (signal.aborted) {
      // The process closes: that was no attempt, the next process begins where this one did.
      const write = async (tx: Tx) => void (await change(tx, job.id, { status: 'queued', step: null, attempts: job.attempts - 1 }));
      return { retryAt: system.now(), write };
    }
    const error = toAppError(thrown);
    const { retryable } = errorTable[error.code];
    if (error.code === 'internal') system.log.error({ err: thrown, job: job.id }, 'a job failed unexpectedly');
    const failure = JSON.stringify({ code: error.code, message: messageOf(error), retryable });
    if (retryable && job.attempts < maxAttempts) {
      const retryAt = system.now() + retryDelaysMs[job.attempts - 1]!;
      return { retryAt, write: async (tx) => void (await change(tx, job.id, { status: 'queued', step: 'waiting to try again', error: failure })) };
    }
    return {
      async write(tx) {
        await end(tx, job.id, 'failed', { error: failure });
        await howOf(job).failed(tx, resourceId, error, job.attempts);
      },
    };
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
      await tx
        .insertInto('jobs')
        .values({
          ...{ id, kind, project_id: projectId, status: 'queued', progress: 0, step: null, resource_type: resourceType, resource_id: resourceId },
          ...{ result: null, error: null, attempts: 0, cancel_requested: 0, created_at: now, started_at: null, finished_at: null, updated_at: now },
        })
        .execute();
      await queue.enqueue(tx, { kind, key: id, payload: { jobId: id } satisfies JobPayload, dueAt: now });
      return id;
    },

    async get(id, waitMs = 0, signal) {
      for (let waited = 0; ; waited += pollMs) {
        const row = await rowOf(id);
        if (isFinal(row.status) || waited >= waitMs || signal?.aborted) return toJob(row);
        await system.pause(pollMs);
      }
    },

    async list({ status, projectId, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^job_\w+$/);
      let query = store.db.selectFrom('jobs').selectAll().orderBy('id', 'desc').limit(limit + 1);
      if (projectId) query = query.where('project_id', '=', projectId);
      if (status) query = query.where('status', '=', status);
      if (before) query = query.where('id', '<', before);
      return pageOf(await query.execute(), limit, toJob);
    },

    async cancel(id) {
      await rowOf(id);
      await store.write(async (tx) => {
        const job = await tx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        if (isFinal(job.status)) throw new AppError('conflict', `The job has ended already: it is ${job.status}.`, { hint: 'Nothing is left to cancel.' });
        await change(tx, id, { cancel_requested: 1 });
        if (job.status !== 'queued') return;
        await queue.drop(tx, id);
        await end(tx, id, 'canceled');
        await howOf(job).canceled(tx, job.resource_id ?? '');
      });
      runningHere.get(id)?.abort(new Canceled());
      return toJob(await rowOf(id));
    },

    async attempt({ jobId }, closing) {
      const job = await begin(jobId);
      if (!job) return {};
      const canceling = new AbortController();
      runningHere.set(jobId, canceling);
      try {
        if (job.attempts > maxAttempts) throw new AppError('unavailable', `It was cut off ${maxAttempts} times without finishing.`);
        const signal = AbortSignal.any([closing, canceling.signal]);
        const { write } = await howOf(job).run({
          resourceId: job.resource_id ?? '',
          signal,
          report: (step, progress, also) => report(job, step, progress, also),
        });
        return {
          async write(tx) {
            const result = await write(tx);
            await end(tx, jobId, 'succeeded', { progress: 1, error: null, result: JSON.stringify(result) });
          },
        };
      } catch (error) {
        return await settle(job, error, closing);
      } finally {
        runningHere.delete(jobId);
      }
    },
  };
}

function messageOf(error: AppError): string {
  return error.hint ? `${error.message} ${error.hint}` : error.message;
}

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    status: row.status,
    progress: row.progress,
    step: row.step,
    resource: row.resource_type && row.resource_id ? { type: row.resource_type, id: row.resource_id } : null,
    result: parsedOrNull(row.result),
    error: parsedOrNull(row.error),
    attempts: row.attempts,
    cancelRequested: row.cancel_requested === 1,
    createdAt: isoTime(row.created_at),
    startedAt: isoTimeOrNull(row.started_at),
    finishedAt: isoTimeOrNull(row.finished_at),
    updatedAt: isoTime(row.updated_at),
  };
}

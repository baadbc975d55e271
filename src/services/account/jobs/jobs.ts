import type { Page } from '../../../../schema/common.ts';
import type { Job, JobStatus } from '../../../../schema/jobs.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { JobRow } from '../../../db/rows/account.ts';
import { createWatch, lookMs } from '../../../db/watch.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../operation.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Settlement } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import { decodePosition, defaultLimit, isBefore, pageByTime } from '../../common/paging.ts';
import type { JobDefinition, PartsDefinition } from '../../common/jobs.ts';
import { isoTime } from '../../common/wire.ts';
import { createAttempts } from './attempt.ts';
import { changeJob, endJob, isFinal, toJob } from './rows.ts';

export interface JobPayload {
  jobId: string;
}

export interface NewJob {
  kind: string;
  projectId: string | null;
  resourceType: string;
  resourceId: string;
  /** When its work is due, in milliseconds since the epoch; `later`: not before `start`. Default: now. */
  dueAt?: number | 'later';
  /** Further input for its kind. */
  state?: unknown;
  /** The queue lane; see `NewWork.lane`. */
  lane?: string;
}

export interface Jobs {
  /** Adds the job and queues its work; returns its id. */
  create(tx: Tx, job: NewJob): Promise<string>;
  /** Queues the work of a job created for later. `dueAt`: default now. */
  start(tx: Tx, job: { id: string; kind: string }, dueAt?: number): Promise<void>;
  /** Completes a job from outside its own work: a waiting job, or a job of parts. */
  finish(tx: Tx, id: string, result: Record<string, unknown>): Promise<void>;
  /** Sets the progress of a job of parts. */
  progress(tx: Tx, id: string, progress: number, result: Record<string, unknown>): Promise<void>;
  /** Keeps a job's results so far, and where to resume after an interruption. */
  save(tx: Tx, id: string, so: { result?: unknown; state?: unknown }): Promise<void>;
  /** False if it has ended or is gone. */
  isUnderWay(tx: Tx, id: string): Promise<boolean>;
  /** Waits up to `waitMs` for the job to end, or to wait for somebody itself, and tells its progress meanwhile. Throws `not_found`. */
  get(id: string, waitMs?: number, caller?: Pick<Caller, 'signal' | 'progress'>): Promise<Job>;
  list(input: { status?: JobStatus; projectId?: string; since?: string; limit?: number; cursor?: string }): Promise<Page<Job>>;
  /** A job that has not begun ends at once; a running one at its next step. Throws `not_found`, and `conflict` if it has ended. */
  cancel(id: string): Promise<Job>;
  /** The same in a transaction. Returns the ids of running jobs: call `abort` after the commit to stop them at once. */
  cancelIn(tx: Tx, id: string): Promise<string[]>;
  abort(id: string): void;
  /** Removes these jobs and their work. A running one stops at its next step. */
  remove(tx: Tx, ids: readonly string[]): Promise<void>;
  /** Removes some of a project's jobs; returns whether there may be more. */
  removeOfProject(tx: Tx, projectId: string): Promise<boolean>;
  /** One attempt; the handler of every kind of job. */
  attempt(payload: JobPayload, signal: AbortSignal): Promise<Settlement>;
}

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxRemovedAtOnce = 100;

/** `kinds` returns every kind of job; it is called when the first job is worked on. */
export function createJobs(store: Store, system: System, queue: Queue, kinds: () => readonly (JobDefinition | PartsDefinition)[]): Jobs {
  const definitionOf = ({ kind }: JobRow) => {
    const definition = kinds().find((one) => one.kind === kind);
    if (!definition) throw new Error(`No such kind of job: ${kind}`);
    return definition;
  };
  const howOf = (job: JobRow) => {
    const definition = definitionOf(job);
    if ('parts' in definition) throw new Error(`Nothing works on jobs of the kind ${job.kind}: their parts do.`);
    return definition.how;
  };
  const watch = createWatch(store, system);
  const attempts = createAttempts(store, system, howOf);

  async function rowOf(db: Pick<Tx, 'selectFrom'>, id: string): Promise<JobRow> {
    const row = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) throw new AppError('not_found', `There is no job ${id}.`, { hint: 'See jobs_list.' });
    return row;
  }

  async function start(tx: Tx, { id, kind, lane }: { id: string; kind: string; lane?: string }, dueAt: number): Promise<void> {
    await queue.enqueue(tx, { kind, key: id, lane, payload: { jobId: id } satisfies JobPayload, dueAt });
    const now = system.now();
    if (dueAt > now) await changeJob(tx, id, now, { step: `scheduled for ${isoTime(dueAt)}` });
  }

  /** Returns the ids of running jobs, which stop at their next step. */
  async function cancelIn(tx: Tx, id: string): Promise<string[]> {
    const job = await rowOf(tx, id);
    if (isFinal(job.status))
      throw new AppError('conflict', `The job has ended already: it is ${job.status}.`, { hint: 'Nothing is left to cancel.' });
    await changeJob(tx, id, system.now(), { cancel_requested: 1 });
    const definition = definitionOf(job);
    if ('parts' in definition) return definition.parts.cancel(tx, job.resource_id ?? '');
    if (job.status === 'running') return [id];
    await queue.drop(tx, id);
    await endJob(tx, id, system.now(), 'canceled');
    await definition.how.canceled(tx, job.resource_id ?? '', id);
    return [];
  }

  async function remove(tx: Tx, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) await queue.drop(tx, id);
    await tx.deleteFrom('jobs').where('id', 'in', ids).execute();
  }

  return {
    async create(tx, { kind, projectId, resourceType, resourceId, state, lane, dueAt = system.now() }) {
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
        state: state === undefined ? null : JSON.stringify(state),
        waits_for: null,
        error: null,
        attempts: 0,
        cancel_requested: 0,
        created_at: now,
        started_at: null,
        finished_at: null,
        updated_at: now,
      };
      await tx.insertInto('jobs').values(row).execute();
      if (dueAt !== 'later') await start(tx, { id, kind, lane }, dueAt);
      return id;
    },

    start: (tx, job, dueAt = system.now()) => start(tx, job, dueAt),

    async finish(tx, id, result) {
      await queue.drop(tx, id);
      await endJob(tx, id, system.now(), 'succeeded', { progress: 1, error: null, result: JSON.stringify(result) });
    },

    async progress(tx, id, progress, result) {
      const { started_at } = await rowOf(tx, id);
      const now = system.now();
      await changeJob(tx, id, now, { status: 'running', started_at: started_at ?? now, progress, result: JSON.stringify(result) });
    },

    save: (tx, id, { result, state }) =>
      changeJob(tx, id, system.now(), {
        ...(result !== undefined && { result: JSON.stringify(result) }),
        ...(state !== undefined && { state: JSON.stringify(state) }),
      }),

    async isUnderWay(tx, id) {
      const job = await tx.selectFrom('jobs').select('status').where('id', '=', id).executeTakeFirst();
      return job !== undefined && !isFinal(job.status);
    },

    async get(id, waitMs = 0, { signal, progress } = {}) {
      let row: JobRow | undefined;
      for (let waited = 0; ; waited += lookMs) {
        const change = waited < waitMs ? watch.look() : undefined;
        row ??= await rowOf(store.db, id);
        // The caller waiting for a job that waits for a draft may be the one who writes that draft.
        const done = isFinal(row.status) || row.waits_for !== null;
        if (done || !change || signal?.aborted || system.closing.aborted) return toJob(row);
        progress?.(row.progress, row.step ?? undefined);
        // Read again only after somebody has written.
        if (await change) row = undefined;
      }
    },

    async list({ status, projectId, since, limit = defaultLimit, cursor }) {
      const before = decodePosition(cursor, 'job');
      let query = store.db
        .selectFrom('jobs')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (projectId) query = query.where('project_id', '=', projectId);
      if (status) query = query.where('status', '=', status);
      if (since) query = query.where('created_at', '>=', Date.parse(since));
      if (before) query = query.where(isBefore(before));
      return pageByTime(await query.execute(), limit, toJob);
    },

    async cancel(id) {
      let running: string[] = [];
      const canceled = await store.write(async (tx) => {
        running = await cancelIn(tx, id);
        return toJob(await rowOf(tx, id));
      });
      for (const one of running) attempts.abort(one);
      return canceled;
    },

    cancelIn,
    abort: attempts.abort,
    remove,

    async removeOfProject(tx, projectId) {
      const rows = await tx.selectFrom('jobs').select('id').where('project_id', '=', projectId).limit(maxRemovedAtOnce).execute();
      const ids = rows.map(({ id }) => id);
      await remove(tx, ids);
      return rows.length === maxRemovedAtOnce;
    },

    attempt: ({ jobId }, closing) => attempts.attempt(jobId, closing),
  };
}

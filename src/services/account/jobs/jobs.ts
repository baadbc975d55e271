import type { Page } from '../../../../schema/common.ts';
import type { Job, JobStatus } from '../../../../schema/jobs.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { JobRow } from '../../../db/rows/account.ts';
import { createWatch, lookMs } from '../../../db/watch.ts';
import { AppError } from '../../../errors.ts';
import type { Caller } from '../../../operation.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { NewWork } from '../../../queue/work.ts';
import type { Settlement } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import { decodePosition, defaultLimit, pageByTime } from '../../common/paging.ts';
import { isBefore, ofProject } from '../../common/queries.ts';
import type { JobDefinition, PartsDefinition } from '../../common/jobs.ts';
import { isoTime } from '../../common/wire.ts';
import { createAttempts } from './attempt.ts';
import { changeJobs, endJobs, isFinal, toJob } from './rows.ts';

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
  /** The same for several. */
  createAll(tx: Tx, jobs: readonly NewJob[]): Promise<string[]>;
  /** Queues the work of jobs of a kind that were created for later. */
  start(tx: Tx, kind: string, ids: readonly string[], dueAt: number): Promise<void>;
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
  /** The same in a transaction. */
  cancelIn(tx: Tx, id: string): Promise<void>;
  /** Cancels those that have not ended, without a word to their kinds. Returns the ids of those that had not begun. */
  stop(tx: Tx, ids: readonly string[]): Promise<string[]>;
  /** After the commit: those of these jobs that are canceled and run in this process need not wait for their next step. */
  abortCanceled(ids: readonly string[]): Promise<void>;
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
  const definitionOf = ({ kind }: Pick<JobRow, 'kind'>) => {
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

  const workOf = (id: string, work: { kind: string; dueAt: number; lane?: string }): NewWork => ({
    ...work,
    key: id,
    payload: { jobId: id } satisfies JobPayload,
  });

  async function createAll(tx: Tx, jobs: readonly NewJob[]): Promise<string[]> {
    if (jobs.length === 0) return [];
    const now = system.now();
    const all = jobs.map((job): Dated => ({ ...job, id: system.id('job'), dueAt: job.dueAt ?? now }));
    const rows = all.map((job) => newJobRow(job, now));
    await tx.insertInto('jobs').values(rows).execute();
    const begun = all.flatMap(({ id, kind, lane, dueAt }) => (dueAt === 'later' ? [] : [workOf(id, { kind, lane, dueAt })]));
    await queue.enqueueAll(tx, begun);
    return all.map(({ id }) => id);
  }

  async function stop(tx: Tx, ids: readonly string[]): Promise<string[]> {
    const now = system.now();
    const stopped = await tx
      .updateTable('jobs')
      .set({ cancel_requested: 1, updated_at: now })
      .where('id', 'in', idsIn(ids))
      .where('finished_at', 'is', null)
      .returning(['id', 'status'])
      .execute();
    const waiting = stopped.flatMap(({ id, status }) => (status === 'running' ? [] : [id]));
    await queue.dropAll(tx, waiting);
    await endJobs(tx, waiting, now, 'canceled');
    return waiting;
  }

  async function cancelIn(tx: Tx, id: string): Promise<void> {
    const job = await rowOf(tx, id);
    if (isFinal(job.status))
      throw new AppError('conflict', `The job has ended already: it is ${job.status}.`, { hint: 'Nothing is left to cancel.' });
    const definition = definitionOf(job);
    if ('parts' in definition) {
      await changeJobs(tx, [id], system.now(), { cancel_requested: 1 });
      await definition.parts.cancel(tx, job.resource_id ?? '');
    } else if ((await stop(tx, [id])).length > 0) await definition.how.canceled(tx, job.resource_id ?? '', id);
  }

  async function remove(tx: Tx, ids: readonly string[]): Promise<void> {
    await queue.dropAll(tx, ids);
    await tx.deleteFrom('jobs').where('id', 'in', idsIn(ids)).execute();
  }

  return {
    create: async (tx, job) => (await createAll(tx, [job]))[0]!,
    createAll,

    async start(tx, kind, ids, dueAt) {
      const work = ids.map((id) => workOf(id, { kind, dueAt }));
      await queue.enqueueAll(tx, work);
      const now = system.now();
      const step = scheduled(dueAt, now);
      if (step !== null) await changeJobs(tx, ids, now, { step });
    },

    async finish(tx, id, result) {
      await queue.drop(tx, id);
      await endJobs(tx, [id], system.now(), 'succeeded', { progress: 1, error: null, result: JSON.stringify(result) });
    },

    async progress(tx, id, progress, result) {
      const { started_at } = await rowOf(tx, id);
      const now = system.now();
      await changeJobs(tx, [id], now, { status: 'running', started_at: started_at ?? now, progress, result: JSON.stringify(result) });
    },

    save: (tx, id, { result, state }) =>
      changeJobs(tx, [id], system.now(), {
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
      query = projectId ? query.where('project_id', '=', projectId) : query.where(ofProject('project_id', projectId));
      if (status) query = query.where('status', '=', status);
      if (since) query = query.where('created_at', '>=', Date.parse(since));
      if (before) query = query.where(isBefore(before));
      return pageByTime(await query.execute(), limit, toJob);
    },

    async cancel(id) {
      const canceled = await store.write(async (tx) => {
        await cancelIn(tx, id);
        return toJob(await rowOf(tx, id));
      });
      const definition = definitionOf(canceled);
      await attempts.abortCanceled('parts' in definition ? await definition.parts.jobIds(canceled.resource!.id) : [id]);
      return canceled;
    },

    cancelIn,
    stop,
    abortCanceled: attempts.abortCanceled,
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

type Dated = NewJob & { id: string; dueAt: number | 'later' };

function newJobRow({ id, kind, projectId, resourceType, resourceId, state, dueAt }: Dated, now: number): JobRow {
  return {
    id,
    kind,
    project_id: projectId,
    status: 'queued',
    progress: 0,
    step: dueAt === 'later' ? null : scheduled(dueAt, now),
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
}

function scheduled(dueAt: number, now: number): string | null {
  return dueAt > now ? `scheduled for ${isoTime(dueAt)}` : null;
}

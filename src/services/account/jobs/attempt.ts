import type { Store, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { JobRow } from '../../../db/rows/account.ts';
import { AppError, errorTable, toAppError } from '../../../errors.ts';
import type { Settlement } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import type { JobKind, Waiting } from '../../common/jobs.ts';
import { isoTime, parsedOrNull } from '../../common/wire.ts';
import { changeJobs, endJobs, isFinal } from './rows.ts';

/** Waits before the second and third attempt, in milliseconds, where its kind says nothing else. */
const usualDelaysMs = [10_000, 60_000];
/** A provider may ask for a longer wait, up to this. */
const maxDelayMs = 3_600_000;

/** Thrown by `report` if the job was canceled. */
class Canceled extends Error {}
/** Thrown by `report` if this process stalled past its lease and another has the job now. */
class TakenOver extends Error {}

export interface Attempts {
  /** One attempt; the handler of every kind of job. */
  attempt(jobId: string, closing: AbortSignal): Promise<Settlement>;
  /** Stops the attempts at those of these jobs that are canceled and run in this process. */
  abortCanceled(ids: readonly string[]): Promise<void>;
}

export function createAttempts(store: Store, system: System, howOf: (job: JobRow) => JobKind): Attempts {
  const runningHere = new Map<string, AbortController>();
  const delaysOf = (job: JobRow) => howOf(job).delaysMs?.(stateOf(job)) ?? usualDelaysMs;

  async function begin(id: string): Promise<JobRow | undefined> {
    return store.write(async (tx) => {
      const job = await tx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
      if (!job || isFinal(job.status)) return undefined;
      const now = system.now();
      const begun = {
        status: 'running' as const,
        step: null,
        waits_for: null,
        attempts: job.attempts + 1,
        started_at: job.started_at ?? now,
      };
      await changeJobs(tx, [id], now, begun);
      return { ...job, ...begun };
    });
  }

  async function report<Also>(job: JobRow, step: string, progress: number, also?: (tx: Tx) => Promise<Also>): Promise<Also | undefined> {
    return store.write(async (tx) => {
      const row = await tx
        .selectFrom('jobs')
        .select(['status', 'attempts', 'cancel_requested'])
        .where('id', '=', job.id)
        .executeTakeFirst();
      if (!row || row.cancel_requested === 1) throw new Canceled();
      if (row.status !== 'running' || row.attempts !== job.attempts) throw new TakenOver();
      await changeJobs(tx, [job.id], system.now(), { step, progress });
      return also?.(tx);
    });
  }

  /** The settlement of a job whose attempt threw. */
  async function settle(job: JobRow, thrown: unknown, closing: AbortSignal): Promise<Settlement> {
    const resourceId = job.resource_id ?? '';
    const change = (values: Partial<JobRow>) => (tx: Tx) => changeJobs(tx, [job.id], system.now(), values);
    const row = await store.db.selectFrom('jobs').select('cancel_requested').where('id', '=', job.id).executeTakeFirst();
    // Its project has been deleted.
    if (!row) return {};
    if (row.cancel_requested === 1) {
      return {
        async write(tx) {
          await endJobs(tx, [job.id], system.now(), 'canceled');
          await howOf(job).canceled(tx, resourceId, job.id);
        },
      };
    }
    // The process is closing, so this does not count as an attempt; the next process starts the same one.
    if (closing.aborted) return { retryAt: system.now(), write: change({ status: 'queued', step: null, attempts: job.attempts - 1 }) };
    const error = toAppError(thrown);
    const { retryable } = errorTable[error.code];
    if (error.code === 'internal') system.log.error({ err: thrown, job: job.id }, 'a job failed unexpectedly');
    const failure = JSON.stringify({ code: error.code, message: messageOf(error), retryable });
    const delay = delaysOf(job)[job.attempts - 1];
    if (retryable && delay !== undefined) {
      const asked = Math.min(1000 * (error.retryAfterSeconds ?? 0), maxDelayMs);
      const retryAt = system.now() + Math.max(delay, asked);
      return { retryAt, write: change({ status: 'queued', step: `waiting to try again at ${isoTime(retryAt)}`, error: failure }) };
    }
    const end = (tx: Tx) => endJobs(tx, [job.id], system.now(), 'failed', { error: failure });
    return {
      async write(tx) {
        await end(tx);
        await howOf(job).failed(tx, resourceId, error, job.attempts, job.id);
      },
      async otherwise(cause) {
        system.log.error({ err: cause, job: job.id }, 'the failure of a job could not be told');
        return { write: end };
      },
    };
  }

  /** Waiting does not count as an attempt. */
  function park(job: JobRow, { waitsFor, until, write }: Waiting): Settlement {
    const parked = { status: 'queued' as const, step: `waiting for a ${waitsFor}`, waits_for: waitsFor, attempts: job.attempts - 1 };
    return {
      retryAt: until,
      async write(tx) {
        await changeJobs(tx, [job.id], system.now(), parked);
        await write(tx);
      },
    };
  }

  async function run(job: JobRow, signal: AbortSignal, closing: AbortSignal): Promise<Settlement> {
    const how = howOf(job);
    const cutOff = job.attempts - 1;
    if (cutOff > delaysOf(job).length && !how.resumes) {
      throw new AppError('unavailable', `It was cut off ${cutOff === 1 ? 'once' : `${cutOff} times`} without finishing.`);
    }
    const outcome = await how.run({
      jobId: job.id,
      resourceId: job.resource_id ?? '',
      state: stateOf(job),
      signal,
      report: (step, progress, also) => report(job, step, progress, also),
    });
    if ('waitsFor' in outcome) return park(job, outcome);
    const { write } = outcome;
    return {
      async write(tx) {
        const result = await write(tx);
        await endJobs(tx, [job.id], system.now(), 'succeeded', { progress: 1, error: null, result: JSON.stringify(result) });
      },
      otherwise: (error) => settle(job, error, closing),
    };
  }

  return {
    async attempt(jobId, closing) {
      const job = await begin(jobId);
      if (!job) return {};
      const canceling = new AbortController();
      runningHere.set(jobId, canceling);
      try {
        return await run(job, AbortSignal.any([closing, canceling.signal]), closing);
      } catch (error) {
        // Another process holds the lease, so this changes nothing.
        if (error instanceof TakenOver) return { retryAt: system.now() };
        return await settle(job, error, closing);
      } finally {
        if (runningHere.get(jobId) === canceling) runningHere.delete(jobId);
      }
    },

    async abortCanceled(ids) {
      const canceled = store.db.selectFrom('jobs').select('id').where('cancel_requested', '=', 1);
      const rows = await canceled.where('id', 'in', idsIn(ids.filter((id) => runningHere.has(id)))).execute();
      for (const { id } of rows) runningHere.get(id)?.abort(new Canceled());
    },
  };
}

const stateOf = ({ state }: JobRow): unknown => parsedOrNull(state) ?? undefined;

function messageOf(error: AppError): string {
  return error.hint ? `${error.message} ${error.hint}` : error.message;
}

import { sql } from 'kysely';
import type { ReplayOfMany } from '../../../schema/deliveries.ts';
import { ReplayFilter } from '../../../schema/delivery-filter.ts';
import type { Store, Tx } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Jobs } from '../account/index.ts';
import type { JobKind } from '../common/jobs.ts';
import { parsed } from '../common/wire.ts';
import type { Position } from '../common/paging.ts';
import { countIn, rangesOf, walk, type Range } from './find.ts';
import type { Replays } from './replays.ts';

/** The kind of job that replays many deliveries. */
export const replayMany = 'webhook.replay';

export interface ReplaysOfMany {
  /** Counts the matching deliveries and, unless it is a dry run, replays them. Throws `invalid_input` if there is no filter. */
  start(input: ReplayFilter & { dryRun?: boolean }): Promise<ReplayOfMany>;
}

interface Needs {
  store: Store;
  system: System;
  jobs: Jobs;
}

/** The job's result so far, written in the transaction that replays, so that a crash cannot make it replay twice. */
interface Progress {
  matched: number;
  replayed: number;
  /** Deliveries with an attempt in progress, or whose publishing webhook is gone. */
  skipped: number;
}

/** Where to resume, written in the same transaction. */
interface State {
  progress: Progress;
  /** The last delivery it has passed. */
  after?: Position;
}

/** Deliveries per transaction, which must not hold the database for more than 20 ms. */
const slice = 25;

export function createReplaysOfMany({ store, system, jobs }: Needs): ReplaysOfMany {
  async function count(filter: ReplayFilter): Promise<Record<'failed' | 'delivered', number>> {
    const counts = { failed: 0, delivered: 0 };
    for (const range of rangesToReplay(filter)) {
      if (range.status !== 'pending') counts[range.status] += await countIn(store.db, range, () => system.pause(0));
    }
    return counts;
  }

  return {
    async start({ dryRun = false, ...given }) {
      if (Object.values(given).every((value) => value === undefined)) throw noFilter();
      const { status = 'failed', ...others } = given;
      const filter: ReplayFilter = { status, ...others };
      const byStatus = await count(filter);
      const matched = byStatus.failed + byStatus.delivered;
      if (dryRun) return { dryRun, matched, byStatus, jobId: null, status: null };
      return store.write(async (tx) => {
        const jobId = await jobs.create(tx, {
          kind: replayMany,
          projectId: null,
          resourceType: 'webhook_deliveries',
          resourceId: textOf(filter),
        });
        await jobs.save(tx, jobId, { result: { matched, replayed: 0, skipped: 0 } satisfies Progress });
        return { dryRun, matched, byStatus, jobId, status: 'queued' as const };
      });
    },
  };
}

/** The job's handler: one slice at a time, oldest first. */
export function createReplaying({ store, system, jobs, replays }: Needs & { replays: Replays }): JobKind {
  /** Undefined once nothing is left. */
  async function replaySlice(tx: Tx, ranges: readonly Range[], { progress, after }: State): Promise<State | undefined> {
    const { rows } = await sql<Position & { url: string }>`
      select page.id, page.created_at, deliveries.url from (${walk(ranges, 'oldest first', after, slice)}) as page
        cross join deliveries on deliveries.id = page.id order by page.created_at, page.id`.execute(tx);
    const last = rows.at(-1);
    if (!last) return undefined;
    const replayed = await replays.retryAll(tx, rows);
    return {
      progress: { ...progress, replayed: progress.replayed + replayed, skipped: progress.skipped + rows.length - replayed },
      after: { id: last.id, created_at: last.created_at },
    };
  }

  return {
    resumes: true,

    async run({ jobId, resourceId, signal, report }) {
      const job = await store.db
        .selectFrom('jobs')
        .select(['result', 'state', 'created_at'])
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow();
      // Leaves out deliveries created while the job runs.
      const ranges = rangesToReplay(filterIn(resourceId)).map((range) => ({ ...range, until: Math.min(range.until, job.created_at) }));
      let state: State = { progress: parsed<Progress>(job.result!), ...(job.state !== null && { after: parsed<Position>(job.state) }) };
      for (let next: State | undefined = state; next; await system.pause(0)) {
        state = next;
        signal.throwIfAborted();
        await report(stepOf(state.progress), shareOf(state.progress), async (tx) => {
          next = await replaySlice(tx, ranges, state);
          if (next) await jobs.save(tx, jobId, { result: next.progress, state: next.after });
        });
      }
      const { progress } = state;
      return { write: async () => ({ ...progress }) };
    },

    // Deliveries already replayed stay so.
    async failed() {},
    async canceled() {},
  };
}

function stepOf({ matched, replayed }: Progress): string {
  return `${replayed} of ${matched} sent again`;
}

/** At most 1: more deliveries may have failed since they were counted. */
function shareOf({ matched, replayed, skipped }: Progress): number {
  return Math.min((replayed + skipped) / Math.max(matched, 1), 1);
}

/** Leaves out acknowledged deliveries: nobody wants them any more. */
function rangesToReplay(filter: ReplayFilter): Range[] {
  return rangesOf(filter).filter(({ status, flagged }) => status !== 'failed' || flagged === 1);
}

/** The filter as a query for webhook_deliveries_list, which then lists what the job works on. */
function textOf(filter: ReplayFilter): string {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined)).toString();
}

function filterIn(text: string): ReplayFilter {
  return ReplayFilter.parse(Object.fromEntries(new URLSearchParams(text)));
}

function noFilter(): AppError {
  const detail = `Give at least one of ${Object.keys(ReplayFilter.shape).join(', ')}.`;
  return new AppError('invalid_input', detail, {
    hint: 'Replay everything that has failed with status=failed.',
    errors: [{ pointer: '', detail, code: 'filter_required' }],
  });
}

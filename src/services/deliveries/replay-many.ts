import type { ReplayOfMany } from '../../../schema/deliveries.ts';
import { ReplayFilter } from '../../../schema/delivery-filter.ts';
import type { Store, Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { Queue } from '../../queue/queue.ts';
import type { System } from '../../system.ts';
import type { Jobs } from '../account/index.ts';
import type { JobKind } from '../common/jobs.ts';
import { parsed, parsedOrNull } from '../common/wire.ts';
import type { Position } from '../common/paging.ts';
import { ofProjectsHere, rangesOf, statusOf } from './find.ts';
import { oldestIn, type Candidate, type Range } from './queries.ts';
import type { Replayed, Replays } from './replays.ts';
import { replayable, surveyIds, surveyRanges } from './survey.ts';

/** The kind of job that replays many deliveries. */
export const replayMany = 'webhook.replay';

export interface ReplayInput extends ReplayFilter {
  ids?: string[];
  dryRun?: boolean;
}

export interface ReplaysOfMany {
  /** Counts the matching deliveries and, unless it is a dry run, replays them. Throws `invalid_input` without a filter, or for ids with one. */
  start(input: ReplayInput): Promise<ReplayOfMany>;
}

interface Needs {
  store: Store;
  system: System;
  jobs: Jobs;
}

interface Starting extends Needs {
  queue: Queue;
}

interface Running extends Needs {
  replays: Replays;
}

/** The job's result so far, written in the transaction that replays, so that a crash cannot make it replay twice. */
interface Progress extends Replayed {
  matched: number;
  /** For either of the two reasons; in the end also what somebody else sent again or acknowledged meanwhile. */
  skipped: number;
}

const nothingYet = { replayed: 0, skipped: 0, attemptUnderWay: 0, endpointGone: 0 };

/** Where to resume, written in the same transaction. */
interface State {
  progress: Progress;
  /** The last delivery it has passed. */
  after?: Position;
}

/** As it is kept: the ids, where they were named, and the last delivery. */
interface KeptState extends Partial<Position> {
  ids?: string[];
}

/** Deliveries per transaction, which must not hold the database for more than 20 ms. */
const slice = 25;

export function createReplaysOfMany({ store, system, jobs, queue }: Starting): ReplaysOfMany {
  return {
    async start({ dryRun = false, ids, ...given }) {
      const filters = Object.values(given).some((value) => value !== undefined);
      if (filters === (ids !== undefined)) throw filters ? idsAndFilter() : noFilter();
      const filter = withDefault(given);
      const needs = { db: store.db, queue, pause: () => system.pause(0) };
      const survey = ids ? await surveyIds(needs, ids) : await surveyRanges(needs, await ofProjectsHere(store.db, rangesAdmitted(filter)));
      if (dryRun) return { dryRun, ...survey, jobId: null, status: null };
      return store.write(async (tx) => {
        const jobId = await jobs.create(tx, {
          kind: replayMany,
          projectId: null,
          resourceType: 'webhook_deliveries',
          resourceId: ids ? `${ids.length} named` : textOf(filter),
        });
        const state = ids && ({ ids } satisfies KeptState);
        await jobs.save(tx, jobId, { result: { matched: survey.matched, ...nothingYet } satisfies Progress, ...(state && { state }) });
        return { dryRun, ...survey, jobId, status: 'queued' as const };
      });
    },
  };
}

/** A kind of deliveries to replay, oldest first: those in ranges, or those of a list of ids. */
type Chosen = (tx: Tx, after: Position | undefined) => Promise<Pick<Candidate, 'id' | 'created_at' | 'url' | 'test'>[]>;

const inRanges =
  (ranges: readonly Range[]): Chosen =>
  async (tx, after) =>
    oldestIn(tx, await ofProjectsHere(tx, ranges), after, slice);

const named =
  (ids: readonly string[]): Chosen =>
  (tx, { created_at, id } = { created_at: 0, id: '' }) =>
    tx
      .selectFrom('deliveries')
      .select(['id', 'created_at', 'url', 'test'])
      .where('id', 'in', idsIn(ids))
      .where('standing', 'in', replayable)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '>', tuple(created_at, id)))
      .orderBy('created_at')
      .orderBy('id')
      .limit(slice)
      .execute();

/** The job's handler: one slice at a time, oldest first. */
export function createReplaying({ store, system, jobs, replays }: Running): JobKind {
  /** Undefined once nothing is left. */
  async function replaySlice(tx: Tx, chosen: Chosen, { progress, after }: State): Promise<State | undefined> {
    const rows = await chosen(tx, after);
    const last = rows.at(-1);
    if (!last) return undefined;
    const replayed = await replays.retryAll(
      tx,
      rows.filter(({ test }) => test === 0),
    );
    return { progress: plus(progress, replayed), after: { id: last.id, created_at: last.created_at } };
  }

  return {
    resumes: true,

    async run({ jobId, resourceId, signal, report }) {
      const job = await store.db
        .selectFrom('jobs')
        .select(['result', 'state', 'created_at'])
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow();
      const { ids, id, created_at } = parsedOrNull<KeptState>(job.state) ?? {};
      // Leaves out deliveries created while the job runs.
      const untilNow = (range: Range) => ({ ...range, until: Math.min(range.until, job.created_at) });
      const chosen = ids ? named(ids) : inRanges(rangesToReplay(filterIn(resourceId)).map(untilNow));
      const after = id !== undefined && created_at !== undefined ? { id, created_at } : undefined;
      let state: State = { progress: parsed<Progress>(job.result!), ...(after && { after }) };
      for (let next: State | undefined = state; next; await system.pause(0)) {
        state = next;
        signal.throwIfAborted();
        next = await report(stepOf(state.progress), shareOf(state.progress), async (tx) => {
          const made = await replaySlice(tx, chosen, state);
          const kept = made && ({ ...(ids && { ids }), ...made.after } satisfies KeptState);
          if (made) await jobs.save(tx, jobId, { result: made.progress, state: kept });
          return made;
        });
      }
      const { progress } = state;
      const skipped = Math.max(progress.skipped, progress.matched - progress.replayed);
      return { write: async () => ({ ...progress, skipped }) };
    },

    // Deliveries already replayed stay so.
    async failed() {},
    async canceled() {},
  };
}

function plus(progress: Progress, { replayed, attemptUnderWay, endpointGone }: Replayed): Progress {
  return {
    matched: progress.matched,
    replayed: progress.replayed + replayed,
    skipped: progress.skipped + attemptUnderWay + endpointGone,
    attemptUnderWay: progress.attemptUnderWay + attemptUnderWay,
    endpointGone: progress.endpointGone + endpointGone,
  };
}

function stepOf({ matched, replayed }: Progress): string {
  return `${replayed} of ${matched} sent again`;
}

/** At most 1: more deliveries may have failed since they were counted. */
function shareOf({ matched, replayed, skipped }: Progress): number {
  return Math.min((replayed + skipped) / Math.max(matched, 1), 1);
}

/** Without other wishes, what has failed. */
function withDefault({ status, undelivered, ...others }: ReplayFilter): ReplayFilter {
  return undelivered === undefined ? { status: status ?? 'failed', ...others } : { status, undelivered, ...others };
}

/** All that a filter admits, so that what is left out of it can be told: `undelivered` alone would hide it. */
function rangesAdmitted({ undelivered, ...others }: ReplayFilter): Range[] {
  if (undelivered !== true) return rangesOf({ undelivered, ...others });
  return rangesOf(others).filter(({ standing }) => statusOf[standing] !== 'delivered');
}

function rangesToReplay(filter: ReplayFilter): Range[] {
  return rangesOf(filter).filter(({ standing }) => replayable.includes(standing));
}

/** The filter as a query for webhook_deliveries_list, which then lists what the job works on. */
function textOf(filter: ReplayFilter): string {
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]));
  return new URLSearchParams(given).toString();
}

function filterIn(text: string): ReplayFilter {
  const { undelivered, ...others } = Object.fromEntries(new URLSearchParams(text));
  return ReplayFilter.parse({ ...others, ...(undelivered !== undefined && { undelivered: undelivered === 'true' }) });
}

function noFilter(): AppError {
  const detail = `Give ids, or at least one of ${Object.keys(ReplayFilter.shape).join(', ')}.`;
  return new AppError('invalid_input', detail, {
    hint: 'Replay everything that has not arrived with undelivered=true.',
    errors: [{ pointer: '', detail, code: 'filter_required' }],
  });
}

function idsAndFilter(): AppError {
  const detail = 'ids go without filters.';
  return new AppError('invalid_input', `ids: ${detail}`, {
    hint: 'Give the ids alone, or filters without ids.',
    errors: [{ pointer: '/ids', detail, code: 'excluded' }],
  });
}

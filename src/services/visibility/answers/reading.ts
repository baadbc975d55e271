import type { Store, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Settlement, Worker } from '../../../queue/worker.ts';
import type { System } from '../../../system.ts';
import { Overrun } from '../../../threads/thread.ts';
import type { Brand, GivenCitation, ReadAnswer } from '../../../visibility/shapes.ts';
import type { VisibilityThread } from '../../../visibility/tasks.ts';
import type { Projects } from '../../account/index.ts';
import { parsed } from '../../common/wire.ts';
import type { Competitors } from '../../site/index.ts';
import { brandsOf, hasNames, versionOf } from '../brands.ts';
import type { SentimentJudging } from './judging.ts';
import { keepReadings, type Reading, type Unread } from './keep-readings.ts';

/** Reads what answers say of the brands: new ones, and all of a project where its brands have changed. */
export interface AnswerReading {
  /** Has what waits to be read be read soon, or by then. */
  later(tx: Tx, projectId: string, dueAt?: number): Promise<void>;
  /** Reads these now, as far as they wait. */
  now(projectId: string, ids: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Forgets the work of a project that is being deleted. */
  forget(tx: Tx, projectId: string): Promise<void>;
  worker: Worker;
}

interface Needs {
  store: Store;
  system: System;
  queue: Queue;
  thread: VisibilityThread;
  projects: Projects;
  competitors: Competitors;
  judging: Pick<SentimentJudging, 'later'>;
}

const kind = 'visibility.read';
/** Read by one piece of work: it ends soon, so that others get their turn. */
const maxAtOnce = 50;
/** Kept in one transaction, which must not hold the database for more than 20 ms; one answer at least. */
const maxKeptAtOnce = { answers: 10, rows: 300 };

export function createAnswerReading(needs: Needs): AnswerReading {
  const { store, system, queue, thread, projects, judging } = needs;
  const keyOf = (projectId: string, isSpare: boolean) => `${kind} ${projectId}${isSpare ? ' spare' : ''}`;

  /** The first of those that were not read for the brands as they are. */
  const unreadOf = (projectId: string, version: number, ids?: readonly string[]): Promise<Unread[]> => {
    const columns = ['id', 'project_id', 'prompt_id', 'asked_at', 'engine', 'surface', 'text', 'given', 'language'] as const;
    const all = store.db.selectFrom('ai_answers').select(columns).where('project_id', '=', projectId).where('read_for', '<', version);
    const wanted = ids ? all.where('id', 'in', idsIn(ids)) : all.orderBy('read_for').orderBy('id');
    return wanted.limit(maxAtOnce).execute();
  };

  /** What cannot be read is found by halving, and left out. */
  async function read(answers: readonly Unread[], brands: readonly Brand[], signal?: AbortSignal): Promise<(ReadAnswer | null)[]> {
    const given = answers.map(({ text, given: citations, language }) => {
      return { text, citations: parsed<GivenCitation[]>(citations), ...(language !== null && { language }) };
    });
    try {
      return await thread.run('readAnswers', [given, brands], signal);
    } catch (error) {
      signal?.throwIfAborted();
      // A desk that closes says nothing of the answers: they wait.
      if (error instanceof AppError && error.code === 'unavailable' && !(error instanceof Overrun)) throw error;
      const half = answers.length >> 1;
      if (half > 0) return [...(await read(answers.slice(0, half), brands, signal)), ...(await read(answers.slice(half), brands, signal))];
      system.log.warn({ err: error, answer: answers[0]?.id }, 'an answer could not be read');
      return answers.map(() => null);
    }
  }

  /** Reads some; returns whether there may be more. */
  async function readSome(projectId: string, ids?: readonly string[], signal?: AbortSignal): Promise<boolean> {
    if (!hasNames(await projects.get(projectId))) return false;
    const { version, brands } = await brandsOf(store.db, needs, projectId);
    const answers = await unreadOf(projectId, version, ids);
    if (answers.length === 0) return false;
    const found = await read(answers, brands, signal);
    const readings = answers.map((answer, at): Reading => ({ answer, read: found[at]! }));
    while (readings.length > 0) {
      const some = readings.splice(0, keptAtOnce(readings));
      await store.write(async (tx) => {
        // Where the brands have changed meanwhile, it was read in vain.
        if ((await versionOf(tx, projectId)) !== version) return;
        await judging.later(tx, projectId, await keepReadings(tx, some, version, system.now()));
      });
    }
    return true;
  }

  return {
    async later(tx, projectId, dueAt) {
      const key = keyOf(projectId, dueAt !== undefined);
      await queue.enqueue(tx, { kind, key, payload: { projectId }, dueAt: dueAt ?? system.now(), lane: projectId });
    },

    async now(projectId, ids, signal) {
      while (ids.length > 0 && (await readSome(projectId, ids, signal)));
    },

    forget: (tx, projectId) => queue.dropAll(tx, [keyOf(projectId, false), keyOf(projectId, true)]),

    worker: {
      kind,
      slots: 1,
      perLane: 1,
      leaseMs: 15_000,
      async handle(payload, signal): Promise<Settlement> {
        const { projectId } = payload as { projectId: string };
        const isThere = await store.db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
        const more = isThere !== undefined && (await readSome(projectId, undefined, signal));
        return more ? { retryAt: system.now() } : {};
      },
    },
  };
}

/** How many of these one transaction keeps. */
function keptAtOnce(readings: readonly Reading[]): number {
  let rows = 0;
  let end = 0;
  do {
    const { brands = [], citations = [] } = readings[end]!.read ?? {};
    rows += brands.length + citations.length;
    end++;
  } while (end < readings.length && end < maxKeptAtOnce.answers && rows < maxKeptAtOnce.rows);
  return end;
}

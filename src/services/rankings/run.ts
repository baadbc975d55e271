import type { Store, Tx } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import { Faults } from '../common/faults.ts';
import type { JobAttempt, JobKind } from '../common/jobs.ts';
import { askFor, type Run } from './ask.ts';
import { siteOf } from './check.ts';
import { record } from './record.ts';
import { leaveKeywords } from './queries.ts';
import { resultOf } from './result.ts';
import { questionOf, type RankingSearch } from './serving.ts';

/** Keywords asked for at once: most of the time of each is waiting. */
export const askedAtOnce = 3;
/** The job is put off by no less, where its provider asks to wait. */
const minPutOffMs = 10_000;

interface Needs {
  store: Store;
  system: System;
  projects: Pick<Projects, 'get'>;
  search: RankingSearch;
}

const asked = ['id', 'keyword', 'engine', 'device', 'country', 'language', 'depth'] as const;
type Waiting = Pick<TrackedKeywordRow, (typeof asked)[number]>;

/** Asks where the keywords that wait for a job rank. An interrupted one goes on with those that still wait. */
export function createChecking({ store, system, projects, search }: Needs): JobKind {
  /** What a keyword is asked with now: the site, its language or depth may have changed since the run began, or it is tracked no more. */
  async function nextOf(jobId: string, id: string): Promise<Waiting | undefined> {
    const row = store.db.selectFrom('tracked_keywords').select(asked).where('id', '=', id);
    return row.where('job_id', '=', jobId).where('waiting', '=', 1).executeTakeFirst();
  }

  /** Why it was left, or `again`; undefined where it was asked for, is tracked no more or the run has halted. */
  async function check(run: Run, { jobId, resourceId, report }: JobAttempt, id: string, toStep: () => [string, number]) {
    for (;;) {
      run.signal.throwIfAborted();
      const row = await nextOf(jobId, id);
      if (!row) return undefined;
      const siteUrl = siteOf(await projects.get(resourceId));
      const outcome = await askFor(run, siteUrl, questionOf(row));
      if (outcome === undefined || typeof outcome === 'string') return outcome;
      const { language } = row;
      const isOfNow = await report(...toStep(), (tx) => record(tx, { id, siteUrl, language, now: system.now() }, outcome));
      if (isOfNow !== false) return undefined;
    }
  }

  return {
    resumes: true,

    async run(attempt) {
      const { jobId, resourceId: projectId, signal } = attempt;
      const providers = await search.providersOf(projectId);
      const run: Run = { system, projectId, search, providers, faults: new Faults(), signal };
      const { waiting, total } = await keywordsOf(store, jobId);
      // By id, why each was left.
      const left = new Map<string, string>();
      const before = total - waiting.length;
      let done = before;
      const toStep = (): [string, number] => {
        done = Math.min(done + 1, total);
        return [`checked ${done} of ${total}`, done / total];
      };
      const ids = [...waiting];
      const askOn = async (goesOn: () => boolean) => {
        while (ids.length > 0 && !run.faults.halted && goesOn()) {
          const id = ids.shift()!;
          const why = await check(run, attempt, id, toStep);
          if (why === 'again') ids.unshift(id);
          else if (why !== undefined) left.set(id, why);
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: askedAtOnce }, () => askOn(() => run.faults.restSeconds === 0)));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
      // A provider has asked to wait: once all questions are answered, the others go one at a time.
      await askOn(() => true);
      const { halted } = run.faults;
      // Where it gets on, waiting as it is told to is no failed attempt.
      if (halted?.code === 'rate_limited' && done > before) return putOff(system.now(), halted.retryAfterSeconds);
      if (halted) throw halted;
      return {
        async write(tx) {
          await leaveKeywords(tx, [...left].map(([id, code]) => ({ id, code }))); // prettier-ignore
          return resultOf(tx, jobId);
        },
      };
    },

    async failed(tx, _id, { code }, _attempts, jobId) {
      await release(tx, jobId, code === 'site_required' ? 'not_checked' : 'provider_error');
    },
    // What was asked until then stands.
    canceled: (tx, _id, jobId) => release(tx, jobId, null),
  };
}

function putOff(now: number, seconds = 0) {
  return { waitsFor: 'provider', until: now + Math.max(minPutOffMs, 1000 * seconds), write: async () => {} };
}

/** Those that were left longest come first: where a cap ends every run, each has its turn. */
async function keywordsOf({ db }: Store, jobId: string): Promise<{ waiting: string[]; total: number }> {
  const rows = await db.selectFrom('tracked_keywords').select(['id', 'waiting', 'checked_at']).where('job_id', '=', jobId).execute();
  const waiting = rows.filter((row) => row.waiting === 1);
  const inOrder = waiting.toSorted((one, other) => (one.checked_at ?? 0) - (other.checked_at ?? 0) || (one.id < other.id ? -1 : 1));
  return { waiting: inOrder.map(({ id }) => id), total: rows.length };
}

async function release(tx: Tx, jobId: string, code: string | null): Promise<void> {
  const waiting = tx.updateTable('tracked_keywords').where('job_id', '=', jobId).where('waiting', '=', 1);
  await waiting.set({ waiting: 0, left_code: code }).execute();
}

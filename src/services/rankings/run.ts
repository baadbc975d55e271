import type { Store, Tx } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import type { JobKind } from '../common/jobs.ts';
import { askFor, Faults, type Run } from './ask.ts';
import { siteOf } from './check.ts';
import { record, sampleOf } from './record.ts';
import { leaveKeywords } from './queries.ts';
import { resultOf } from './result.ts';
import { questionOf, type RankingSearch } from './serving.ts';

/** Keywords asked for at once: most of the time of each is waiting. */
export const askedAtOnce = 3;

interface Needs {
  store: Store;
  system: System;
  projects: Pick<Projects, 'get'>;
  search: RankingSearch;
}

type Waiting = Pick<TrackedKeywordRow, 'id' | 'keyword' | 'engine' | 'device' | 'country' | 'language' | 'depth'>;

/** Asks where the keywords that wait for a job rank. An interrupted one goes on with those that still wait. */
export function createChecking({ store, system, projects, search }: Needs): JobKind {
  return {
    resumes: true,

    async run(attempt) {
      const { jobId, resourceId: projectId, signal } = attempt;
      const siteUrl = siteOf(await projects.get(projectId));
      const providers = await search.providersOf(projectId);
      const run: Run = { siteUrl, projectId, search, providers, faults: new Faults(), signal };
      const { waiting, total } = await keywordsOf(store, jobId);
      // By id, why each was left.
      const left = new Map<string, string>();
      let done = total - waiting.length;
      const next = waiting.values();
      const askOn = async () => {
        for (const row of next) {
          signal.throwIfAborted();
          if (run.faults.halted) return;
          const question = questionOf(row);
          const outcome = await askFor(run, question);
          if (outcome === undefined) return;
          if (typeof outcome === 'string') {
            left.set(row.id, outcome);
            continue;
          }
          done += 1;
          const asked = { id: row.id, sample: sampleOf(siteUrl, question) };
          await attempt.report(`checked ${done} of ${total}`, done / total, (tx) => record(tx, { ...asked, now: system.now() }, outcome));
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: askedAtOnce }, askOn));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
      if (run.faults.halted) throw run.faults.halted;
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

async function keywordsOf({ db }: Store, jobId: string): Promise<{ waiting: Waiting[]; total: number }> {
  const rows = await db
    .selectFrom('tracked_keywords')
    .select(['id', 'keyword', 'engine', 'device', 'country', 'language', 'depth', 'waiting'])
    .where('job_id', '=', jobId)
    .orderBy('id')
    .execute();
  return { waiting: rows.filter(({ waiting }) => waiting === 1), total: rows.length };
}

async function release(tx: Tx, jobId: string, code: string | null): Promise<void> {
  const waiting = tx.updateTable('tracked_keywords').where('job_id', '=', jobId).where('waiting', '=', 1);
  await waiting.set({ waiting: 0, left_code: code }).execute();
}

import { polite, type Polite } from '../../../crawl/polite.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { Hosts } from '../../common/hosts.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import { checkSource, type CheckResult } from './check.ts';
import type { Looking, PageText } from './look.ts';
import type { Ground } from './relevance.ts';
import type { CheckState } from './schedule.ts';

interface Needs {
  store: Store;
  system: System;
  hosts: Hosts;
  read: Looking['read'];
  facts: Looking['facts'];
  groundOf(projectId: string): Promise<Ground>;
  index(tx: Tx, source: RadarSourceRow, url: string, page: PageText | null): Promise<void>;
}

/** Sources looked at at once, each on a host of its own as a rule. */
const sourcesAtOnce = 3;
const maxTold = 20;

/** Thrown where a source is removed while it is looked at. */
class Unwatched extends Error {}

/** Looks at the sources of a project that a job names, some at once. One that fails does not keep the others from being looked at. */
export function createSourceChecking(needs: Needs): JobKind {
  const { store, system, hosts } = needs;

  async function checkOne(
    source: RadarSourceRow,
    attempt: JobAttempt,
    asking: Polite,
    progress: () => number,
  ): Promise<CheckResult | undefined> {
    const { signal, report } = attempt;
    const ground = await needs.groundOf(source.project_id);
    const competitor =
      source.competitor_id === null
        ? undefined
        : await store.db.selectFrom('competitors').select('feed_url').where('id', '=', source.competitor_id).executeTakeFirst();
    try {
      return await checkSource(
        {
          store,
          system,
          polite: asking,
          ground,
          looking: { polite: asking, read: needs.read, facts: needs.facts, turn: system.turns(signal), language: ground.language, signal },
          feedUrl: competitor?.feed_url ?? null,
          index: (tx, url, page) => needs.index(tx, source, url, page),
          writeStep: async (step, write) => {
            await report(step, progress(), async (tx) => {
              const there = await tx.selectFrom('radar_sources').select('id').where('id', '=', source.id).executeTakeFirst();
              if (!there) throw new Unwatched();
              await write(tx);
            });
          },
        },
        source,
      );
    } catch (thrown) {
      if (thrown instanceof Unwatched) return undefined;
      signal.throwIfAborted();
      if (!(thrown instanceof AppError)) throw thrown;
      return failedResult(source, thrown);
    }
  }

  return {
    resumes: true,

    async run(attempt) {
      const { sourceIds } = attempt.state as CheckState;
      const sources = await store.db.selectFrom('radar_sources').selectAll().where('id', 'in', idsIn(sourceIds)).orderBy('id').execute();
      const asking = polite(system, hosts.visit, { ownSite: null });
      const results: CheckResult[] = [];
      const waiting = sources.values();
      const checkOn = async () => {
        for (const source of waiting) {
          attempt.signal.throwIfAborted();
          const result = await checkOne(source, attempt, asking, () => results.length / sources.length);
          if (result) results.push(result);
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: sourcesAtOnce }, checkOn));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
      return { write: async () => ({ ...totalOf(results), sources: results.slice(0, maxTold) }) };
    },

    async failed(tx, _id, error, _attempts, jobId) {
      await noteFailure(tx, jobId, error);
    },
    // What was written until then stands.
    async canceled() {},
  };
}

/** What a check came to that met a fault of ours; the others go on. */
function failedResult({ id, url, baseline_at, not_looked_at }: RadarSourceRow, { code, message }: AppError): CheckResult {
  const none = { new: 0, updated: 0, removed: 0, moved: 0, pagesLookedAt: 0, pagesFailed: 0, pagesForbidden: 0 };
  const error = { code, message };
  return { sourceId: id, url, isBaseline: baseline_at === null, end: 'unreachable', ...none, pagesNotLookedAt: not_looked_at, error };
}

async function noteFailure(tx: Tx, jobId: string, { code, message }: AppError): Promise<void> {
  const failed = tx.updateTable('radar_sources').set({ last_error: JSON.stringify({ code, message }) });
  await failed.where('job_id', '=', jobId).execute();
}

function totalOf(results: readonly CheckResult[]) {
  const sum = (count: (result: CheckResult) => number) => results.reduce((total, result) => total + count(result), 0);
  return {
    new: sum((result) => result.new),
    updated: sum((result) => result.updated),
    removed: sum((result) => result.removed),
    moved: sum((result) => result.moved),
    pagesLookedAt: sum(({ pagesLookedAt }) => pagesLookedAt),
    pagesNotLookedAt: sum(({ pagesNotLookedAt }) => pagesNotLookedAt),
    sourcesFailed: results.filter(({ end }) => end === 'unreachable' || end === 'robots_forbid').length,
  };
}

import type { Store, Tx } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import type { JobAttempt, JobKind } from '../common/jobs.ts';
import { isOwn } from '../../crawl/url.ts';
import { siteOf } from './check.ts';
import { findSite, record, sampleOf, type Outcome } from './record.ts';
import { resultOf } from './result.ts';
import { questionOf, servingOf, type Question, type RankingSearch } from './serving.ts';

/** Keywords asked for at once: most of the time of each is waiting. */
export const askedAtOnce = 3;
/** In a row: of a refused key or a service that is down the rest of a run would learn nothing. */
export const maxInARow = { provider_refused: 2, provider_failed: 5 } as const;

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
      const { jobId, resourceId: projectId } = attempt;
      const siteUrl = siteOf(await projects.get(projectId));
      const run = { siteUrl, projectId, attempt, providers: await search.providersOf(projectId), faults: new Faults() };
      const { waiting, total } = await keywordsOf(store, jobId);
      const left = new Map<string, string>();
      let done = total - waiting.length;
      const next = waiting.values();
      const askOn = async () => {
        for (const row of next) {
          attempt.signal.throwIfAborted();
          if (run.faults.halted) return;
          const question = questionOf(row);
          const outcome = await askFor(run, question);
          if (outcome === undefined) return;
          if (typeof outcome === 'string') {
            left.set(row.id, outcome);
            continue;
          }
          done += 1;
          const asked = { id: row.id, question, sample: sampleOf(siteUrl, question) };
          await attempt.report(`checked ${done} of ${total}`, done / total, (tx) => record(tx, { ...asked, now: system.now() }, outcome));
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: askedAtOnce }, askOn));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
      if (run.faults.halted) throw run.faults.halted;
      return {
        async write(tx) {
          const codes = Map.groupBy(left.keys(), (id) => left.get(id)!);
          await leave(tx, jobId, [...codes]);
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

  /** What asking came to, or the code of why it was left; undefined where the whole run is to go on later. */
  async function askFor(
    { siteUrl, projectId, attempt, providers, faults }: Run,
    question: Question,
  ): Promise<Outcome | string | undefined> {
    const { provider, unserved } = servingOf(providers, question);
    if (unserved) return { provider: null, error: { code: unserved.code, message: `${unserved.message} ${unserved.hint}` } };
    const { provider: open } = servingOf(providers.filter((one) => !faults.stopped.has(one.provider)), question); // prettier-ignore
    if (!open) return faults.stopped.get(provider.provider) ?? 'provider_error';
    const options = { until: ({ url }: { url: string }) => isOwn(siteUrl, url), signal: attempt.signal };
    try {
      const results = await search.ask(projectId, open, question, options);
      faults.succeeded(open.provider);
      return { provider: open.provider, found: findSite(siteUrl, question, results) };
    } catch (thrown) {
      attempt.signal.throwIfAborted();
      if (!(thrown instanceof AppError)) throw thrown;
      const meant = faults.note(open.provider, thrown);
      if (meant === 'later') return undefined;
      if (meant === 'not_asked') return askFor({ siteUrl, projectId, attempt, providers, faults }, question);
      return { provider: open.provider, error: { code: thrown.code, message: wordsOf(thrown) } };
    }
  }
}

interface Run {
  siteUrl: string;
  projectId: string;
  attempt: JobAttempt;
  providers: Awaited<ReturnType<RankingSearch['providersOf']>>;
  faults: Faults;
}

/** What went wrong in a run, and who is asked no more because of it. */
class Faults {
  /** Why each is asked no more. */
  readonly stopped = new Map<string, string>();
  /** Ends the attempt: the job goes on later. */
  halted: AppError | undefined;
  readonly #inARow = new Map<string, number>();

  succeeded(provider: string): void {
    this.#inARow.delete(provider);
  }

  /** `not_asked`: another provider may be. `later`: the run is to go on when the job is tried again. */
  note(provider: string, error: AppError): 'failed' | 'not_asked' | 'later' {
    const { code } = error;
    if (code === 'cap_reached' || code === 'prices_missing') {
      this.stopped.set(provider, 'cap_reached');
      return 'not_asked';
    }
    if (code !== 'provider_refused' && code !== 'provider_failed') {
      this.halted ??= error;
      return 'later';
    }
    const times = (this.#inARow.get(provider) ?? 0) + 1;
    this.#inARow.set(provider, times);
    if (times >= maxInARow[code]) this.stopped.set(provider, 'provider_error');
    return 'failed';
  }
}

function wordsOf({ message, hint }: AppError): string {
  return hint ? `${message} ${hint}` : message;
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

/** What was not asked keeps what it had. */
async function leave(tx: Tx, jobId: string, left: readonly (readonly [code: string, ids: readonly string[]])[]): Promise<void> {
  const byCap = left.flatMap(([code, ids]) => (code === 'cap_reached' ? ids : []));
  const change = tx.updateTable('tracked_keywords').where('job_id', '=', jobId).where('waiting', '=', 1);
  await change.set({ waiting: 0, left_code: 'cap_reached' }).where('id', 'in', idsIn(byCap)).execute();
  await change.set({ waiting: 0, left_code: 'provider_error' }).execute();
}

async function release(tx: Tx, jobId: string, code: string | null): Promise<void> {
  const waiting = tx.updateTable('tracked_keywords').where('job_id', '=', jobId).where('waiting', '=', 1);
  await waiting.set({ waiting: 0, left_code: code }).execute();
}

import type { ArticleStatus } from '../../../../schema/articles.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { ArticleStageRow } from '../../../db/rows/articles.ts';
import { toAppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { parsed } from '../../common/wire.ts';
import { oneMoreAttempt, putStages } from '../queries.ts';
import type { StageName } from '../request.ts';

/** How a running stage is shown. */
export interface Showing {
  status: ArticleStatus;
  step: string;
  /** 0–1, of the whole article. */
  progress: number;
  /** False if the output goes straight into the article: then it is not stored, and is made again after an interruption. */
  kept?: false;
}

/** The stages of one attempt at writing an article. A finished stage is not repeated: its stored output is used. */
export interface Stages {
  run<Output, Partial = Output>(name: StageName, showing: Showing, work: (stage: StageWork<Partial>) => Promise<Output>): Promise<Output>;
  /** Stores the end of the last stage, in the transaction that ends the attempt. */
  settle(tx: Tx): Promise<void>;
  /** The same, and marks a stage as waiting for someone else's work. */
  wait(tx: Tx, name: StageName): Promise<void>;
}

export interface StageWork<Partial> {
  /** What an interrupted attempt saved. */
  saved: Partial | undefined;
  /** Stores the work so far, and reports the article's progress. */
  save(partial: Partial, step: string, progress: number): Promise<void>;
}

export async function openStages(store: Store, system: System, attempt: JobAttempt): Promise<Stages> {
  const articleId = attempt.resourceId;
  const rows = await store.db.selectFrom('article_stages').selectAll().where('article_id', '=', articleId).execute();
  const known = new Map(rows.map((row) => [row.stage, row]));
  /** Deferred, so that the end of a stage and the beginning of the next share one commit. */
  let ended: ((tx: Tx) => Promise<void>) | undefined;

  const settle = async (tx: Tx) => void (await ended?.(tx));

  const change = (tx: Tx, name: StageName, values: Partial<ArticleStageRow>) =>
    tx.updateTable('article_stages').set(values).where('article_id', '=', articleId).where('stage', '=', name).execute();

  async function begin(tx: Tx, name: StageName, status: ArticleStatus): Promise<void> {
    const now = system.now();
    await settle(tx);
    await tx.updateTable('articles').set({ status, updated_at: now }).where('id', '=', articleId).execute();
    const fresh = { article_id: articleId, stage: name, status: 'running' as const, attempts: 1, started_at: now };
    await putStages(tx, [fresh], { status: 'running', attempts: oneMoreAttempt });
  }

  /** Notes the failure in the stage as well. If that fails, the job still has the error. */
  async function noteFailure(name: StageName, showing: Showing, thrown: unknown): Promise<void> {
    if (attempt.signal.aborted) return;
    const { code, message } = toAppError(thrown);
    const error = JSON.stringify({ code, message });
    const write = async (tx: Tx) => void (await change(tx, name, { status: 'failed', error }));
    await attempt.report(showing.step, showing.progress, write).catch(() => {});
  }

  return {
    settle,
    async wait(tx, name) {
      await settle(tx);
      const waiting = { article_id: articleId, stage: name, status: 'waiting' as const, attempts: 0, started_at: system.now() };
      await tx
        .insertInto('article_stages')
        .values(waiting)
        .onConflict((conflict) => conflict.columns(['article_id', 'stage']).doNothing())
        .execute();
    },
    async run<Output, Partial>(name: StageName, showing: Showing, work: (stage: StageWork<Partial>) => Promise<Output>): Promise<Output> {
      const row = known.get(name);
      const kept = row?.output ?? null;
      if (row?.status === 'done' && kept !== null) return parsed<Output>(kept);
      await attempt.report(showing.step, showing.progress, (tx) => begin(tx, name, showing.status));
      ended = undefined;
      const save: StageWork<Partial>['save'] = (partial, step, progress) =>
        attempt.report(step, progress, async (tx) => void (await change(tx, name, { output: JSON.stringify(partial) })));
      try {
        const done = await work({ saved: kept === null ? undefined : parsed<Partial>(kept), save });
        const output = showing.kept === false ? null : JSON.stringify(done);
        ended = async (tx) => void (await change(tx, name, { status: 'done', error: null, output, finished_at: system.now() }));
        return done;
      } catch (error) {
        await noteFailure(name, showing, error);
        throw error;
      }
    },
  };
}

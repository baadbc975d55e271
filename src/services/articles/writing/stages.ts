import type { ArticleStatus } from '../../../../schema/articles.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { ArticleStageRow } from '../../../db/rows/articles.ts';
import { toAppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { parsed } from '../../common/wire.ts';
import type { StageName } from '../request.ts';

/** How a stage shows while it is under way. */
export interface Showing {
  status: ArticleStatus;
  step: string;
  /** 0–1, of the whole article. */
  progress: number;
  /** False where the output goes into the article at once: it is then not kept, and made again after an interruption. */
  kept?: false;
}

/** The stages of one article in one attempt at writing it. A stage that was done before is not done again: its output is read. */
export interface Stages {
  run<Output, Partial = Output>(name: StageName, showing: Showing, work: (stage: StageWork<Partial>) => Promise<Output>): Promise<Output>;
  /** Writes what the last stage left behind; for the transaction that ends the attempt. */
  settle(tx: Tx): Promise<void>;
  /** The same, and that a stage waits for what somebody else must bring. */
  wait(tx: Tx, name: StageName): Promise<void>;
}

export interface StageWork<Partial> {
  /** What an interrupted attempt had saved. */
  saved: Partial | undefined;
  /** Keeps what is there so far, and says how far the article is. */
  save(partial: Partial, step: string, progress: number): Promise<void>;
}

export async function openStages(store: Store, system: System, attempt: JobAttempt): Promise<Stages> {
  const articleId = attempt.resourceId;
  const rows = await store.db.selectFrom('article_stages').selectAll().where('article_id', '=', articleId).execute();
  const known = new Map(rows.map((row) => [row.stage, row]));
  /** One commit for the end of a stage and the beginning of the next. */
  let ended: ((tx: Tx) => Promise<void>) | undefined;

  const settle = async (tx: Tx) => {
    await ended?.(tx);
    ended = undefined;
  };

  const change = (tx: Tx, name: StageName, values: Partial<ArticleStageRow>) =>
    tx.updateTable('article_stages').set(values).where('article_id', '=', articleId).where('stage', '=', name).execute();

  async function begin(tx: Tx, name: StageName, status: ArticleStatus): Promise<void> {
    const now = system.now();
    await settle(tx);
    await tx.updateTable('articles').set({ status, updated_at: now }).where('id', '=', articleId).execute();
    const fresh = { article_id: articleId, stage: name, status: 'running' as const, attempts: 1, started_at: now };
    await tx
      .insertInto('article_stages')
      .values(fresh)
      .onConflict((conflict) => conflict.doUpdateSet(({ eb }) => ({ status: 'running', attempts: eb('article_stages.attempts', '+', 1) })))
      .execute();
  }

  /** The failure belongs to the stage as well as to the job; where it cannot be told, the job still tells it. */
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
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async run<Output, Partial>(name: StageName, showing: Showing, work: (stage: StageWork<Partial>) => Promise<Output>): Promise<Output> {
      const row = known.get(name);
      const kept = row?.output ?? null;
      if (row?.status === 'done' && kept !== null) return parsed<Output>(kept);
      await attempt.report(showing.step, showing.progress, (tx) => begin(tx, name, showing.status));
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

import type { Tx } from '../../db/open.ts';
import type { OptimizationRow } from '../../db/rows/optimizer.ts';
import { AppError } from '../../errors.ts';
import type { PageScore } from '../../writing/optimize/shapes.ts';
import { parsedOrNull } from '../common/wire.ts';
import type { Given } from './given.ts';
import { optimizationRow } from './rows.ts';
import type { Rewritten } from './rewriting/rewritten.ts';

/** Ends an optimization. One transaction changes it, and creates the event and its delivery. */
export interface Ends {
  /** `end`: what was made of the page; null where nothing was to be rewritten. Throws `not_found`. */
  ready(tx: Tx, id: string, end: { rewrite: Rewritten; score: PageScore; usage: string | null } | null): Promise<Record<string, unknown>>;
  failed(tx: Tx, id: string, error: AppError): Promise<void>;
  canceled(tx: Tx, id: string): Promise<void>;
}

export function createEnds({ system, events, publicUrl }: Pick<Given, 'system' | 'events' | 'publicUrl'>): Ends {
  /** What the competitors say is needed no more. */
  async function close(tx: Tx, id: string, values: Partial<OptimizationRow>): Promise<OptimizationRow | undefined> {
    await tx.updateTable('optimization_pages').set({ page: null }).where('optimization_id', '=', id).execute();
    const closed = tx.updateTable('optimizations').set({ ...values, draft_due_at: null, updated_at: system.now() });
    return closed.where('id', '=', id).returningAll().executeTakeFirst();
  }

  return {
    async ready(tx, id, end) {
      const made = end && { rewrite: JSON.stringify(end.rewrite), after: JSON.stringify(end.score), score_after: end.score.score, usage: end.usage }; // prettier-ignore
      const row = await close(tx, id, { ...made, status: 'ready', error: null, draft: null, completed_at: system.now() });
      if (!row) throw new AppError('not_found', 'The optimization was deleted.');
      const { score_before: scoreBefore, score_after: scoreAfter } = row;
      const { breakdown } = parsedOrNull<PageScore>(row.after) ?? parsedOrNull<PageScore>(row.before)!;
      const data = { optimizationId: id, targetUrl: row.url, keyword: row.keyword!, scoreBefore: scoreBefore!, scoreAfter, breakdown };
      const url = `${publicUrl()}/api/v1/optimizations/${id}`;
      const about = { projectId: row.project_id, resourceId: id, webhookUrl: row.webhook_url };
      await events.emit(tx, { type: 'optimization.completed', ...about, data: { ...data, url } });
      return { optimizationId: id, scoreBefore, scoreAfter };
    },

    async failed(tx, id, { code, message, hint }) {
      const failure = { code, message: hint ? `${message} ${hint}` : message };
      await close(tx, id, { status: 'failed', error: JSON.stringify(failure) });
    },

    async canceled(tx, id) {
      await close(tx, id, { status: 'canceled' });
    },
  };
}

/** Throws `conflict` unless the optimization waits for a text. */
export async function waitingRow(db: Pick<Tx, 'selectFrom'>, id: string): Promise<OptimizationRow> {
  const row = await optimizationRow(db, id);
  if (row.status === 'awaiting_draft') return row;
  const hints: Record<string, string> = {
    ready: 'It is done: optimizations_get has what came of it. Ask for another with optimizations_create (writer agent).',
    failed: 'optimizations_get says why. Ask for another with optimizations_create.',
    canceled: 'Ask for another with optimizations_create.',
  };
  throw new AppError('conflict', `The optimization ${id} is ${row.status}: it waits for no text.`, {
    hint: hints[row.status] ?? `Wait with jobs_get (waitSeconds) for ${row.job_id}; with writer agent it then waits for a text.`,
  });
}

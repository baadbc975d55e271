import type { Batch } from '../../../../schema/batches.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow, BatchRow } from '../../../db/rows/articles.ts';
import { writeArticle } from '../request.ts';
import type { Jobs } from '../../account/index.ts';

const itemColumns = ['id', 'job_id', 'keyword', 'status', 'word_count', 'score', 'quality', 'error'] as const;

export type ItemRow = Pick<ArticleRow, (typeof itemColumns)[number]>;

const stateColumns = ['id', 'job_id', 'status'] as const;

export type ItemState = Pick<ArticleRow, (typeof stateColumns)[number]>;

/** The states of a batch's articles, in its order. Reads only columns stored before the long ones. */
export function statesOf(db: Pick<Tx, 'selectFrom'>, batchId: string): Promise<ItemState[]> {
  return db.selectFrom('articles').select(stateColumns).where('batch_id', '=', batchId).orderBy('batch_position').execute();
}

/** The articles of a batch as they are shown, in its order. */
export function itemsOf(db: Pick<Tx, 'selectFrom'>, batchId: string): Promise<ItemRow[]> {
  return db.selectFrom('articles').select(itemColumns).where('batch_id', '=', batchId).orderBy('batch_position').execute();
}

export type Counts = Pick<Batch, 'queued' | 'running' | 'awaitingDraft' | 'succeeded' | 'failed' | 'canceled'>;

const counted: Record<string, keyof Counts> = {
  queued: 'queued',
  awaiting_draft: 'awaitingDraft',
  ready: 'succeeded',
  published: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

export function countItems(items: readonly Pick<ItemState, 'status'>[]): Counts {
  const counts: Counts = { queued: 0, running: 0, awaitingDraft: 0, succeeded: 0, failed: 0, canceled: 0 };
  for (const { status } of items) counts[counted[status] ?? 'running']++;
  return counts;
}

/**
 * Starts as many of the articles that have not begun as the batch has room for. So even after a crash at most `concurrency` articles of a
 * batch are queued, and other articles need not wait for the whole batch. An article that waits for its draft takes no room, and none
 * begins before the batch is due.
 */
export async function startNext(
  tx: Tx,
  jobs: Pick<Jobs, 'start'>,
  { id, concurrency, scheduled_for }: Pick<BatchRow, 'id' | 'concurrency' | 'scheduled_for'>,
  now: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('articles')
    .leftJoin('work', 'work.key', 'articles.job_id')
    .select(['articles.job_id', 'work.key as begun'])
    .where('batch_id', '=', id)
    .where('status', 'not in', ['ready', 'published', 'failed', 'canceled', 'awaiting_draft'])
    .orderBy('batch_position')
    .execute();
  const waiting = rows.flatMap(({ job_id, begun }) => (begun === null ? [job_id] : []));
  const room = Math.max(0, concurrency - (rows.length - waiting.length));
  await jobs.start(tx, writeArticle, waiting.slice(0, room), Math.max(now, scheduled_for ?? now));
}

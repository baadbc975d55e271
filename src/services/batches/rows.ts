import type { ArticleStatus } from '../../../schema/articles.ts';
import type { Batch, BatchSummary } from '../../../schema/batches.ts';
import type { BatchRow } from '../../db/tables.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../wire.ts';
import { countItems, type ItemRow } from './items.ts';

export function toBatchSummary(row: BatchRow, items: readonly ItemRow[]): BatchSummary {
  return {
    id: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    status: row.finished_at === null ? 'running' : 'completed',
    concurrency: row.concurrency,
    total: row.total,
    ...countItems(items),
    webhookUrl: row.webhook_url,
    createdAt: isoTime(row.created_at),
    finishedAt: isoTimeOrNull(row.finished_at),
  };
}

export function toBatch(row: BatchRow, items: readonly ItemRow[]): Batch {
  return {
    ...toBatchSummary(row, items),
    items: items.map(({ id, keyword, status, title, score, error }) => ({
      articleId: id,
      keyword,
      status: status as ArticleStatus,
      title,
      score,
      error: parsedOrNull(error),
    })),
  };
}

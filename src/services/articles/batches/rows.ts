import type { ArticleStatus, QualityFlag } from '../../../../schema/articles.ts';
import type { Batch, BatchSummary } from '../../../../schema/batches.ts';
import type { BatchRow } from '../../../db/rows/articles.ts';
import { isoTime, isoTimeOrNull, parsed, parsedOrNull } from '../../common/wire.ts';
import { countItems, type Counts, type ItemRow, type ItemState } from './items.ts';

/** An ended batch keeps its final counts, because its articles may have been deleted or rewritten since. */
function countsOf({ succeeded, failed, canceled }: BatchRow, items: readonly ItemState[]): Counts {
  if (succeeded === null || failed === null || canceled === null) return countItems(items);
  return { queued: 0, running: 0, awaitingDraft: 0, succeeded, failed, canceled };
}

export function toBatchSummary(row: BatchRow, items: readonly ItemState[]): BatchSummary {
  return {
    id: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    status: row.finished_at === null ? 'running' : 'completed',
    concurrency: row.concurrency,
    total: row.total,
    ...countsOf(row, items),
    refused: parsed(row.refused),
    webhookUrl: row.webhook_url,
    createdAt: isoTime(row.created_at),
    finishedAt: isoTimeOrNull(row.finished_at),
  };
}

export function toBatch(row: BatchRow, items: readonly ItemRow[]): Batch {
  return {
    ...toBatchSummary(row, items),
    items: items.map(({ id, keyword, status, word_count, score, quality, error }) => ({
      articleId: id,
      keyword,
      status: status as ArticleStatus,
      wordCount: word_count,
      score,
      flags: (parsedOrNull<QualityFlag[]>(quality) ?? []).map(({ code }) => code),
      ...(error !== null && { error: parsed<{ code: string; message: string }>(error) }),
    })),
  };
}

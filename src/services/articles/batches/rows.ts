import type { ArticleStatus, QualityFlag } from '../../../../schema/articles.ts';
import type { Batch, BatchSummary } from '../../../../schema/batches.ts';
import type { BatchRow } from '../../../db/rows/articles.ts';
import { checkCatalogue } from '../../../writing/score/catalogue.ts';
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
  const flagged = items.map(({ quality }) => (parsedOrNull<QualityFlag[]>(quality) ?? []).map(({ code }) => code));
  return {
    ...toBatchSummary(row, items),
    flags: explained(flagged),
    items: items.map(({ id, keyword, status, word_count, score, error }, index) => ({
      articleId: id,
      keyword,
      status: status as ArticleStatus,
      wordCount: word_count,
      score,
      flags: flagged[index]!,
      ...(error !== null && { error: parsed<{ code: string; message: string }>(error) }),
    })),
  };
}

/** In the catalogue's order: gates first. */
function explained(flagged: readonly (readonly string[])[]): Batch['flags'] {
  return checkCatalogue
    .map((check) => ({ ...check, articles: flagged.filter((codes) => codes.includes(check.code)).length }))
    .filter(({ articles }) => articles > 0);
}

import type { ArticleRow } from '../../db/rows/articles.ts';
import { hasEnded } from './rows.ts';

/** A hint on how to get an article without text written: by its agent, by its job, or by regenerating it. */
export function howToHaveItWritten(row: Pick<ArticleRow, 'id' | 'status' | 'job_id'>): string {
  if (row.status === 'awaiting_draft')
    return 'It waits for its agent: read articles_brief and hand the text in with articles_submit_draft.';
  if (hasEnded(row)) return `Nothing works on it any more: have it written with articles_regenerate, id ${row.id}.`;
  return `Wait for its job with jobs_get (waitSeconds): ${row.job_id}.`;
}

import type { Audit } from '../../../schema/audit.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../common/wire.ts';
import { countsOf, worstFirst, type ListedIssue, type Result } from './conclude.ts';
import { limitsOf, renderingOf, spentOf } from './spent.ts';

/** Issues that a summary names. */
const maxTop = 5;

export function toAudit(row: AuditRow, issues: readonly ListedIssue[], csvUrl: string | null): Audit {
  const result = parsedOrNull<Result>(row.result);
  const found = issues.filter(({ count }) => count > 0);
  const comparison = result?.comparison ?? null;
  const isLater = row.previous_id !== null && result !== null;
  const { issueCounts, newCount, fixedCount } = countsOf(issues, { isLater, isCompared: comparison !== null });
  return {
    id: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    siteUrl: row.site_url,
    status: row.state,
    endedBy: row.ended_by as Audit['endedBy'],
    limits: limitsOf(row),
    pagesRead: row.pages_read,
    htmlPages: row.html_pages,
    pagesLeft: Math.max(row.found - row.pages_read, 0),
    seconds: Math.round(spentOf(row).ms / 1000),
    score: result?.score ?? null,
    categories: result?.categories ?? [],
    issueCounts,
    topIssues: worstFirst(found, row.html_pages)
      .slice(0, maxTop)
      .map(({ row: { code }, check: { severity, title }, count }) => ({ code, severity, title, count })),
    previousId: row.previous_id,
    newCount,
    fixedCount,
    pagesAdded: comparison?.pagesAdded ?? null,
    pagesNotSeen: comparison?.pagesNotSeen ?? null,
    externalLinks: result?.externalLinks ?? null,
    rendering: renderingOf(row),
    aiAccess: result?.aiAccess ?? null,
    csvUrl,
    createdAt: isoTime(row.created_at),
    finishedAt: isoTimeOrNull(row.finished_at),
  };
}

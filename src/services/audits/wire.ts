import type { Audit } from '../../../schema/audit.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../common/wire.ts';
import { worstFirst, type ListedIssue, type Result } from './conclude.ts';
import { limitsOf, renderingOf, spentOf } from './spent.ts';

/** Issues that a summary names. */
const maxTop = 5;

export function toAudit(row: AuditRow, issues: readonly ListedIssue[], csvUrl: string | null): Audit {
  const result = parsedOrNull<Result>(row.result);
  const found = issues.filter(({ count }) => count > 0);
  const countOf = (severity: string) => found.filter(({ check }) => check.severity === severity).length;
  const comparison = result?.comparison ?? null;
  const isLater = row.previous_id !== null && result !== null;
  const sum = (column: 'new_count' | 'fixed_count') => issues.reduce((all, issue) => all + issue.row[column], 0);
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
    issueCounts: { critical: countOf('critical'), warning: countOf('warning'), notice: countOf('notice') },
    topIssues: worstFirst(found, row.html_pages)
      .slice(0, maxTop)
      .map(({ row: { code }, check: { severity, title }, count }) => ({ code, severity, title, count })),
    previousId: row.previous_id,
    newCount: isLater ? sum('new_count') : null,
    fixedCount: comparison && sum('fixed_count'),
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

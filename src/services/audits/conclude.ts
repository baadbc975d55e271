import type { Audit } from '../../../schema/audit.ts';
import { checkOf } from '../../audit/catalogue.ts';
import { pageChecks } from '../../audit/page-checks/index.ts';
import { scoreOf, weightOf, type ScoredIssue } from '../../audit/score.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { AuditIssueRow, AuditRow } from '../../db/rows/audits.ts';
import type { System } from '../../system.ts';
import { parsedOrNull } from '../common/wire.ts';
import type { Comparison } from './compare.ts';
import { aiAccessIn, type Learned } from './learned.ts';
import { spentOf } from './spent.ts';

/** What is told of an audit that has ended, besides its counts. */
export type Result = Pick<Audit, 'score' | 'categories' | 'aiAccess' | 'externalLinks'> & { comparison: Comparison | null };

/** The checks that one page decides are made also where an audit is cut short. */
export const pageCodes = pageChecks.map(({ code }) => code);

interface End {
  endedBy: NonNullable<Audit['endedBy']>;
  /** The codes of the checks that were made. */
  judged: readonly string[];
  /** None where there is no audit before, or where this one was cut short before it was compared. */
  comparison?: Comparison | null;
}

/** What an audit comes to, in a few figures. */
export type Figures = Pick<Audit, 'score' | 'issueCounts' | 'newCount' | 'fixedCount'>;

/** Ends an audit: the score, from what was found until now, and what else is told of it. */
export async function conclude(
  tx: Tx,
  { now }: Pick<System, 'now'>,
  audit: AuditRow,
  { endedBy, judged, comparison = null }: End,
): Promise<Figures> {
  const issues = await issuesOf(tx, audit.id);
  const learned = parsedOrNull<Learned>(audit.learned);
  const result: Result = {
    ...scoreOf(issues, audit.html_pages),
    aiAccess: learned && aiAccessIn(learned, audit.site_url),
    externalLinks: spentOf(audit).externalLinks ?? null,
    comparison,
  };
  const isAlarming = (issue: ListedIssue) => audit.previous_id !== null && issue.check.severity === 'critical';
  const ended: Partial<AuditRow> = {
    state: 'finished',
    ended_by: endedBy,
    judged: JSON.stringify(judged),
    learned: null,
    result: JSON.stringify(result),
    new_critical: issues.filter(isAlarming).reduce((sum, { row }) => sum + row.new_count, 0),
    finished_at: now(),
  };
  await tx.updateTable('audits').set(ended).where('id', '=', audit.id).execute();
  const others = tx.updateTable('audits').set({ new_critical: 0 }).where('project_id', '=', audit.project_id).where('new_critical', '>', 0);
  await others.where('site', '=', audit.site).where('id', '<', audit.id).execute();
  return { score: result.score, ...countsOf(issues, { isLater: audit.previous_id !== null, isCompared: comparison !== null }) };
}

export interface ListedIssue extends ScoredIssue {
  check: NonNullable<ReturnType<typeof checkOf>>;
  row: AuditIssueRow;
}

/** What was found, without checks that are made no more. */
export async function issuesOf(db: Pick<Db, 'selectFrom'>, auditId: string): Promise<ListedIssue[]> {
  const rows = await db.selectFrom('audit_issues').selectAll().where('audit_id', '=', auditId).execute();
  return rows.flatMap((row) => {
    const check = checkOf(row.code);
    return check ? [{ row, check, count: row.count, isOfSite: row.of_site > 0 }] : [];
  });
}

/** Different issues by severity, and findings that are new and gone; null where there was nothing to compare with. */
export function countsOf(
  issues: readonly ListedIssue[],
  { isLater, isCompared }: { isLater: boolean; isCompared: boolean },
): Omit<Figures, 'score'> {
  const countOf = (severity: string) => issues.filter(({ check, count }) => count > 0 && check.severity === severity).length;
  const sum = (column: 'new_count' | 'fixed_count') => issues.reduce((all, { row }) => all + row[column], 0);
  return {
    issueCounts: { critical: countOf('critical'), warning: countOf('warning'), notice: countOf('notice') },
    newCount: isLater ? sum('new_count') : null,
    fixedCount: isCompared ? sum('fixed_count') : null,
  };
}

const severityOrder = { critical: 0, warning: 1, notice: 2 } as const;

/** By severity, and what costs most of each first. What is only told costs nothing, and so comes last among notices. */
export function worstFirst(issues: readonly ListedIssue[], htmlPages: number): ListedIssue[] {
  const rank = ({ check }: ListedIssue) => severityOrder[check.severity];
  return issues.toSorted(
    (a, b) =>
      rank(a) - rank(b) || weightOf(b, htmlPages) - weightOf(a, htmlPages) || b.count - a.count || (a.row.code < b.row.code ? -1 : 1),
  );
}

import type { Project } from '../../../schema/projects.ts';
import { checkOf } from '../../audit/catalogue.ts';
import type { Db } from '../../db/open.ts';
import type { AuditRow } from '../../db/rows/audits.ts';
import { actionDays, dayMs, daysSince, evidence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';

/** A site that nobody has audited, or not for long, and what its last audit found. */
export async function auditActions(db: Db, { project, now, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const newest = db
    .selectFrom('audits')
    .select(['id', 'site_url', 'finished_at', 'pages_read'])
    .where('project_id', '=', project.id)
    .orderBy('id', 'desc')
    .limit(1);
  const last = await newest.executeTakeFirst();
  // One that was ended early found less than there is.
  const ended = await newest.where('finished_at', 'is not', null).where('ended_by', 'not in', ['canceled', 'failed']).executeTakeFirst();
  const isUnderWay = last?.finished_at === null;
  return [
    ...(isUnderWay ? [] : auditing(project, { last: last?.id, ended }, now)),
    ...(ended ? await issuesOf(db, { project, limit }, ended) : []),
  ];
}

type Ended = Pick<AuditRow, 'id' | 'site_url' | 'finished_at' | 'pages_read'>;

function auditing(
  { id, siteUrl, schedules }: Project,
  { last, ended }: { last: string | undefined; ended: Ended | undefined },
  now: number,
): ActionOffer[] {
  if (siteUrl === null) return [];
  const call = { target: { kind: 'site', id: siteUrl, about: siteUrl }, operation: 'audit_start', arguments: { projectId: id } };
  if (ended === undefined) {
    return [
      {
        ...call,
        reason: 'site_unaudited',
        why: `Nobody has looked what search engines and readers meet at ${siteUrl}: an audit tells what is broken there, and what to mend first.`,
        evidence: [evidence('audit', 'No audit so far', null)],
        cause: last ?? 'never',
      },
    ];
  }
  const at = ended.finished_at!;
  if (schedules.audit !== 'off' || now - at < actionDays.audit * dayMs) return [];
  return [
    {
      ...call,
      reason: 'audit_old',
      why: `The last audit of ${siteUrl} is ${daysSince(at, now)} days old.`,
      evidence: [evidence('audit', `${ended.pages_read} pages read`, at)],
      cause: ended.id,
    },
  ];
}

const severities = ['critical', 'warning'] as const;

/** The worst first: by severity, then by how many addresses have it. */
async function issuesOf(
  db: Db,
  { project: { id: projectId }, limit }: Pick<ActionQuestion, 'project' | 'limit'>,
  { id: auditId, site_url, finished_at }: Ended,
): Promise<ActionOffer[]> {
  const rows = await db
    .selectFrom('audit_issues')
    .select(['code', 'count'])
    .where('audit_id', '=', auditId)
    .where('count', '>', 0)
    .execute();
  const found = rows.flatMap(({ code, count }) => {
    const check = checkOf(code);
    return check && !check.told ? [{ check, count }] : [];
  });
  return severities.flatMap((severity) =>
    found
      .filter(({ check }) => check.severity === severity)
      .toSorted((one, other) => other.count - one.count || (one.check.code < other.check.code ? -1 : 1))
      .slice(0, limit)
      .map(({ check: { code, title, why }, count }): ActionOffer => ({
        reason: severity === 'critical' ? 'issue_critical' : 'issue_warning',
        target: { kind: 'issue', id: `${site_url} ${code}`, about: title },
        why: `${title}, on ${count === 1 ? 'one address' : `${count} addresses`} of ${site_url}: ${why} The call lists them, with how to mend it.`,
        evidence: [evidence('audit', `${code}: ${count}`, finished_at)],
        operation: 'audit_get',
        arguments: { id: auditId, view: 'issues', code, projectId },
        effort: effortOf(count),
        cause: auditId,
      })),
  );
}

/** From so many addresses on mending takes 3, 4 and 5; fewer take 2. */
const moreWork = [5, 50, 500] as const;

const effortOf = (addresses: number): number => 2 + moreWork.filter((from) => addresses >= from).length;

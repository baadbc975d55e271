import type { Db } from '../../../db/open.ts';
import { entry, maxLatest, type OverviewPart, type OverviewQuestion } from '../../common/overview.ts';
import { alarmingAudits, endedAudits } from '../queries.ts';

/** Which audits found new critical faults, and which have ended. */
export async function auditOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const [alarming, ended] = await Promise.all([alarmingAudits(db, question, maxLatest), endedAudits(db, question, maxLatest)]);
  const latest = alarming.rows.map(({ id, site_url, new_critical }) => ({ id, about: `${new_critical} on ${site_url}` }));
  const done = ended.rows.map(({ id, site_url, ended_by, pages_read }) => ({ id, about: `${site_url}: ${pages_read} pages, ${ended_by}` }));
  return {
    needsYou: entry('audit_critical_new', { count: alarming.count, latest }, [
      'audit_get',
      { id: alarming.rows[0]?.id, view: 'issues', severity: 'critical', change: 'new' },
    ]),
    happened: entry('audits_finished', { count: ended.count, latest: done }, ['audit_get', { id: ended.rows[0]?.id }]),
  };
}

import type { System } from '../../system.ts';
import type { Db } from '../../db/open.ts';
import { entry, maxLatest, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { openToMail } from './outreach/standing.ts';
import { dayMs, minDaysBetween, nextFollowup } from './prospects/cadence.ts';
import { lostLinks, repliedProspects, unansweredProspects, type ToldProspect, type UnansweredProspect } from './queries.ts';

/** Who answered, which links are gone, and who is to be reminded. */
export async function linksOverview(db: Db, { now }: Pick<System, 'now'>, question: OverviewQuestion): Promise<OverviewPart> {
  const [replied, lost] = await Promise.all([repliedProspects(db, question.projectId), lostLinks(db, question.projectId)]);
  const due = await dueFollowups(db, question, now());
  return {
    needsYou: [
      ...entry(
        'links_lost',
        told(lost, ({ host, placed_url, link_state }) => `${host}: ${link_state} at ${placed_url}`),
        ['link_prospects_list', { status: 'link_placed', projectId: lost.rows[0]?.project_id }],
      ),
      ...entry(
        'link_replies',
        told(replied, ({ host }) => `${host} answered`),
        ['link_prospects_list', { status: 'replied', projectId: replied.rows[0]?.project_id }],
      ),
      ...entry('followups_due', told({ count: due.length, rows: due.slice(0, maxLatest) }, followup), [
        'link_prospects_get',
        { id: due[0]?.id },
      ]),
    ],
  };
}

/** Contacts that have not answered, and whose next follow-up can go now; who waits longest first. */
export async function dueFollowups(db: Db, question: Pick<OverviewQuestion, 'projectId'>, now: number): Promise<UnansweredProspect[]> {
  const rows = await unansweredProspects(db, question, now - minDaysBetween * dayMs);
  const due = rows.filter((row) => (nextFollowup(row) ?? Infinity) <= now);
  return openToMail(db, due, now);
}

function followup({ host, followups }: UnansweredProspect): string {
  return `${host}: follow-up ${followups + 1}`;
}

function told<Row extends Pick<ToldProspect, 'id'>>({ count, rows }: { count: number; rows: Row[] }, words: (row: Row) => string) {
  return { count, latest: rows.map((row) => ({ id: row.id, about: words(row) })) };
}

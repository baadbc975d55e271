import type { Db } from '../../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../../common/overview.ts';
import { isoTime, parsed } from '../../common/wire.ts';
import { changesSince, sourcesDue, sourcesFailing } from '../queries.ts';

/** What changed at competitors, which sources cannot be read, and when the next is looked at. */
export async function radarOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const { projectId, since } = question;
  const changes = await changesSince(db, question);
  const failing = await sourcesFailing(db, projectId);
  const due = await sourcesDue(db, projectId);
  const changed = changes.rows.map(({ id, kind, title, url }) => ({ id, about: `${kind}: ${(title ?? url).slice(0, 80)}` }));
  const ill = failing.rows.map(({ id, last_error }) => ({ id, about: parsed<{ message: string }>(last_error).message }));
  const coming = due.rows.map(({ id, url, next_check_at }) => ({ id, about: `${url.slice(0, 60)} at ${isoTime(next_check_at)}` })); // prettier-ignore
  const first = changes.rows[0]?.project_id ?? failing.rows[0]?.project_id ?? due.rows[0]?.project_id;
  return {
    needsYou: entry('sources_unread', { count: failing.count, latest: ill }, ['content_radar_list', { include: ['sources'], projectId: failing.rows[0]?.project_id }]), // prettier-ignore
    happened: entry('radar_changes', { count: changes.count, latest: changed }, ['content_radar_list', { since: isoTime(since), projectId: changes.rows[0]?.project_id }]), // prettier-ignore
    comesNext: entry('sources_due', { count: due.count, latest: coming }, [
      'content_radar_list',
      { include: ['sources'], projectId: first },
    ]),
  };
}

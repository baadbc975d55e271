import type { Db } from '../../db/open.ts';
import { entry, maxLatest, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { maxCounted, ofProject } from '../common/queries.ts';

/** Which posts stand in each other's way. */
export async function siteOverview(db: Db, { projectId }: OverviewQuestion): Promise<OverviewPart> {
  const competing = db.selectFrom('posts').select(['id', 'title', 'keyword', 'project_id']).where('competes', '=', 1);
  const rows = await competing.where(ofProject('project_id', projectId)).orderBy('project_id').orderBy('id').limit(maxCounted).execute();
  const latest = rows.slice(0, maxLatest).map(({ id, title, keyword }) => ({ id, about: `${title}: ${keyword}` }));
  const about = { cannibalised: true, projectId: rows[0]?.project_id };
  return { needsYou: entry('posts_cannibalised', { count: rows.length, latest }, ['posts_list', about]) };
}

import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { competingPosts } from './queries.ts';

/** Which posts stand in each other's way. */
export async function siteOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const { count, newest } = await competingPosts(db, question);
  const latest = newest.map(({ id, title, keyword }) => ({ id, about: `${title}: ${keyword}` }));
  return {
    needsYou: entry('posts_cannibalised', { count, latest }, ['posts_list', { cannibalised: true, projectId: newest[0]?.project_id }]),
  };
}

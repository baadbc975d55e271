import type { Db } from '../../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../../common/overview.ts';
import { failedSyncs } from '../queries.ts';

/** Which projects' last sync did not bring everything. */
export async function syncOverview(db: Db, { projectId }: OverviewQuestion): Promise<OverviewPart> {
  const { count, rows } = await failedSyncs(db, projectId);
  const latest = rows.map(({ job_id: id, property, error }) => ({ id, about: `${property}: ${error}` }));
  return { needsYou: entry('search_console_sync_failed', { count, latest }, ['search_console_sync', { projectId: rows[0]?.project_id }]) };
}

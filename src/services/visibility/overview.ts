import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { parsed } from '../common/wire.ts';
import { troubledRuns } from './queries.ts';

/** Which runs did not get all their answers, and which engine is why. */
export async function visibilityOverview(db: Db, { projectId }: OverviewQuestion): Promise<OverviewPart> {
  const { count, rows } = await troubledRuns(db, projectId);
  const latest = rows.map(({ job_id: id, trouble }) => {
    const [{ provider, message }] = parsed<[{ provider: string | null; message: string }]>(trouble);
    return { id, about: provider === null ? message : `${provider}: ${message}` };
  });
  return { needsYou: entry('ai_visibility_unanswered', { count, latest }, ['jobs_get', { id: latest[0]?.id }]) };
}

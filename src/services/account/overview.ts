import type { Db } from '../../db/open.ts';
import { entry, maxLatest, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { ofProject } from '../common/queries.ts';
import { jobsWith } from './queries.ts';

/** Which integrations are in trouble, and which jobs are under way. */
export async function accountOverview(db: Db, { projectId }: OverviewQuestion): Promise<OverviewPart> {
  const failing = db.selectFrom('integrations').select(['provider', 'project_id', 'last_error']).where('healthy', '=', 0);
  const ill = await failing.where(ofProject('project_id', projectId)).orderBy('last_checked_at', 'desc').execute();
  const latest = ill.slice(0, maxLatest).map(({ provider: id, last_error: error }) => ({ id, about: error ?? 'its last check failed' }));
  const [running, queued] = await Promise.all([jobs(db, 'running', projectId), jobs(db, 'queued', projectId)]);
  return {
    needsYou: entry('integrations_failing', { count: ill.length, latest }, [
      'integrations_test',
      { provider: ill[0]?.provider, projectId: ill[0]?.project_id },
    ]),
    comesNext: [
      ...entry('jobs_running', running, ['jobs_get', { id: running.latest[0]?.id }]),
      ...entry('jobs_queued', queued, ['jobs_get', { id: queued.latest[0]?.id }]),
    ],
  };
}

/** Without those that wait for a draft: they are counted as drafts. */
async function jobs(db: Db, status: 'running' | 'queued', projectId: string | undefined) {
  const { count, first } = await jobsWith(db, status, { projectId, limit: maxLatest });
  return { count, latest: first.map(({ id, kind, step }) => ({ id, about: step === null ? kind : `${kind}: ${step}` })) };
}

import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { countUpTo, entry, maxLatest, ofProject, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';

/** Which integrations are in trouble, and which jobs are under way. */
export async function accountOverview(db: Db, { projectId }: OverviewQuestion): Promise<OverviewPart> {
  const mine = ofProject('project_id', projectId);
  const { rows: ill } = await sql<{ provider: string; project_id: string; last_error: string | null }>`
    select provider, project_id, last_error from integrations where healthy = 0 and ${mine} order by last_checked_at desc`.execute(db);
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
  const from = sql`from jobs where status = ${status} and waits_for is null and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<{ id: string; kind: string; step: string | null }>`
    select id, kind, step ${from} order by id limit ${maxLatest}`.execute(db);
  return {
    count: await countUpTo(db, sql`select 1 ${from}`),
    latest: rows.map(({ id, kind, step }) => ({ id, about: step === null ? kind : `${kind}: ${step}` })),
  };
}

import type { Db } from '../../db/open.ts';
import { entry, maxLatest, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { ofProject } from '../common/queries.ts';
import { isoTime } from '../common/wire.ts';

/** In characters: what is said after it must stay in sight. */
const maxUrl = 60;
const maxCounted = 1000;

/** Which rewrites wait for somebody, and what was made better. */
export async function optimizerOverview(db: Db, { since, projectId }: OverviewQuestion): Promise<OverviewPart> {
  const awaited = await latest(db, 'awaiting_draft', { projectId });
  const ready = await latest(db, 'ready', { since, projectId });
  const failed = await latest(db, 'failed', { since, projectId });
  return {
    needsYou: entry('rewrites_awaited', awaited, ['optimizations_brief', { id: awaited.latest[0]?.id }]),
    happened: [
      ...entry('optimizations_completed', ready, ['optimizations_get', { id: ready.latest[0]?.id }]),
      ...entry('optimizations_failed', failed, ['optimizations_get', { id: failed.latest[0]?.id }]),
    ],
  };
}

async function latest(db: Db, status: string, { since = 0, projectId }: Partial<OverviewQuestion>) {
  let some = db.selectFrom('optimizations').where('status', '=', status).where('updated_at', '>=', since);
  some = projectId === undefined ? some.where(ofProject('project_id', projectId)) : some.where('project_id', '=', projectId);
  const counted = await some.select('id').limit(maxCounted).execute();
  const rows = await some
    .select(['id', 'url', 'score_before', 'score_after', 'draft_due_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxLatest)
    .execute();
  const told = ({ score_before: before, score_after: after, draft_due_at: due }: (typeof rows)[number]) => {
    if (due !== null) return `: due ${isoTime(due)}`;
    return before === null ? '' : `: score ${before}${after === null ? '' : ` → ${after}`}`;
  };
  return { count: counted.length, latest: rows.map((row) => ({ id: row.id, about: `${row.url.slice(0, maxUrl)}${told(row)}` })) };
}

import { pageKey } from '../../crawl/url.ts';
import type { Db } from '../../db/open.ts';
import { evidence, pageTarget, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { isoTime } from '../common/wire.ts';

/** Optimizations that are looked at, the newest. */
const maxLookedAt = 100;
/** Of 100: a page below it misses much of what its competitors have. */
const lowScore = 50;

/** Rewrites that wait for a text, and pages that scored low and were not rewritten. */
export async function optimizerActions(db: Db, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const { id: projectId } = project;
  const columns = db
    .selectFrom('optimizations')
    .select(['id', 'url', 'keyword', 'status', 'writer', 'score_before', 'draft_due_at', 'job_id', 'updated_at']);
  const rows = await columns.where('project_id', '=', projectId).orderBy('id', 'desc').limit(maxLookedAt).execute();
  const waiting = rows.filter(({ status }) => status === 'awaiting_draft');
  const newest = [...Map.groupBy(rows, ({ url }) => pageKey(url)).values()].map(([first]) => first!);
  const low = newest.filter(
    ({ status, writer, score_before }) => status === 'ready' && writer === 'none' && score_before !== null && score_before < lowScore,
  );
  return [
    ...waiting.slice(-limit).map(({ id, url, draft_due_at: due, job_id, score_before, updated_at }): ActionOffer => ({
      reason: 'rewrite_awaited',
      target: { kind: 'optimization', id, about: url },
      why: `The rewrite of ${url} waits for its text: read the brief, then hand it in${due === null ? '' : ` before ${isoTime(due)}`}.`,
      evidence: [evidence('optimizer', `Score ${score_before ?? 'unknown'} as it stands`, updated_at)],
      operation: 'optimizations_brief',
      arguments: { id },
      ...(due !== null && { expiresAt: due }),
      cause: job_id,
    })),
    ...low.slice(0, limit).map(({ id, url, keyword, score_before, updated_at }): ActionOffer => ({
      reason: 'page_scored_low',
      target: pageTarget(url),
      why: `${url} scores ${score_before} of 100 against its competitors${keyword === null ? '' : ` for “${keyword}”`}, and was not rewritten.`,
      evidence: [evidence('optimizer', `Score ${score_before} of 100`, updated_at)],
      operation: 'optimizations_create',
      arguments: { url, ...(keyword !== null && { keyword }), writer: 'agent', projectId },
      cause: id,
    })),
  ];
}

import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { isoTime } from '../common/wire.ts';
import {
  articlesAwaitingDraft,
  articlesGated,
  articlesInTurn,
  articlesPublished,
  articlesToReview,
  endings,
  isOpen,
  type Listed,
} from './queries.ts';
import { refusedArticles } from './publications.ts';
import { openGatesOf } from './rows.ts';

/** In characters: what is said after it must stay in sight. */
const maxTitle = 60;

/** Which articles wait for somebody, and what was written and published. */
export async function articleOverview(db: Db, { since, projectId }: OverviewQuestion): Promise<OverviewPart> {
  const gated = shown(await articlesGated(db, projectId), (quality) => `: gates: ${openGatesOf({ quality }).join(', ')}`);
  const drafts = shown(await articlesAwaitingDraft(db, projectId), (due) => (due === null ? '' : `: due ${isoTime(due)}`));
  const failures = await unpublished(db, projectId);
  const waiting = await articlesToReview(db, projectId);
  const toReview = shown(waiting, (score) => (score === null ? '' : `: score ${score} is too low`));
  const inTurn = shown(await articlesInTurn(db, projectId), (next) => (next === null ? '' : `: from ${isoTime(next)} on`));
  const written = await happened(db, 'article.ready', { since, projectId });
  const failed = await happened(db, 'article.failed', { since, projectId });
  const batches = await happened(db, 'batch.completed', { since, projectId });
  const published = shown(await articlesPublished(db, { since, projectId }), () => '');
  const open = waiting.newest.find(isOpen);
  const from = isoTime(since);
  return {
    needsYou: [
      ...failures,
      ...entry(
        'articles_gated',
        gated,
        gated.count === 1
          ? ['articles_get', { id: gated.latest[0]?.id, include: [] }]
          : ['articles_list', { quality: 'gated', projectId: gated.projectId }],
      ),
      ...entry(
        'articles_to_review',
        toReview,
        open ? ['articles_publish', { id: open.id }] : ['auto_publish_set', { projectId: toReview.projectId }],
      ),
      ...entry('drafts_awaited', drafts, ['articles_brief', { id: drafts.latest[0]?.id }]),
    ],
    happened: [
      ...entry('articles_written', written, ['articles_list', { since: from, projectId: written.projectId }]),
      ...entry('articles_failed', failed, ['articles_list', { status: 'failed', since: from, projectId: failed.projectId }]),
      ...entry('articles_published', published, ['articles_list', { status: 'published', projectId: published.projectId }]),
      ...entry('batches_completed', { count: batches.count }, ['batches_get', { id: batches.newest }]),
    ],
    comesNext: entry('articles_in_turn', inTurn, ['auto_publish_set', { projectId: inTurn.projectId }]),
  };
}

/** What WordPress or Ghost did not take, with the call that sends one, else one that tests its site, else one that shows what is in its way. */
async function unpublished(db: Db, projectId: string | undefined) {
  const { count, newest } = await refusedArticles(db, projectId);
  const latest = newest.map(({ id, title, triedAgain }) => {
    const words = triedAgain[0] ? `${triedAgain[0].target} fails, and is tried again by itself` : 'failed to publish';
    return { id, about: `${title.slice(0, maxTitle)}: ${words}` };
  });
  const told = (...call: Parameters<typeof entry>[2]) => entry('publications_failed', { count, latest }, call);
  const open = newest.find(({ ended }) => ended.length > 0);
  if (open) return told('articles_publish', { id: open.id });
  const unwell = newest.find(({ triedAgain }) => triedAgain.length > 0);
  if (unwell) return told('integrations_test', { provider: unwell.triedAgain[0]?.target, projectId: unwell.project_id });
  return told('articles_get', { id: newest[0]?.id, include: [] });
}

function shown<Detail>({ count, newest }: Listed<Detail>, words: (detail: Detail) => string) {
  const latest = newest.map(({ id, title, detail }) => ({ id, about: `${title.slice(0, maxTitle)}${words(detail)}` }));
  return { count, latest, projectId: newest[0]?.project_id };
}

async function happened(db: Db, type: string, question: OverviewQuestion) {
  const { count, newest } = await endings(db, type, question);
  const latest = newest.flatMap(({ id, title }) => (title === null ? [] : [{ id, about: title }]));
  return { count, latest, newest: newest[0]?.id, projectId: newest[0]?.project_id };
}

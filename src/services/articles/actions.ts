import type { Db } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import { evidence, sentence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { isoTime } from '../common/wire.ts';
import { refusedArticles, type FailedPublication } from './publications.ts';
import { articlesGated } from './queries.ts';
import { openGatesOf } from './rows.ts';

interface Needs {
  db: Db;
  /** Whether the project has anywhere to publish to. */
  hasTarget(projectId: string): Promise<boolean>;
}

/** Articles that are looked at, the newest. */
const maxReady = 50;

/** Articles that wait: for a draft, for mending, or to be published. */
export async function articleActions(needs: Needs, question: ActionQuestion): Promise<ActionOffer[]> {
  return [
    ...(await awaitingDraft(needs.db, question)),
    ...(await gated(needs.db, question)),
    ...(await unpublished(needs, question)),
    ...(await toReview(needs.db, question)),
    ...(await refused(needs.db, question)),
  ];
}

async function awaitingDraft(db: Db, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const waiting = db.selectFrom('articles').where('project_id', '=', project.id).where('status', '=', 'awaiting_draft');
  const columns = waiting.select(['id', 'title', 'keyword', 'draft_due_at', 'created_at', 'job_id']);
  const rows = await columns.orderBy('created_at').orderBy('id').limit(limit).execute();
  return rows.map(({ id, title, keyword, draft_due_at: due, created_at, job_id }) => ({
    reason: 'draft_awaited',
    target: articleTarget(id, title ?? keyword),
    why: `“${title ?? keyword}” waits for its text: read the brief, then hand in a draft${due === null ? '' : ` before ${isoTime(due)}`}.`,
    evidence: [evidence('articles', 'Researched and outlined, without a text', created_at)],
    operation: 'articles_brief',
    arguments: { id },
    ...(due !== null && { expiresAt: due }),
    cause: job_id,
  }));
}

/** What a gate objects to is not published by an action: the claims tell what to mend. */
async function gated(db: Db, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const { newest } = await articlesGated(db, project.id, limit);
  return newest.map(({ id, title, detail: quality, version }) => {
    const gates = openGatesOf({ quality }).join(', ');
    return {
      reason: 'article_gated',
      target: articleTarget(id, title),
      why: `“${title}” is written, but quality gates object: ${gates}. Mend what its claims name with articles_update, then publish it.`,
      evidence: [evidence('articles', `Gates: ${gates}`, null)],
      operation: 'articles_claims',
      arguments: { id },
      cause: `${version} ${gates}`,
    };
  });
}

/** What no target has, though there is one and no gate objects. */
async function unpublished({ db, hasTarget }: Needs, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const ready = db.selectFrom('articles').where('project_id', '=', project.id).where('status', '=', 'ready');
  const columns = ready.select(['id', 'title', 'keyword', 'score', 'gated', 'published_at', 'generated_at', 'version']);
  const newest = await columns.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(maxReady).execute();
  const open = newest.filter(({ gated: isGated, published_at }) => isGated === 0 && published_at === null);
  if (open.length === 0 || !(await hasTarget(project.id))) return [];
  const ids = idsIn(open.map(({ id }) => id));
  const sent = await db
    .selectFrom('deliveries')
    .select('article_id')
    .where('article_id', 'in', ids)
    .where('kind', '=', 'publish')
    .execute();
  const begun = await db.selectFrom('publications').select('article_id').where('article_id', 'in', ids).execute();
  // What has its turn goes by itself; what a person is to look at is offered as such.
  const waiting = await db.selectFrom('waiting_publications').select('article_id').where('article_id', 'in', ids).execute();
  const known = new Set([...sent, ...begun, ...waiting].map(({ article_id }) => article_id));
  return open
    .filter(({ id }) => !known.has(id))
    .slice(0, limit)
    .map(({ id, title, keyword, score, generated_at, version }) => ({
      reason: 'article_unpublished',
      ...publishing(id, title ?? keyword),
      why: `“${title ?? keyword}” is ready, no quality gate objects, and it was never sent anywhere.`,
      evidence: [evidence('articles', `Ready${score === null ? '' : `, score ${score}`}`, generated_at)],
      cause: String(version),
    }));
}

/** What goes to WordPress and Ghost once a person has looked at it. */
async function toReview(db: Db, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const waiting = db.selectFrom('waiting_publications').where('waiting_publications.project_id', '=', project.id);
  const rows = await waiting
    .innerJoin('articles', 'articles.id', 'article_id')
    .select(['article_id', 'waits_for', 'since', 'title', 'keyword', 'score', 'version', 'error'])
    .where('waits_for', 'in', ['review', 'score'])
    // A gate is never overruled by an action: it is mended first.
    .where('gated', '=', 0)
    .where('articles.status', 'in', ['ready', 'published'])
    .orderBy('since')
    .limit(limit)
    .execute();
  return rows.map(({ article_id, waits_for, since, title, keyword, score, version, error }): ActionOffer => ({
    reason: 'article_to_review',
    ...publishing(article_id, title ?? keyword),
    why: `“${title ?? keyword}” waits for you${waits_for === 'score' ? `: with a score of ${score} it does not go by itself` : ''}. ${error === null ? '' : 'Writing it anew failed, so it is its earlier text. '}Read it, then publish it.`,
    evidence: [evidence('articles', `Ready${score === null ? '' : `, score ${score}`}`, since)],
    cause: String(version),
  }));
}

/** What WordPress or Ghost did not take: a gate is not overruled by an action, and nothing goes before its turn. */
async function refused(db: Db, { project, limit }: ActionQuestion): Promise<ActionOffer[]> {
  const { newest } = await refusedArticles(db, project.id, maxReady + limit);
  const ended = newest.filter((article) => article.ended.length > 0).slice(0, limit);
  return [
    ...newest.flatMap(({ title, triedAgain }) => triedAgain.map((row) => failing(project.id, title, row))),
    ...ended.map(({ id, title, version, ended: [first] }): ActionOffer => {
      const { target, message, at, publishedAt } = first!;
      return {
        reason: 'publication_failed',
        ...publishing(id, title),
        why: `“${title}” could not be published to ${target}: ${sentence(message)}`,
        evidence: [evidence('articles', `${target}: ${message}`, at)],
        // The same text that fails the same way is the same thing; one that went out meanwhile is another.
        cause: `${version} ${publishedAt} ${message}`,
      };
    }),
  ];
}

function failing(projectId: string, title: string, { target, message, at, waitsSince }: FailedPublication): ActionOffer {
  return {
    reason: 'integration_failing',
    target: { kind: 'integration', id: target, about: target },
    why: `“${title}” goes by itself once ${target} takes it, and what has its turn waits behind it: ${sentence(message)} Mend that, then have it tested.`,
    evidence: [evidence('articles', `${target}: ${message}`, at)],
    operation: 'integrations_test',
    arguments: { provider: target, projectId },
    // A fault that comes back meets another article.
    cause: `${waitsSince} ${message}`,
  };
}

const articleTarget = (id: string, about: string): ActionOffer['target'] => ({ kind: 'article', id, about });

const publishing = (id: string, title: string) => ({ target: articleTarget(id, title), operation: 'articles_publish', arguments: { id } });

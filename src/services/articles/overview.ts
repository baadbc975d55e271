import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import {
  countUpTo,
  entry,
  maxCounted,
  maxLatest,
  ofProject,
  withinProjects,
  type OverviewPart,
  type OverviewQuestion,
} from '../common/overview.ts';
import { isoTime } from '../common/wire.ts';
import { openGatesOf } from './rows.ts';

/** In characters: what is said after it must stay in sight. */
const maxTitle = 60;

/** Which articles wait for somebody, and what was written and published. */
export async function articleOverview(db: Db, { since, projectId }: OverviewQuestion): Promise<OverviewPart> {
  const withStatus = (status: string) => sql`from articles where ${withinProjects('project_id', projectId)} and status = ${status}`;
  const gated = await listed(
    db,
    sql`from articles where gated = 1 and ${ofProject('project_id', projectId)}`,
    sql`quality`,
    (quality) => `gates: ${gatesOf(quality)}`,
  );
  const drafts = await listed(db, withStatus('awaiting_draft'), sql`draft_due_at`);
  const publications = sql`from publications join articles on articles.id = article_id where ${ofProject('project_id', projectId)}`;
  const unpublished = await listed(db, sql`${publications} and publications.status = 'failed'`, sql`'failed to publish'`);
  const [written, failed, batches] = await Promise.all(
    ['article.ready', 'article.failed', 'batch.completed'].map((type) => happened(db, type, { since, projectId })),
  );
  const out = sql`from articles where published_at >= ${since} and ${ofProject('project_id', projectId)}`;
  const published = await listed(db, out, sql`null`);
  const from = isoTime(since);
  return {
    needsYou: [
      ...entry('publications_failed', unpublished, ['articles_publish', { id: unpublished.latest[0]?.id }]),
      ...entry(
        'articles_gated',
        gated,
        gated.count === 1
          ? ['articles_get', { id: gated.latest[0]?.id, include: [] }]
          : ['articles_list', { quality: 'gated', projectId: gated.projectId }],
      ),
      ...entry('drafts_awaited', drafts, ['articles_brief', { id: drafts.latest[0]?.id }]),
    ],
    happened: [
      ...entry('articles_written', written!, ['articles_list', { since: from, projectId: written!.projectId }]),
      ...entry('articles_failed', failed!, ['articles_list', { status: 'failed', since: from, projectId: failed!.projectId }]),
      ...entry('articles_published', published, ['articles_list', { status: 'published', projectId: published.projectId }]),
      ...entry('batches_completed', { count: batches!.count }, ['batches_get', { id: batches!.newest }]),
    ],
  };
}

function gatesOf(quality: string): string {
  return openGatesOf({ quality }).join(', ');
}

type Rows = RawBuilder<unknown>;

/** The newest of the first by title, with a detail of each. Long columns are read of those alone. */
async function listed(db: Db, from: Rows, detail: RawBuilder<string | number | null>, words: (detail: string) => string = String) {
  const { rows } = await sql<{ id: string; project_id: string; title: string; detail: string | number | null }>`
    select articles.id, project_id, coalesce(title, keyword) as title, ${detail} as detail
      from (select "foundId" from (select articles.id as "foundId" ${from} limit ${maxCounted}) as found order by "foundId" desc limit ${maxLatest}) as newest
      join articles on articles.id = "foundId" order by articles.id desc`.execute(db);
  const shown = (one: string | number | null) =>
    typeof one === 'number' ? `: due ${isoTime(one)}` : one === null ? '' : `: ${words(one)}`;
  const latest = rows.map(({ id, title, detail: one }) => ({ id, about: `${title.slice(0, maxTitle)}${shown(one)}` }));
  return { count: await countUpTo(db, sql`select 1 ${from}`), latest, projectId: rows[0]?.project_id };
}

/** Events of a type, which tell when something ended; with their articles, if they are of articles. */
async function happened(db: Db, type: string, { since, projectId }: OverviewQuestion) {
  const events = sql`from events where ${withinProjects('project_id', projectId)} and type = ${type} and created_at >= ${since}`;
  const { rows } = await sql<{ id: string; project_id: string; title: string | null }>`
    select resource_id as id, newest.project_id, coalesce(title, keyword) as title
      from (select resource_id, project_id, created_at ${events} order by created_at desc limit ${maxLatest}) as newest
      left join articles on articles.id = resource_id order by newest.created_at desc`.execute(db);
  const latest = rows.flatMap(({ id, title }) => (title === null ? [] : [{ id, about: title }]));
  return { count: await countUpTo(db, sql`select 1 ${events}`), latest, newest: rows[0]?.id, projectId: rows[0]?.project_id };
}

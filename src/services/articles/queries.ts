import { sql, type Insertable, type RawBuilder, type UpdateObject } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { ArticleStageRow, WaitingPublicationRow } from '../../db/rows/articles.ts';
import { hint, idsIn, rowsOf } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.ts';
import { keysOf } from '../common/keyword-key.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, maxCounted, ofProject, withinProjects } from '../common/queries.ts';

type ProjectId = string | undefined;

/** Articles counted up to `maxCounted`, and the newest of them. */
export interface Listed<Detail> {
  count: number;
  newest: { id: string; project_id: string; title: string; version: number; status: string; gated: number; detail: Detail }[];
}

/** Whether it may be sent as it is: it is written, and no gate objects. */
export function isOpen({ status, gated }: { status: string; gated: number }): boolean {
  return gated === 0 && (status === 'ready' || status === 'published');
}

/** Those that a gate objects to, with what was found wrong with each, as JSON. */
export function articlesGated(db: Db, projectId: ProjectId, limit?: number): Promise<Listed<string>> {
  return listed(db, sql`from articles where gated = 1 and ${ofProject('project_id', projectId)}`, sql`quality`, limit);
}

/** Those that wait for an agent's draft, with the time when each is due. */
export function articlesAwaitingDraft(db: Db, projectId: ProjectId): Promise<Listed<number | null>> {
  const from = sql`from articles where ${withinProjects('project_id', projectId)} and status = ${'awaiting_draft'}`;
  return listed(db, from, sql`draft_due_at`);
}

/** Those that some target refused, with since when they wait for their turn; null where none is to come. */
export function articlesUnpublished(db: Db, projectId: ProjectId, limit?: number): Promise<Listed<number | null>> {
  const failed = sql`select article_id from publications where status = 'failed'`;
  const since = sql<number | null>`(select since from waiting_publications where article_id = articles.id and waits_for = 'turn')`;
  return listed(db, sql`from articles where id in (${failed}) and ${ofProject('project_id', projectId)}`, since, limit);
}

export function articlesPublished(db: Db, { since, projectId }: OverviewQuestion): Promise<Listed<null>> {
  return listed(db, sql`from articles where published_at >= ${since} and ${ofProject('project_id', projectId)}`, sql`null`);
}

/** Long columns are read of the newest alone. */
async function listed<Detail>(db: Db, from: RawBuilder<unknown>, detail: RawBuilder<Detail>, limit = maxLatest): Promise<Listed<Detail>> {
  const { rows } = await sql<Listed<Detail>['newest'][number]>`
    select articles.id, project_id, coalesce(title, keyword) as title, version, status, gated, ${detail} as detail
      from (select "foundId" from (select articles.id as "foundId" ${from} limit ${maxCounted}) as found order by "foundId" desc limit ${limit}) as newest
      join articles on articles.id = "foundId" order by articles.id desc`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), newest: rows };
}

/** Events of a type, which tell when something ended; with their articles' titles, if they are of articles. */
export async function endings(db: Db, type: string, { since, projectId }: OverviewQuestion) {
  const events = sql`from events where ${withinProjects('project_id', projectId)} and type = ${type} and created_at >= ${since}`;
  const { rows } = await sql<{ id: string; project_id: string; title: string | null }>`
    select resource_id as id, newest.project_id, coalesce(title, keyword) as title
      from (select resource_id, project_id, created_at ${events} order by created_at desc limit ${maxLatest}) as newest
      left join articles on articles.id = resource_id order by newest.created_at desc`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${events}`), newest: rows };
}

/** Unmarks up to `limit` articles of a project that are held back; returns how many. */
export async function unmarkHeld(tx: Tx, projectId: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update articles set publish_held = 0 where id in (
      select id from articles ${hint('articles_held')} where project_id = ${projectId} and publish_held = 1 limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/** Removes up to `limit` versions of these articles; returns how many. */
export async function removeVersions(tx: Tx, articleIds: readonly string[], limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from article_versions where (article_id, number) in (
      select article_id, number from article_versions where article_id in ${idsIn(articleIds)} limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/** The same for their pictures. */
export async function removePictures(tx: Tx, articleIds: readonly string[], limit: number): Promise<number> {
  const some = tx.selectFrom('media').select('token').where('article_id', 'in', idsIn(articleIds)).limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('media').where('token', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Counts one more, in what `putStages` changes. */
export const oneMoreAttempt = sql<number>`article_stages.attempts + 1`;

/** Adds stages, or changes those that are there. */
export async function putStages(
  tx: Tx,
  stages: readonly Insertable<ArticleStageRow>[],
  changed: UpdateObject<Tables, 'article_stages'>,
): Promise<void> {
  const added = tx.insertInto('article_stages').values(stages);
  await added.onConflict((conflict) => conflict.columns(['article_id', 'stage']).doUpdateSet(changed)).execute();
}

/** Some articles of a project whose keyword has no key in the project's language. */
export async function withOldKeys(
  db: Db | Tx,
  { id, language }: { id: string; language: string },
  limit: number,
): Promise<{ id: string; keyword: string }[]> {
  const { from, before } = keysOf(language);
  const old = (range: RawBuilder<boolean>) =>
    sql`select * from (select id, keyword from articles ${hint('articles_by_keyword')} where project_id = ${id} and ${range} limit ${limit}) as some`;
  const { rows } = await sql<{ id: string; keyword: string }>`
    ${old(sql`keyword_key < ${from}`)} union all ${old(sql`keyword_key >= ${before}`)} limit ${limit}`.execute(db);
  return rows;
}

/** Keeps the keys of these articles' keywords. */
export async function keepKeys(tx: Tx, made: readonly { id: string; key: string }[]): Promise<void> {
  if (made.length === 0) return;
  const { from, columns } = rowsOf('made', ['id', 'key'], made);
  await sql`update articles set keyword_key = ${columns.key} from ${from} where articles.id = ${columns.id}`.execute(tx);
}

/** Keeps what models took for articles, as JSON. */
export async function keepUsage(tx: Tx, used: readonly { id: string; usage: string }[]): Promise<void> {
  const { from, columns } = rowsOf('used', ['id', 'usage'], used);
  await sql`update articles set usage = ${columns.usage} from ${from} where articles.id = ${columns.id}`.execute(tx);
}

/** Counts an article whose turn has ended on a day. Where the zone has changed, a later day counts on. */
export async function countOne(tx: Tx, projectId: string, day: string): Promise<void> {
  await sql`
    insert into auto_publishing (project_id, day, published, next_at) values (${projectId}, ${day}, 1, null)
    on conflict (project_id) do update set
      published = case when auto_publishing.day < excluded.day then 1 else auto_publishing.published + 1 end,
      day = case when auto_publishing.day < excluded.day then excluded.day else auto_publishing.day end`.execute(tx);
}

/** How many turns of a project have ended on a day. */
export async function countedOn(db: Pick<Tx, 'selectFrom'>, projectId: string, day: string): Promise<number> {
  const row = db.selectFrom('auto_publishing').select('published').where('project_id', '=', projectId).where('day', '>=', day);
  return (await row.executeTakeFirst())?.published ?? 0;
}

/** Says anew what all that waits of a project waits for: its turn, where its score is high enough, or a person. */
export async function judgeAnew(tx: Tx, projectId: string, minScore: number | null): Promise<void> {
  const score = sql`coalesce((select score from articles where articles.id = waiting_publications.article_id), 0)`;
  const waitsFor = minScore === null ? sql`${'review'}` : sql`case when ${score} < ${minScore} then 'score' else 'turn' end`;
  await sql`update waiting_publications set waits_for = ${waitsFor} where project_id = ${projectId}`.execute(tx);
}

/** An article that waits to go out, as answers show it. */
export interface Waiting {
  articleId: string;
  title: string;
  score: number | null;
  waitsFor: WaitingPublicationRow['waits_for'];
  since: number;
}

/** What waits of a project for one of these, the oldest first. */
export async function waitingFor(
  db: Db,
  { projectId, waitsFor, limit }: { projectId: string; waitsFor: readonly Waiting['waitsFor'][]; limit: number },
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select articles.id as "articleId", coalesce(title, keyword) as title, score, waits_for as "waitsFor", since
      from waiting_publications join articles on articles.id = article_id
    where waiting_publications.project_id = ${projectId} and waits_for in ${idsIn(waitsFor)}
    order by since, article_id limit ${limit}`.execute(db);
  return rows;
}

/** How many articles of a project wait, by what for. */
export async function waitingCounts(db: Db, projectId: string): Promise<{ waits_for: Waiting['waitsFor']; count: number }[]> {
  const { rows } = await sql<{ waits_for: Waiting['waitsFor']; count: number }>`
    select waits_for, count(*) as count from waiting_publications where project_id = ${projectId} group by waits_for`.execute(db);
  return rows;
}

/** Those that wait for their turn, the next first, with when that is; and those that wait for a person. */
export function articlesInTurn(db: Db, projectId: ProjectId): Promise<Listed<number | null>> {
  return listedWaiting(db, sql`waits_for = 'turn' and ${ofProject('waiting_publications.project_id', projectId)}`, sql`next_at`);
}

/** With the score of those that it is too low of. */
export function articlesToReview(db: Db, projectId: ProjectId): Promise<Listed<number | null>> {
  const forPerson = sql`waits_for in ('review', 'score') and ${ofProject('waiting_publications.project_id', projectId)}`;
  return listedWaiting(db, forPerson, sql`case when waits_for = 'score' then score end`);
}

/** The oldest are named. */
async function listedWaiting<Detail>(db: Db, which: RawBuilder<unknown>, detail: RawBuilder<Detail>): Promise<Listed<Detail>> {
  const from = sql`from waiting_publications where ${which}`;
  const { rows } = await sql<Listed<Detail>['newest'][number]>`
    select articles.id, articles.project_id, coalesce(title, keyword) as title, version, status, gated, ${detail} as detail
      from (select article_id, waiting_publications.project_id, waits_for, since ${from} order by since, article_id limit ${maxLatest}) as first
      join articles on articles.id = article_id
      left join auto_publishing on auto_publishing.project_id = articles.project_id
      order by since, article_id`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), newest: rows };
}

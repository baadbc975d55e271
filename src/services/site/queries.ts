import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { CrawledOrigin, PostRow } from '../../db/rows/site.ts';
import { idsIn, joinInOrder, least, rowsOf } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, ofProject } from '../common/queries.ts';

/** A passage of a crawled page. */
export interface CrawledText {
  number: number;
  pageId: string;
  origin: CrawledOrigin;
  host: string;
  url: string;
  pageTitle: string;
  language: string;
  readAt: number;
  position: number;
  kind: 'prose' | 'code';
  heading: string | null;
  text: string;
}

/** In the order of `numbers`, without those of other projects. */
export async function readCrawled(db: Db, projectId: string, numbers: readonly number[]): Promise<CrawledText[]> {
  const given = numbers.map((number) => ({ number }));
  const wanted = rowsOf('wanted', ['number'], given);
  const { rows } = await sql<CrawledText>`
    select passages.number as number, pages.id as "pageId", pages.origin as origin, pages.host as host, pages.url as url, pages.title as "pageTitle",
      pages.language as language, pages.read_at as "readAt", passages.position as position, passages.kind as kind, passages.heading as heading,
      passages.text as text
    from ${wanted.from}
    ${joinInOrder} crawled_passages as passages on passages.number = ${wanted.columns.number}
    ${joinInOrder} crawled_pages as pages on pages.id = passages.page_id
    where pages.project_id = ${projectId}
    order by ${wanted.place}`.execute(db);
  return rows;
}

/** How many passages of crawled pages there are, counted up to `enough`. */
export async function countCrawled(db: Db, enough: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select number from crawled_passages limit ${enough}) as some`.execute(db);
  return rows[0]!.count;
}

/** One index step per language, however many pages there are. */
export async function crawledLanguages(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    with recursive found (language) as (
      select min(language) from crawled_pages where project_id = ${projectId}
      union all
      select (select min(language) from crawled_pages where project_id = ${projectId} and language > found.language) from found
        where found.language is not null
    )
    select language from found where language is not null and language <> 'und'`.execute(db);
  return rows.map((row) => row.language);
}

/** What names a page of a site that is being read. */
export interface NamedPage {
  url: string;
  depth: number;
  listed: number;
  lastmod: string | null;
  fed: string | null;
}

/** Adds pages that are new; one that is there takes the lower depth, and keeps what was said of it. */
export async function namePostPages(tx: Tx, projectId: string, pages: readonly NamedPage[]): Promise<void> {
  const { from, columns } = rowsOf('named', ['url', 'depth', 'listed', 'lastmod', 'fed'], pages);
  await sql`
    insert into post_pages (project_id, url, depth, listed, lastmod, fed, state, status)
      select ${projectId}, ${columns.url}, ${columns.depth}, ${columns.listed}, ${columns.lastmod}, ${columns.fed}, 'waiting', 0 from ${from} where true
    on conflict (project_id, url) do update set depth = ${least(sql.ref('post_pages.depth'), sql.ref('excluded.depth'))},
      listed = case when excluded.listed = 1 then 1 else post_pages.listed end,
      lastmod = coalesce(excluded.lastmod, post_pages.lastmod), fed = coalesce(excluded.fed, post_pages.fed)`.execute(tx);
}

/** What came of some pages. */
export async function notePostPages(
  tx: Tx,
  projectId: string,
  pages: readonly { url: string; status: number; redirects_to: string | null; facts: string | null }[],
): Promise<void> {
  const { from, columns } = rowsOf('seen', ['url', 'status', 'redirects_to', 'facts'], pages);
  await sql`
    update post_pages set state = 'read', status = ${columns.status}, redirects_to = ${columns.redirects_to}, facts = ${columns.facts}
    from ${from} where post_pages.project_id = ${projectId} and post_pages.url = ${columns.url}`.execute(tx);
}

/** Removes some pages of a site that was read; returns whether there may be more. */
export async function removePostPages(tx: Tx, projectId: string, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from post_pages where (project_id, url) in (
      select project_id, url from post_pages where project_id = ${projectId} limit ${limit})`.execute(tx);
  return Number(numAffectedRows) === limit;
}

export type PostColumn = 'dated_at' | 'words' | 'links_in';

/** What comes after a place in a list ordered by a column and the id. */
export function isPastPost(column: PostColumn, isDescending: boolean, value: number, id: string): RawBuilder<boolean> {
  return isDescending
    ? sql<boolean>`(${sql.ref(column)}, id) < (${value}, ${id})`
    : sql<boolean>`(${sql.ref(column)}, id) > (${value}, ${id})`;
}

/** Whether a post's title, keyword or address holds this. */
export function holdsText(text: string): RawBuilder<boolean> {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  return sql<boolean>`sought like ${`%${escaped}%`} escape ${'\\'}`;
}

/** Whether a post is somewhere: an article that was deleted may have been nowhere that is known. */
export const isSomewhere = sql<boolean>`(place not like 'article:%' or article_id is not null)`;

/** An article of a project that is published, once for each place that is known. */
export interface PublishedArticle {
  id: string;
  projectId: string;
  keyword: string;
  title: string;
  slug: string | null;
  language: string;
  words: number | null;
  publishedAt: number;
  url: string | null;
}

/** Those of a project, or those with these ids. */
export async function publishedArticles(
  db: Db | Tx,
  which: { projectId: string } | { ids: readonly string[] },
): Promise<PublishedArticle[]> {
  const wanted = 'ids' in which ? sql`articles.id in ${idsIn(which.ids)}` : sql`articles.project_id = ${which.projectId}`;
  const { rows } = await sql<PublishedArticle>`
    select articles.id as id, articles.project_id as "projectId", articles.keyword as keyword, coalesce(articles.title, articles.keyword) as title, articles.slug as slug,
      coalesce(articles.language, projects.language) as language, articles.word_count as words, articles.published_at as "publishedAt", publications.url as url
    from articles
    join projects on projects.id = articles.project_id
    left join publications on publications.article_id = articles.id and publications.status = 'published'
    where ${wanted} and articles.published_at is not null`.execute(db);
  return rows;
}

/** Posts that share their keyword with others: how many, and the newest. */
export async function competingPosts(
  db: Db,
  { projectId }: OverviewQuestion,
): Promise<{ count: number; newest: Pick<PostRow, 'id' | 'title' | 'keyword' | 'project_id'>[] }> {
  const from = sql`from posts where competes = 1 and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<Pick<PostRow, 'id' | 'title' | 'keyword' | 'project_id'>>`
    select id, title, keyword, project_id ${from} order by project_id, id limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), newest: rows };
}

/** Some projects that have pages of a reading which is not under way. */
export async function projectsWithLeftPages(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select inventories.project_id as id from post_inventories as inventories
    where not exists (select 1 from jobs where jobs.id = inventories.job_id and jobs.status in ('queued', 'running'))
      and exists (select 1 from post_pages where post_pages.project_id = inventories.project_id)
    limit 1`.execute(tx);
  return rows.map(({ id }) => id);
}

import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { CrawledOrigin } from '../../db/rows/site.ts';
import { joinInOrder, least, rowsOf } from '../../db/sql.ts';

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

/** What names a page of a site that is being read. */
export interface NamedPage {
  url: string;
  depth: number;
  listed: number;
  lastmod: string | null;
  fed: string | null;
}

/** Sets some pages aside that a reading before has read; returns whether there may be more. Those that come up again are waiting then. */
export async function setPostPagesAside(tx: Tx, projectId: string, depth: number, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update post_pages set state = 'known', depth = ${depth}, listed = 0, lastmod = null, fed = null where (project_id, url) in (
      select project_id, url from post_pages where project_id = ${projectId} and state <> 'known' limit ${limit})`.execute(tx);
  return Number(numAffectedRows) === limit;
}

/** Adds pages that are new; one that is there takes the lower depth, and keeps what was said of it. */
export async function namePostPages(tx: Tx, projectId: string, pages: readonly NamedPage[]): Promise<void> {
  const { from, columns } = rowsOf('named', ['url', 'depth', 'listed', 'lastmod', 'fed'], pages);
  await sql`
    insert into post_pages (project_id, url, depth, listed, lastmod, fed, state, status)
      select ${projectId}, ${columns.url}, ${columns.depth}, ${columns.listed}, ${columns.lastmod}, ${columns.fed}, 'waiting', 0 from ${from} where true
    on conflict (project_id, url) do update set state = case when post_pages.state = 'known' then 'waiting' else post_pages.state end, depth = ${least(sql.ref('post_pages.depth'), sql.ref('excluded.depth'))},
      listed = case when excluded.listed = 1 then 1 else post_pages.listed end,
      lastmod = coalesce(excluded.lastmod, post_pages.lastmod), fed = coalesce(excluded.fed, post_pages.fed)`.execute(tx);
}

/** What came of some pages. */
export async function notePostPages(
  tx: Tx,
  projectId: string,
  pages: readonly { url: string; status: number; redirects_to: string | null; facts: string | null; kept: string | null }[],
): Promise<void> {
  const { from, columns } = rowsOf('seen', ['url', 'status', 'redirects_to', 'facts', 'kept'], pages);
  await sql`
    update post_pages set state = 'read', status = ${columns.status}, redirects_to = ${columns.redirects_to},
      facts = ${columns.facts}, kept = ${columns.kept}
    from ${from} where post_pages.project_id = ${projectId} and post_pages.url = ${columns.url}`.execute(tx);
}

/** Removes some pages of a site that was read: all, or what is of no use to the next reading. Returns whether there may be more. */
export async function removePostPages(tx: Tx, projectId: string, which: 'all' | 'useless', limit: number): Promise<boolean> {
  const useless = sql`and (kept is null or state = 'known')`;
  const { numAffectedRows } = await sql`
    delete from post_pages where (project_id, url) in (
      select project_id, url from post_pages where project_id = ${projectId} ${which === 'all' ? sql`` : useless} limit ${limit})`.execute(
    tx,
  );
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

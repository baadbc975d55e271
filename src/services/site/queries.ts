import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { CrawledOrigin } from '../../db/rows/site.ts';
import { joinInOrder, rowsOf } from '../../db/sql.ts';

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

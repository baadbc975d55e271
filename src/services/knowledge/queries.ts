import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { idsIn, joinInOrder, rowsOf, unindexed } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, ofProject } from '../common/queries.ts';

/** Puts passages at positions that no other has. */
export async function movePassages(tx: Tx, moves: readonly { number: number; position: number }[]): Promise<void> {
  const { from, columns } = rowsOf('moved', ['number', 'position'], moves);
  await sql`update passages set position = ${columns.position} from ${from} where passages.number = ${columns.number}`.execute(tx);
}

/** What the index is to know of a passage. */
export interface PassageToIndex {
  number: number;
  title: string;
  heading: string | null;
  text: string;
  documentId: string;
  projectId: string;
  tags: string;
  /** The document's, or the project's if that is unknown. */
  language: string;
}

export async function passagesToIndex(tx: Tx, numbers: readonly number[]): Promise<PassageToIndex[]> {
  const { rows } = await sql<PassageToIndex>`
    select passages.number as number, passages.title as title, passages.heading as heading, passages.text as text, documents.id as "documentId",
      documents.project_id as "projectId", documents.tags as tags,
      case when documents.language = 'und' then projects.language else documents.language end as language
    from passages
    ${joinInOrder} documents on documents.id = passages.document_id
    ${joinInOrder} projects on projects.id = documents.project_id
    where passages.number in ${idsIn(numbers)}`.execute(tx);
  return rows;
}

/** A passage with its document. */
export interface ReadPassage {
  number: number;
  documentId: string;
  documentTitle: string;
  url: string | null;
  language: string;
  position: number;
  kind: 'prose' | 'code';
  heading: string | null;
  text: string;
}

const passageColumns = sql`passages.number as number, documents.id as "documentId", documents.title as "documentTitle", documents.source_url as url,
  documents.language as language, passages.position as position, passages.kind as kind, passages.heading as heading, passages.text as text`;

/** In the order of `numbers`, without those of other projects. */
export async function readPassages(db: Db, projectId: string, numbers: readonly number[]): Promise<ReadPassage[]> {
  const given = numbers.map((number) => ({ number }));
  const wanted = rowsOf('wanted', ['number'], given);
  const { rows } = await sql<ReadPassage>`
    select ${passageColumns}
    from ${wanted.from}
    ${joinInOrder} passages on passages.number = ${wanted.columns.number}
    ${joinInOrder} documents on documents.id = passages.document_id
    where documents.project_id = ${projectId}
    order by ${wanted.place}`.execute(db);
  return rows;
}

/** The code right after these passages, which it belongs to. */
export async function codeAfter(db: Db, passages: readonly ReadPassage[]): Promise<ReadPassage[]> {
  const places = passages.map(({ documentId, position }) => ({ document_id: documentId, position: position + 1 }));
  const { from, columns } = rowsOf('next', ['document_id', 'position'], places);
  const { rows } = await sql<ReadPassage>`
    select ${passageColumns}
    from ${from}
    ${joinInOrder} passages on passages.document_id = ${columns.document_id} and passages.position = ${columns.position}
    ${joinInOrder} documents on documents.id = passages.document_id
    where passages.kind = 'code'`.execute(db);
  return rows;
}

/** Where the passages of these documents stand, in order. */
export async function placesOf(db: Db, documentIds: readonly string[], limit: number) {
  return db
    .selectFrom('passages')
    .select(['number', 'document_id as documentId', 'position', 'heading'])
    .where('document_id', 'in', idsIn(documentIds))
    .orderBy('document_id')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The documents that share most bands, of those with so many words. */
export async function likeliest(
  db: Db,
  projectId: string,
  { language, sketch }: { language: string; sketch: readonly number[] },
  [minWords, maxWords]: readonly [number, number],
  { maxMet, maxCompared }: { maxMet: number; maxCompared: number },
): Promise<string[]> {
  // It starts from the bands: few documents share a band, but many share a language.
  const { rows } = await sql<{ id: string }>`
    select documents.id as id
    from (select document_id from document_bands where band in ${idsIn(sketch)} limit ${maxMet}) as met
    ${joinInOrder} documents on documents.id = met.document_id
    where ${unindexed('documents.project_id')} = ${projectId} and ${unindexed('documents.language')} = ${language}
      and documents.word_count between ${minWords} and ${maxWords}
    group by documents.id order by count(*) desc, documents.id limit ${maxCompared}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records listed pages. One whose lastmod has not changed since it was read does not wait. */
export async function upsertPages(
  tx: Tx,
  { sitemapId, jobId }: { sitemapId: string; jobId: string },
  pages: readonly { url: string; position: number; lastmod: string | null }[],
): Promise<void> {
  const { from, columns } = rowsOf('listed', ['url', 'position', 'lastmod'], pages);
  const isRead = sql`sitemap_pages.document_id is not null and sitemap_pages.read_lastmod = excluded.lastmod`;
  await sql`
    insert into sitemap_pages (sitemap_id, url, listed_by, position, lastmod)
      select ${sitemapId}, ${columns.url}, ${jobId}, ${columns.position}, ${columns.lastmod} from ${from} where true
    on conflict (sitemap_id, url) do update set listed_by = excluded.listed_by, position = excluded.position, lastmod = excluded.lastmod,
      error = case when ${isRead} then null else sitemap_pages.error end,
      outcome = case when ${isRead} then 'unchanged' end`.execute(tx);
}

/** A sitemap is ready if it has led to any document. Its unread pages are counted for lists. */
export async function settleSitemap(tx: Tx, id: string): Promise<void> {
  await sql`
    update documents set
      status = case when exists (select 1 from sitemap_pages where sitemap_id = ${id} and document_id is not null) then 'ready' else 'failed' end,
      unread_pages = (select count(*) from sitemap_pages where sitemap_id = ${id} and error is not null)
    where id = ${id}`.execute(tx);
}

export interface Found {
  count: number;
  /** The first of them: with why they could not be read, or where they came in. */
  rows: { id: string; name: string; error?: string; project_id?: string; parent_id?: string | null }[];
}

/** What an overview tells. What could not be read is found by partial indexes, which have the same conditions. */
export async function newsOf(db: Db, { since, projectId }: OverviewQuestion) {
  const mine = ofProject('project_id', projectId);
  const added = (what: RawBuilder<unknown>) =>
    sql`select id, project_id, parent_id, title as name from documents where created_at >= ${since} and ${what} and ${mine}`;
  const newestFirst = sql`order by created_at desc`;
  const unreadPages = sql`
    select sitemap_id as id, url as name, sitemap_pages.error from sitemap_pages join documents on documents.id = sitemap_id
    where sitemap_pages.error is not null and ${mine}`;
  const unreadDocuments = sql`select id, title as name, last_error as error from documents where last_error is not null and ${mine}`;
  return {
    unreadPages: await firstOf(db, unreadPages),
    unreadDocuments: await firstOf(db, unreadDocuments),
    addedDocuments: await firstOf(db, added(sql`parent_id is null and kind <> 'sitemap'`), newestFirst),
    addedPages: await firstOf(db, added(sql`parent_id is not null`), newestFirst),
  };
}

/** The count needs no order: sorting costs. */
async function firstOf(db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown> = sql``): Promise<Found> {
  const { rows } = await sql<Found['rows'][number]>`${found} ${order} limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, found), rows };
}

/** What stands below one heading of a document. */
export interface Section {
  documentId: string;
  /** As "Section › Subsection"; null above the first. */
  heading: string | null;
  passages: number;
  words: number;
  /** The position of its first prose; null where it has none. */
  first: number | null;
}

/** The sections of these documents. */
export async function sectionsOf(db: Db, documentIds: readonly string[]): Promise<Section[]> {
  const { rows } = await sql<Section>`
    select document_id as "documentId", heading as heading, count(*) as passages, sum(word_count) as words,
      min(case when kind = 'prose' then position end) as first
    from passages
    where document_id in ${idsIn(documentIds)} and position < ${maxPlacesOfOne} group by document_id, heading`.execute(db);
  return rows;
}

const maxPlacesOfOne = 2_000;

/** Those of these documents that have a word of letters and digits in lower case anywhere. */
export async function documentsWith(db: Db, documentIds: readonly string[], word: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct document_id as id from passages
    where document_id in ${idsIn(documentIds)} and position < ${maxPlacesOfOne} and lower(text) like ${`%${word}%`}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The text of one passage. */
export async function textAt(db: Db, documentId: string, position: number): Promise<string | undefined> {
  const here = db.selectFrom('passages').select('text').where('document_id', '=', documentId).where('position', '=', position);
  return (await here.executeTakeFirst())?.text;
}

/** A document that holds some of the passages of a list: how many, the first one's position, and how many passages it has in all. */
export interface Holder {
  list: number;
  documentId: string;
  chunks: number;
  passages: number;
  first: number;
}

/** For each list of passages the documents that they stand in. */
export async function holdersOfEach(db: Db, lists: readonly (readonly number[])[]): Promise<Holder[][]> {
  const all = lists.flatMap((numbers, list) => numbers.map((number) => ({ list, number })));
  const found = rowsOf('found', ['list', 'number'], all);
  const { rows } = await sql<Holder>`
    select ${found.columns.list} as list, documents.id as "documentId", documents.chunks as chunks, count(*) as passages, min(position) as first
    from ${found.from}
    join passages on passages.number = ${found.columns.number}
    join documents on documents.id = passages.document_id
    group by ${found.columns.list}, documents.id, documents.chunks`.execute(db);
  const byList = Map.groupBy(rows, ({ list }) => list);
  return lists.map((_, list) => byList.get(list) ?? []);
}

/** How these documents begin. */
export async function openingsOf(db: Db, documentIds: readonly string[]): Promise<{ documentId: string; text: string }[]> {
  const { rows } = await sql<{ documentId: string; text: string }>`
    select document_id as "documentId", text as text from passages
    where document_id in ${idsIn(documentIds)} and position < ${openingPassages} and kind = 'prose' order by document_id, position`.execute(
    db,
  );
  return rows;
}

const openingPassages = 4;

/** Passages of these documents with a question mark, in order. */
export async function askingPassagesOf(db: Db, documentIds: readonly string[]): Promise<{ documentId: string; text: string }[]> {
  const { rows } = await sql<{ documentId: string; text: string }>`
    select document_id as "documentId", text as text from passages
    where document_id in ${idsIn(documentIds)} and position < ${maxPlacesOfOne} and kind = 'prose' and text like ${'%?%'}
    order by document_id, position limit ${maxAsking}`.execute(db);
  return rows;
}

const maxAsking = 200;

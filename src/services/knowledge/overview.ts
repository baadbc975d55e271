import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import { countUpTo, entry, maxLatest, ofProject, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { parsed } from '../common/wire.ts';

interface Unread {
  id: string;
  name: string;
  error: string;
}

/** Which pages and documents could not be read, and which came in. */
export async function knowledgeOverview(db: Db, { since, projectId }: OverviewQuestion): Promise<OverviewPart> {
  const mine = ofProject('project_id', projectId);
  // These conditions are those of partial indexes.
  const pages = sql`from sitemap_pages join documents on documents.id = sitemap_id where sitemap_pages.error is not null and ${mine}`;
  const documents = sql`from documents where last_error is not null and ${mine}`;
  const added = (what: RawBuilder<boolean>) => sql`from documents where created_at >= ${since} and ${what} and ${mine}`;
  const documentsAdded = await newest(db, added(sql<boolean>`parent_id is null and kind <> 'sitemap'`));
  const pagesAdded = await newest(db, added(sql<boolean>`parent_id is not null`));
  const unreadPages = await unread(db, sql`select sitemap_id as id, url as name, sitemap_pages.error ${pages}`);
  const unreadDocuments = await unread(db, sql`select id, title as name, last_error as error ${documents}`);
  return {
    needsYou: [
      ...entry('pages_unread', unreadPages, ['knowledge_get', { id: unreadPages.latest[0]?.id }]),
      ...entry('documents_unread', unreadDocuments, ['knowledge_refresh', { id: unreadDocuments.latest[0]?.id }]),
    ],
    happened: [
      ...entry('documents_added', documentsAdded, ['knowledge_list', { projectId: documentsAdded.first?.project_id }]),
      ...entry('pages_added', pagesAdded, ['knowledge_list', { parentId: pagesAdded.first?.parent_id }]),
    ],
  };
}

async function unread(db: Db, rows: RawBuilder<unknown>) {
  const first = await sql<Unread>`${rows} limit ${maxLatest}`.execute(db);
  const about = ({ name, error }: Unread) => `${name.slice(0, 200)}: ${parsed<{ message: string }>(error).message}`;
  return { count: await countUpTo(db, rows), latest: first.rows.map((row) => ({ id: row.id, about: about(row) })) };
}

async function newest(db: Db, from: RawBuilder<unknown>) {
  const { rows } = await sql<Added>`select id, project_id, parent_id ${from} order by created_at desc limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), latest: await titled(db, rows), first: rows[0] };
}

interface Added {
  id: string;
  project_id: string;
  parent_id: string | null;
}

async function titled(db: Db, rows: readonly { id: string }[]) {
  const ids = rows.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await db.selectFrom('documents').select(['id', 'title']).where('id', 'in', ids).execute();
  return ids.flatMap((id) => found.filter((one) => one.id === id).map(({ title }) => ({ id, about: title })));
}

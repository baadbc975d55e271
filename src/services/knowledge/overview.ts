import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { parsed } from '../common/wire.ts';
import { newsOf, type Added, type Found, type Unread } from './queries.ts';

/** Which pages and documents could not be read, and which came in. */
export async function knowledgeOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const news = await newsOf(db, question);
  const [unreadPages, unreadDocuments] = [unread(news.unreadPages), unread(news.unreadDocuments)];
  const [newDocuments, newPages] = [added(news.addedDocuments), added(news.addedPages)];
  return {
    needsYou: [
      ...entry('pages_unread', unreadPages, ['knowledge_get', { id: unreadPages.latest[0]?.id }]),
      ...entry('documents_unread', unreadDocuments, ['knowledge_refresh', { id: unreadDocuments.latest[0]?.id }]),
    ],
    happened: [
      ...entry('documents_added', newDocuments, ['knowledge_list', { projectId: newDocuments.first?.project_id }]),
      ...entry('pages_added', newPages, ['knowledge_list', { parentId: newPages.first?.parent_id }]),
    ],
  };
}

function unread({ count, rows }: Found<Unread>) {
  const about = ({ name, error }: Unread) => `${name.slice(0, 200)}: ${parsed<{ message: string }>(error).message}`;
  return { count, latest: rows.map((row) => ({ id: row.id, about: about(row) })) };
}

function added({ count, rows }: Found<Added>) {
  return { count, latest: rows.map(({ id, title }) => ({ id, about: title })), first: rows[0] };
}

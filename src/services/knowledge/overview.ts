import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { parsed } from '../common/wire.ts';
import { newsOf, type Found } from './queries.ts';

/** Which pages and documents could not be read, and which came in. */
export async function knowledgeOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const { unreadPages, unreadDocuments, addedDocuments, addedPages } = await newsOf(db, question);
  return {
    needsYou: [
      ...entry('pages_unread', told(unreadPages), ['knowledge_get', { id: unreadPages.rows[0]?.id }]),
      ...entry('documents_unread', told(unreadDocuments), ['knowledge_refresh', { id: unreadDocuments.rows[0]?.id }]),
    ],
    happened: [
      ...entry('documents_added', told(addedDocuments), ['knowledge_list', { projectId: addedDocuments.rows[0]?.project_id }]),
      ...entry('pages_added', told(addedPages), ['knowledge_list', { parentId: addedPages.rows[0]?.parent_id }]),
    ],
  };
}

function told({ count, rows }: Found) {
  const about = ({ name, error }: Found['rows'][number]) =>
    error === undefined ? name : `${name.slice(0, 200)}: ${parsed<{ message: string }>(error).message}`;
  return { count, latest: rows.map((row) => ({ id: row.id, about: about(row) })) };
}

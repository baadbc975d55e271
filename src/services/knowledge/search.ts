import type { Page } from '../../../schema/common.ts';
import type { KnowledgeRow } from '../../../schema/knowledge.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { decodeCursor, defaultLimit, encodeCursor } from '../paging.ts';
import { retrievePassages } from './retrieve.ts';
import { documentsOf, toKnowledge } from './rows.ts';

/** How many passages a search looks at to find its documents, and how many it shows of each. */
const searchedPassages = 200;
const shownPassages = 3;

/** The documents whose passages answer best, each with its best passages. */
export async function searchDocuments(
  db: Db,
  q: string,
  project: Project,
  { tag, limit = defaultLimit, cursor }: { tag?: string; limit?: number; cursor?: string },
): Promise<Page<KnowledgeRow>> {
  const from = Number(decodeCursor(cursor, /^\d{1,4}$/) ?? 0);
  const documentIds = tag === undefined ? undefined : (await documentsOf(db, project.id, tag).select('id').execute()).map((row) => row.id);
  const wanted = { query: q, language: project.language, projectId: project.id, documentIds, limit: searchedPassages, highlight: true };
  const found = await retrievePassages(db, wanted);
  const byDocument = Map.groupBy(found, (passage) => passage.documentId);
  const ids = [...byDocument.keys()].slice(from, from + limit);
  const rows = ids.length === 0 ? [] : await db.selectFrom('documents').selectAll().where('id', 'in', ids).execute();
  const data = ids.flatMap((id) => {
    const row = rows.find((one) => one.id === id);
    const passages = byDocument
      .get(id)!
      .slice(0, shownPassages)
      .map(({ heading, text }) => ({ heading, text }));
    return row ? [{ ...toKnowledge(row), passages }] : [];
  });
  return { data, nextCursor: byDocument.size > from + limit ? encodeCursor(String(from + limit)) : null };
}

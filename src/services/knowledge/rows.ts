import { sql } from 'kysely';
import type { Knowledge } from '../../../schema/knowledge.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { DocumentRow } from '../../db/rows/knowledge.ts';
import { AppError } from '../../errors.ts';
import { isoTime, parsed, parsedOrNull } from '../common/wire.ts';

/** A document without its text, which can be long. */
export type DocumentHead = Omit<DocumentRow, 'text'>;

export const headColumns = [
  'id',
  'project_id',
  'kind',
  'title',
  'source_url',
  'language',
  'word_count',
  'chunks',
  'tags',
  'fingerprint',
  'created_at',
  'refreshed_at',
  'parent_id',
  'address',
  'status',
  'checked_at',
  'last_error',
  'etag',
  'last_modified',
  'job_id',
  'named',
  'selection',
  'unread_pages',
] as const satisfies readonly (keyof DocumentHead)[];

/** A project's documents, or the pages of one of its sitemaps; with a tag, only those that have it. */
export function documentsOf(db: Db, projectId: string, { tag, parentId }: { tag?: string; parentId?: string }) {
  const documents = db.selectFrom('documents');
  const query = parentId === undefined ? documents.where('project_id', '=', projectId) : documents.where('parent_id', '=', parentId);
  return tag === undefined ? query : query.where(sql<boolean>`exists (select 1 from json_each(documents.tags) where value = ${tag})`);
}

/** Throws `not_found`. */
export async function headOf(db: Pick<Tx, 'selectFrom'>, id: string): Promise<DocumentHead> {
  const row = await db.selectFrom('documents').select(headColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw noDocument(id);
  return row;
}

export function noDocument(id: string): AppError {
  return new AppError('not_found', `There is no knowledge document ${id}.`, { hint: 'See knowledge_list.' });
}

export function toKnowledge(row: DocumentHead): Knowledge {
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    kind: row.kind as Knowledge['kind'],
    sourceUrl: row.source_url,
    parentId: row.parent_id,
    language: row.language,
    wordCount: row.word_count,
    chunks: row.chunks,
    status: row.status,
    tags: parsed(row.tags),
    createdAt: isoTime(row.created_at),
    refreshedAt: isoTime(row.refreshed_at),
    checkedAt: isoTime(row.checked_at),
    lastError: parsedOrNull(row.last_error),
    unreadPageCount: row.unread_pages,
  };
}

import type { Knowledge } from '../../../schema/knowledge.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { DocumentRow } from '../../db/rows/knowledge.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { isoTime, parsed, parsedOrNull } from '../common/wire.ts';

/** A document without its text, which can be long. */
export type DocumentHead = Omit<DocumentRow, 'text'>;

const headNames = [
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

export const headColumns = headNames.map((name) => `documents.${name}` as const);

/** A project's documents, or the pages of one of its sitemaps, newest first; with a tag, only those that have it. */
export function listDocuments(
  db: Db,
  { projectId, parentId, tag, before }: { projectId: string; parentId?: string; tag?: string; before?: string },
  limit: number,
): Promise<DocumentHead[]> {
  // Those with a tag are walked in order, without the others.
  if (tag !== undefined && parentId === undefined) {
    return db
      .selectFrom('document_tags')
      .innerJoin('documents', 'documents.id', 'document_tags.document_id')
      .select(headColumns)
      .where('document_tags.project_id', '=', projectId)
      .where('tag', '=', tag)
      .$if(before !== undefined, (tagged) => tagged.where('document_id', '<', before!))
      .orderBy('document_id', 'desc')
      .limit(limit)
      .execute();
  }
  const documents = db.selectFrom('documents').select(headColumns);
  return (parentId === undefined ? documents.where('project_id', '=', projectId) : documents.where('parent_id', '=', parentId))
    .$if(tag !== undefined, (all) =>
      all.where(({ exists, selectFrom }) => {
        const tags = selectFrom('document_tags').select('tag').whereRef('document_id', '=', 'documents.id');
        return exists(tags.where('document_tags.project_id', '=', projectId).where('tag', '=', tag!));
      }),
    )
    .$if(before !== undefined, (all) => all.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type FromNowOn = 'created_at' | 'refreshed_at' | 'checked_at' | 'last_error' | 'job_id' | 'unread_pages';

/** Adds a document of this moment. */
export async function insertDocument(tx: Tx, system: Pick<System, 'now'>, given: Omit<DocumentRow, FromNowOn>): Promise<DocumentRow> {
  const now = system.now();
  const row = { ...given, created_at: now, refreshed_at: now, checked_at: now, last_error: null, job_id: null, unread_pages: 0 };
  await tx.insertInto('documents').values(row).execute();
  await writeTags(tx, row);
  return row;
}

/** Makes a document findable by its tags, in place of those it had. */
export async function writeTags(tx: Tx, { id, project_id, tags }: Pick<DocumentHead, 'id' | 'project_id' | 'tags'>): Promise<void> {
  await tx.deleteFrom('document_tags').where('document_id', '=', id).execute();
  const rows = [...new Set(parsed<string[]>(tags))].map((tag) => ({ project_id, tag, document_id: id }));
  if (rows.length > 0) await tx.insertInto('document_tags').values(rows).execute();
}

/** Throws `not_found`. */
export async function headOf(db: Pick<Tx, 'selectFrom'>, id: string): Promise<DocumentHead> {
  const row = await db.selectFrom('documents').select(headColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw noDocument(id);
  return row;
}

/** The language a project's documents are probably written in. */
export async function expectedLanguage(db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<string | undefined> {
  return (await db.selectFrom('projects').select('language').where('id', '=', projectId).executeTakeFirst())?.language;
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
    lastError: failureOf(row),
    unreadPageCount: row.unread_pages,
  };
}

/** Why a document could not be read when it was last looked at. */
export interface ReadFailure extends NonNullable<Knowledge['lastError']> {
  /** Since when no look succeeded; earlier versions kept no such time. */
  since?: number;
}

function failureOf({ last_error }: DocumentHead): Knowledge['lastError'] {
  const failure = parsedOrNull<ReadFailure>(last_error);
  return failure && { code: failure.code, message: failure.message };
}

import { sql } from 'kysely';
import type { Knowledge } from '../../../schema/knowledge.ts';
import type { Db } from '../../db/open.ts';
import type { DocumentRow } from '../../db/tables.ts';
import { isoTime, parsed } from '../wire.ts';

/** A project's documents; with a tag only those that carry it. */
export function documentsOf(db: Db, projectId: string, tag: string | undefined) {
  const query = db.selectFrom('documents').where('project_id', '=', projectId);
  return tag === undefined ? query : query.where(sql<boolean>`exists (select 1 from json_each(documents.tags) where value = ${tag})`);
}

export function toKnowledge(row: DocumentRow): Knowledge {
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    kind: row.kind as Knowledge['kind'],
    sourceUrl: row.source_url,
    language: row.language,
    wordCount: row.word_count,
    chunks: row.chunks,
    status: 'ready',
    tags: parsed(row.tags),
    createdAt: isoTime(row.created_at),
    refreshedAt: isoTime(row.refreshed_at),
  };
}

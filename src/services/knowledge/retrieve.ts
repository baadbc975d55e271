import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { ftsQuery } from '../../text/retrieval.ts';

export interface FoundPassage {
  rowid: number;
  documentId: string;
  documentTitle: string;
  url: string | null;
  language: string;
  position: number;
  heading: string | null;
  text: string;
  /** BM25, higher is better. */
  score: number;
}

export interface Wanted {
  query: string;
  language: string;
  projectId: string;
  /** Only these documents. */
  documentIds?: readonly string[];
  limit: number;
  offset?: number;
  /** Puts ** around the words that match. */
  highlight?: boolean;
}

/** A passage's heading says what it is about: a match there counts twice. */
const headingWeight = 2;

/** The passages that answer a query best, by SQLite FTS5's BM25. Empty where the query has no word to look for. */
export async function retrievePassages(
  db: Db,
  { query, language, projectId, documentIds, limit, offset = 0, highlight = false }: Wanted,
): Promise<FoundPassage[]> {
  const match = ftsQuery(query, language);
  if (match === null) return [];
  const rank = sql`bm25(passages_fts, ${headingWeight}, 1.0)`;
  const text = highlight ? sql`highlight(passages_fts, 1, '**', '**')` : sql`passages.text`;
  const among = documentIds ? sql`and passages.document_id in (select value from json_each(${JSON.stringify(documentIds)}))` : sql``;
  const { rows } = await sql<FoundPassage>`
    select passages.rowid as rowid, documents.id as documentId, documents.title as documentTitle, documents.source_url as url,
      documents.language as language, passages.position as position, passages.heading as heading, ${text} as text, -${rank} as score
    from passages_fts
    join passages on passages.rowid = passages_fts.rowid
    join documents on documents.id = passages.document_id
    where passages_fts match ${match} and documents.project_id = ${projectId} ${among}
    order by ${rank} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

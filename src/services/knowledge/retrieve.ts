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

/** Of so many documents that answer a writer's query best, the passages around are taken along. */
const bestDocuments = 10;
/** So much of what a writer chooses from is theirs, even where there are matches enough. */
const shareAround = 0.25;

/** What a passage's page and section are called says what it is about: a match there counts twice. */
const weights = sql`2.0, 2.0, 1.0`;

/** The passages that answer a query best, by SQLite FTS5's BM25. Empty where the query has no word to look for. */
export async function retrievePassages(db: Db, wanted: Wanted): Promise<FoundPassage[]> {
  const { projectId, documentIds, limit, offset = 0, highlight = false } = wanted;
  const match = ftsQuery(wanted.query, wanted.language);
  if (match === null) return [];
  const rank = sql<number>`bm25(passages_fts, ${weights})`;
  const text = highlight ? sql<string>`highlight(passages_fts, 2, '**', '**')` : sql<string>`passages.text`;
  const among = documentIds ? sql`and passages.document_id in (select value from json_each(${JSON.stringify(documentIds)}))` : sql``;
  const { rows } = await sql<FoundPassage>`
    select ${columns}, ${text} as text, -${rank} as score
    from passages_fts
    join passages on passages.rowid = passages_fts.rowid
    join documents on documents.id = passages.document_id
    where passages_fts match ${match} and documents.project_id = ${projectId} ${among}
    order by ${rank} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** The passages that answer best, and what stands around them in the best documents: what a writer chooses from. */
export async function retrieveAround(db: Db, wanted: Wanted): Promise<FoundPassage[]> {
  const found = await retrievePassages(db, wanted);
  const best = [...new Set(found.map((passage) => passage.documentId))].slice(0, bestDocuments);
  const known = new Set(found.map((passage) => passage.rowid));
  const around = (await passagesOf(db, best, wanted.limit)).filter((passage) => !known.has(passage.rowid));
  const kept = around.slice(0, Math.max(wanted.limit - found.length, wanted.limit * shareAround));
  return [...found.slice(0, wanted.limit - kept.length), ...kept];
}

/** All passages of these documents, in their order, with the score 0: what stands around a good passage often belongs to it. */
export async function passagesOf(db: Db, documentIds: readonly string[], limit: number): Promise<FoundPassage[]> {
  const { rows } = await sql<FoundPassage>`
    select ${columns}, passages.text as text, 0 as score
    from passages
    join documents on documents.id = passages.document_id
    where passages.document_id in (select value from json_each(${JSON.stringify(documentIds)}))
    order by passages.document_id, passages.position limit ${limit}`.execute(db);
  return rows;
}

const columns = sql`passages.rowid as rowid, documents.id as documentId, documents.title as documentTitle, documents.source_url as url,
  documents.language as language, passages.position as position, passages.heading as heading`;

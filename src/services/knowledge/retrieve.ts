import { sql } from 'kysely';
import type { Store, Db } from '../../db/open.ts';
import type { System } from '../../system.ts';
import { indexWaiting } from './passage-index.ts';
import { rankPassages, type Wanted } from './rank.ts';

export interface FoundPassage {
  rowid: number;
  documentId: string;
  documentTitle: string;
  url: string | null;
  language: string;
  position: number;
  heading: string | null;
  text: string;
  /** BM25, higher is better; 0 for surrounding passages. */
  score: number;
}

/** The number of best documents whose surrounding passages are included. */
const bestDocuments = 10;
/** The share of surrounding passages, even if there are enough matches. */
const shareAround = 0.25;

/**
 * The best passages, and their surroundings in the best documents, for a writer to choose from: of documents that were asked for, also where
 * nothing matches. Best first, surroundings last.
 */
export async function retrieveAround(store: Store, system: Pick<System, 'pause' | 'turns'>, wanted: Wanted): Promise<FoundPassage[]> {
  await indexWaiting(store, system);
  const { passages } = await rankPassages(store.db, wanted);
  const scores = new Map(passages.map(({ rowid, score }) => [rowid, score]));
  const read = await readPassages(store.db, wanted.projectId, [...scores.keys()]);
  const found = read.map((passage) => ({ ...passage, score: scores.get(passage.rowid)! }));
  const best = [...new Set([...found.map((passage) => passage.documentId), ...(wanted.documentIds ?? [])])].slice(0, bestDocuments);
  const around = (await passagesOf(store.db, best, wanted.limit)).filter((passage) => !scores.has(passage.rowid));
  const kept = around.slice(0, Math.max(wanted.limit - found.length, wanted.limit * shareAround));
  return [...found.slice(0, wanted.limit - kept.length), ...kept];
}

/** Passages with their documents, in the order of `rowids`, without those of other projects. */
export async function readPassages(db: Db, projectId: string, rowids: readonly number[]): Promise<Omit<FoundPassage, 'score'>[]> {
  const { rows } = await sql<Omit<FoundPassage, 'score'>>`
    select ${columns}
    from json_each(${JSON.stringify(rowids)}) as wanted
    cross join passages on passages.rowid = wanted.value
    cross join documents on documents.id = passages.document_id
    where documents.project_id = ${projectId}
    order by wanted.key`.execute(db);
  return rows;
}

/** All passages of these documents, in order, with score 0: what surrounds a good passage is often part of the same subject. */
async function passagesOf(db: Db, documentIds: readonly string[], limit: number): Promise<FoundPassage[]> {
  const { rows } = await sql<FoundPassage>`
    select ${columns}, 0 as score
    from passages
    cross join documents on documents.id = passages.document_id
    where passages.document_id in (select value from json_each(${JSON.stringify(documentIds)}))
    order by passages.document_id, passages.position limit ${limit}`.execute(db);
  return rows;
}

const columns = sql`passages.rowid as rowid, documents.id as documentId, documents.title as documentTitle, documents.source_url as url,
  documents.language as language, passages.position as position, passages.heading as heading, passages.text as text`;

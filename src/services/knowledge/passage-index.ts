import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Store, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';
import { indexTerms } from '../../language/index-terms.ts';
import { parsed } from '../common/wire.ts';

/** Passages read at once, and such reads in a transaction when indexing in the background. */
const passagesAtOnce = 10;
const readsTogether = 50;

interface WaitingPassage {
  rowid: number;
  title: string;
  heading: string | null;
  text: string;
  documentId: string;
  projectId: string;
  tags: string;
  /** The document's, or the project's if that is unknown. */
  language: string;
}

const waiting = sql`
  select passages.rowid as rowid, passages.title as title, passages.heading as heading, passages.text as text, documents.id as documentId,
    documents.project_id as projectId, documents.tags as tags, iif(documents.language = 'und', projects.language, documents.language) as language
  from passages_to_index
  cross join passages on passages.rowid = passages_to_index.passage
  cross join documents on documents.id = passages.document_id
  cross join projects on projects.id = documents.project_id`;

/** Indexes a document's new and changed passages, in the transaction that wrote them. */
export async function indexDocument(tx: Tx, documentId: string, turn: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ rowid: number }>`
    select passages.rowid as rowid from passages cross join passages_to_index on passages_to_index.passage = passages.rowid
    where passages.document_id = ${documentId}`.execute(tx);
  for (let from = 0; from < rows.length; from += passagesAtOnce) {
    const some = JSON.stringify(rows.slice(from, from + passagesAtOnce).map(({ rowid }) => rowid));
    const found = sql<WaitingPassage>`${waiting} where passages_to_index.passage in (select value from json_each(${some}))`;
    await indexAll(tx, (await found.execute(tx)).rows, turn);
  }
}

/** Indexes all waiting passages, such as those of an older program's database: 100,000 in about a minute, without blocking other work. */
export async function indexWaiting(store: Store, system: Pick<System, 'pause' | 'turns'>): Promise<void> {
  const turn = system.turns();
  while (await anyWaits(store.db)) {
    await store.write(async (tx) => {
      for (let read = 0; read < readsTogether && (await anyWaits(tx)); read++) {
        const found = sql<WaitingPassage>`${waiting} order by passages_to_index.passage limit ${passagesAtOnce}`;
        await indexAll(tx, (await found.execute(tx)).rows, turn);
      }
    });
    await system.pause(0);
  }
}

async function anyWaits(db: Db | Tx): Promise<boolean> {
  const { rows } = await sql`select 1 from passages_to_index limit 1`.execute(db);
  return rows.length > 0;
}

/** SQLite calls are synchronous: without turns for others, a long document would block the event loop. */
async function indexAll(tx: Tx, passages: readonly WaitingPassage[], turn: () => Promise<void>): Promise<void> {
  for (const { rowid, title, heading, text, documentId, projectId, tags, language } of passages) {
    const terms = (of: string) => keyedAll(projectId, indexTerms(of, language));
    const narrowing = keyedAll(projectId, [documentTerm(documentId), ...parsed<string[]>(tags).map(tagTerm)]);
    await sql`insert or replace into passages_fts (rowid, title, heading, text, narrowed_by)
      values (${rowid}, ${terms(title)}, ${terms(heading ?? '')}, ${terms(text)}, ${narrowing})`.execute(tx);
    await sql`delete from passages_to_index where passage = ${rowid}`.execute(tx);
    await turn();
  }
}

/** Prefixes a term with its project, so that a search stays within it. Projects may share a prefix: results are checked again, so that costs only time. */
function keyed(projectId: string, term: string): string {
  return `${projectId.slice(-6)}_${term}`;
}

function keyedAll(projectId: string, terms: readonly string[]): string {
  return terms.map((term) => keyed(projectId, term)).join(' ');
}

export function documentTerm(documentId: string): string {
  return `in_${documentId}`;
}

/** Hashed, because the index would split a tag's free text into words. */
export function tagTerm(tag: string): string {
  return `tag_${createHash('sha256').update(tag).digest('hex').slice(0, 16)}`;
}

/** An FTS5 expression for any of these terms. Terms hold only letters, digits and marks, and are quoted: no query text becomes syntax. */
export function anyOf(projectId: string, terms: readonly string[]): string {
  return terms.map((term) => `"${keyed(projectId, term)}"`).join(' OR ');
}

import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';
import type { ReadDocument } from '../../documents/reading.ts';
import type { Reading } from './reading.ts';

/** A known document with nearly the same text. */
export interface Likeness {
  id: string;
  /** 0–1; 1 for identical words. */
  similarity: number;
}

/** How many documents that share a band are looked at, and how many of the likeliest are compared. */
const maxMet = 400;
const maxCompared = 5;
/** Texts whose lengths differ by more than this factor cannot be as alike as `sameDocument`. */
const lengthFactor = 1.2;

interface Looked {
  projectId: string;
  read: ReadDocument;
  /** The document itself, which is not its own duplicate. */
  except?: string;
}

/** The project's document with the same text but for trifling edits; undefined if there is none. Languages and numbers must match. */
export async function nearestTo(
  { db, reading, pause }: { db: Db; reading: Reading } & Pick<System, 'pause'>,
  { projectId, read, except = '' }: Looked,
  signal?: AbortSignal,
): Promise<Likeness | undefined> {
  // The + makes SQLite start from the bands: few documents share a band, but many share a language.
  const { rows } = await sql<{ id: string }>`
    select documents.id as id
    from (select document_id from document_bands where band in (select value from json_each(${JSON.stringify(read.sketch)})) limit ${maxMet}) as met
    cross join documents on documents.id = met.document_id
    where +documents.project_id = ${projectId} and +documents.language = ${read.language} and documents.id <> ${except}
      and documents.word_count between ${Math.floor(read.wordCount / lengthFactor)} and ${Math.ceil(read.wordCount * lengthFactor)}
    group by documents.id order by count(*) desc, documents.id limit ${maxCompared}`.execute(db);
  if (rows.length === 0) return undefined;
  const { sameDocument } = await import('../../documents/sketch.ts');
  for (const { id } of rows) {
    const known = await db.selectFrom('documents').select('text').where('id', '=', id).executeTakeFirst();
    if (!known) continue;
    const similarity = await reading.compare(known.text, read.text, projectId, signal);
    if (similarity >= sameDocument) return { id, similarity: Math.round(similarity * 1000) / 1000 };
    await pause(0);
  }
  return undefined;
}

/** Stores a document's bands, by which similar documents will find it. */
export async function writeSketch(tx: Tx, documentId: string, sketch: readonly number[]): Promise<void> {
  await tx.deleteFrom('document_bands').where('document_id', '=', documentId).execute();
  await sql`
    insert into document_bands (band, document_id) select distinct value, ${documentId} from json_each(${JSON.stringify(sketch)})`.execute(
    tx,
  );
}

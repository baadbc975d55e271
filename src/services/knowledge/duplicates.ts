import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';
import type { ReadDocument } from '../../documents/reading.ts';
import type { Reading } from './reading.ts';

/** A known document that says the same. */
export interface Likeness {
  id: string;
  /** 0–1; 1 for the same words. */
  similarity: number;
}

/** Of the documents that share a band so many are looked at, and so many of the likeliest compared. */
const maxMet = 400;
const maxCompared = 5;
/** Texts whose lengths differ by more than this factor cannot be as alike as `sameDocument`. */
const lengthFactor = 1.2;

interface Looked {
  projectId: string;
  read: ReadDocument;
  /** Which is no duplicate of itself. */
  except?: string;
}

/** The document of the project that is the same text with trifling edits; undefined where there is none. Languages and numbers must be the same. */
export async function nearestTo(
  { db, reading, pause }: { db: Db; reading: Reading } & Pick<System, 'pause'>,
  { projectId, read, except = '' }: Looked,
  signal?: AbortSignal,
): Promise<Likeness | undefined> {
  // From the bands to the documents, and by no other index (+): those that share a band are few, the documents of a language many.
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
    const similarity = await reading.compare(known.text, read.text, signal);
    if (similarity >= sameDocument) return { id, similarity: Math.round(similarity * 1000) / 1000 };
    await pause(0);
  }
  return undefined;
}

/** Keeps what a document is found by when another like it comes. */
export async function writeSketch(tx: Tx, documentId: string, sketch: readonly number[]): Promise<void> {
  await tx.deleteFrom('document_bands').where('document_id', '=', documentId).execute();
  await sql`
    insert into document_bands (band, document_id) select distinct value, ${documentId} from json_each(${JSON.stringify(sketch)})`.execute(
    tx,
  );
}

import type { Db, Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import type { ReadDocument } from '../../documents/reading.ts';
import { likeliest } from './queries.ts';
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
/** Of texts, in one statement: a million of them take some 20 ms to be read. */
const maxCharactersAtOnce = 500_000;
/** Texts whose lengths differ by more than this factor cannot be as alike as `sameDocument`. */
const lengthFactor = 1.2;

/** The project's document with the same text but for trifling edits; undefined if there is none. Languages and numbers must match. */
export async function nearestTo(
  { db, reading, pause }: { db: Db; reading: Reading } & Pick<System, 'pause'>,
  { projectId, read }: { projectId: string; read: ReadDocument },
  signal?: AbortSignal,
): Promise<Likeness | undefined> {
  const words = [Math.floor(read.wordCount / lengthFactor), Math.ceil(read.wordCount * lengthFactor)] as const;
  const ids = await likeliest(db, projectId, read, words, { maxMet, maxCompared });
  if (ids.length === 0) return undefined;
  const { sameDocument } = await import('../../documents/sketch.ts');
  // They are about as long as this one.
  const atOnce = Math.max(1, Math.floor(maxCharactersAtOnce / read.text.length));
  for await (const { id, text } of textsOf(db, ids, atOnce)) {
    const similarity = await reading.compare(text, read.text, projectId, signal);
    if (similarity >= sameDocument) return { id, similarity: Math.round(similarity * 1000) / 1000 };
    await pause(0);
  }
  return undefined;
}

/** In the order of `ids`. */
async function* textsOf(db: Db, ids: readonly string[], atOnce: number): AsyncGenerator<{ id: string; text: string }> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    const read = await db.selectFrom('documents').select(['id', 'text']).where('id', 'in', idsIn(some)).execute();
    yield* read.toSorted((one, other) => some.indexOf(one.id) - some.indexOf(other.id));
  }
}

/** Stores a document's bands, by which similar documents will find it. */
export async function writeSketch(tx: Tx, documentId: string, sketch: readonly number[]): Promise<void> {
  await tx.deleteFrom('document_bands').where('document_id', '=', documentId).execute();
  const bands = [...new Set(sketch)].map((band) => ({ band, document_id: documentId }));
  if (bands.length > 0) await tx.insertInto('document_bands').values(bands).execute();
}

import { readHere, type DocumentSource, type ReadDocument } from './reading.ts';
import { likenessOf } from './sketch.ts';

export type { DocumentKind, DocumentSource, ReadDocument } from './reading.ts';

/** Waits so many milliseconds; whoever gives it has the time and the memory of a thread limited, measured with it. */
export type Pause = (ms: number) => Promise<void>;

/** A document of this many characters or bytes is read within some 20 ms; a longer one would keep everybody waiting. HTML needs a tree. */
const maxReadHere = { text: 40_000, markdown: 40_000, html: 8_000, pdf: 0, docx: 0 };
/** Two texts of this many characters together are compared in some 20 ms. */
const maxComparedHere = 100_000;

/**
 * Extracts, cleans and cuts a document; a long one on a thread of its own. Hidden text, scripts, code blocks, tables of symbols, images, front
 * matter, comments and lists of links are no prose and appear nowhere in the result. What holds no prose yields no passages; what cannot be
 * read rejects with `Unreadable`, also where it takes too long or too much memory. Rejects with the signal's reason where that is aborted first.
 */
export async function readDocument(source: DocumentSource, signal?: AbortSignal, pause?: Pause): Promise<ReadDocument> {
  if (source.content.length <= maxReadHere[source.kind]) return readHere(source);
  const { workApart } = await import('./reading-worker.ts');
  return workApart({ read: source }, signal, pause);
}

/** How alike two texts are, 0–1, as `likenessOf` has it; long ones are compared on a thread of their own. */
export async function compareTexts(one: string, other: string, signal?: AbortSignal, pause?: Pause): Promise<number> {
  if (one.length + other.length <= maxComparedHere) return likenessOf(one, other);
  const { workApart } = await import('./reading-worker.ts');
  return workApart({ compare: [one, other] }, signal, pause);
}

/** Ends the thread where nothing waits for it; it starts again with the next long document. */
export async function releaseReader(): Promise<void> {
  const { release } = await import('./reading-worker.ts');
  release();
}

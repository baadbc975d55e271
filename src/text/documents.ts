import { readHere, type DocumentSource, type ReadDocument } from './reading.ts';

export type { DocumentKind, DocumentSource, ReadDocument } from './reading.ts';

/** A document of this many characters is read within some 50 ms; a longer one would keep everybody waiting. */
const maxReadHere = 100_000;

/**
 * Extracts, cleans and cuts a document; a long one on a thread of its own. Hidden text, scripts, code blocks, tables of symbols, images, front
 * matter, comments and lists of links are no prose and appear nowhere in the result. Never throws on malformed input: what cannot be read
 * yields no passages. Rejects with the signal's reason where that is aborted before a long document has been read.
 */
export async function readDocument(source: DocumentSource, signal?: AbortSignal): Promise<ReadDocument> {
  if (source.content.length <= maxReadHere) return readHere(source);
  const { readApart } = await import('./reading-worker.ts');
  return readApart(source, signal);
}

import type { DocumentSource, ReadDocument } from './reading.ts';

export type { DocumentKind, DocumentSource, ReadDocument } from './reading.ts';

/** Waits so many milliseconds; whoever gives it has the time and the memory of a thread limited, measured with it. */
export type Pause = (ms: number) => Promise<void>;

/**
 * Extracts, cleans and cuts a document, on a thread of its own: already loading what that takes would keep everybody waiting. Hidden text,
 * scripts, code blocks, tables of symbols, images, front matter, comments and lists of links are no prose and appear nowhere in the result.
 * What holds no prose yields no passages; what cannot be read rejects with `Unreadable`, also where it takes too long or too much memory.
 * Rejects with the signal's reason where that is aborted first.
 */
export async function readDocument(source: DocumentSource, signal?: AbortSignal, pause?: Pause): Promise<ReadDocument> {
  const { workApart } = await import('./reading-worker.ts');
  return workApart({ read: source }, signal, pause);
}

/** How alike two texts are, 0–1, as `likenessOf` has it. */
export async function compareTexts(one: string, other: string, signal?: AbortSignal, pause?: Pause): Promise<number> {
  const { workApart } = await import('./reading-worker.ts');
  return workApart({ compare: [one, other] }, signal, pause);
}

/** Ends the thread where nothing waits for it; it starts again with the next document. */
export async function releaseReader(): Promise<void> {
  const { release } = await import('./reading-worker.ts');
  release();
}

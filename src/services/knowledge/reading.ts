import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { DocumentSource, ReadDocument } from '../../documents/documents.ts';
import { Unreadable } from '../../documents/unreadable.ts';

/** So long the reader's thread is kept after its last document, in milliseconds. */
const idleMs = 15_000;
/** A single word is no statement that an article could stand on. */
const fewestWords = 2;

/** Reads documents and compares texts without keeping anybody waiting. */
export interface Reading {
  /** Throws `unreadable_source` for what is broken, empty, too long, or takes too long. */
  read(source: DocumentSource, signal?: AbortSignal): Promise<ReadDocument>;
  /** How alike two texts are, 0–1. */
  compare(one: string, other: string, signal?: AbortSignal): Promise<number>;
}

export function createReading(system: System): Reading {
  let cancelRelease = () => {};
  const release = async () => (await import('../../documents/documents.ts')).releaseReader();
  system.closing.addEventListener('abort', () => {
    cancelRelease();
    system.after(0, () => void release());
  });

  /** Starting a thread takes longer than most documents do: it is kept for the next ones. */
  async function withReader<Result>(work: (documents: typeof import('../../documents/documents.ts')) => Promise<Result>): Promise<Result> {
    cancelRelease();
    try {
      return await work(await import('../../documents/documents.ts'));
    } finally {
      cancelRelease();
      cancelRelease = system.after(idleMs, () => void release());
    }
  }

  return {
    read: (source, signal) =>
      withReader(async ({ readDocument }) => {
        try {
          const read = await readDocument(source, signal, system.pause);
          if (read.passages.length === 0 || read.wordCount < fewestWords) throw noProse(read.wordCount);
          return read;
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error;
          throw new AppError('unreadable_source', error.message, { hint: error.hint, cause: error });
        }
      }),
    compare: (one, other, signal) => withReader(({ compareTexts }) => compareTexts(one, other, signal, system.pause)),
  };
}

function noProse(wordCount: number): AppError {
  const found = wordCount === 1 ? 'Only one word was' : 'No prose was';
  return new AppError('unreadable_source', `${found} found in the document: nothing an article could stand on.`, {
    hint: 'Give sentences; code, tables, menus and bare lists are left out.',
  });
}

import type { DocumentBeginning, DocumentSource, ReadDocument } from '../../documents/reading.ts';
import { readingTasks } from '../../documents/tasks.ts';
import type { MarkdownPage } from '../../markdown/page.ts';
import { isUnreadable } from '../../documents/unreadable.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { ApartLimits, OpenApart } from '../../threads/open.ts';
import { Overrun } from '../../threads/thread.ts';

const maxMs = 20_000;
const mebibyte = 1024 * 1024;
/** Both processes at their largest leave room for the desk itself within 1 GiB. One that has done nothing yet has 150 MiB, and one that reads pages on and on 270. */
const limits: ApartLimits = {
  maxSmallSize: 64 * 1024,
  // Six that use up their time, each with the start of a process after it, let the seventh pass within 25 s.
  small: { maxMs: 3000, maxBytes: 320 * mebibyte },
  large: { maxMs, maxBytes: 512 * mebibyte },
};
/** A single word is not a statement an article could cite. */
const minWords = 2;
const asText = 'Give the part that matters, as text or Markdown.';

/** Reads documents and compares texts without blocking the event loop, in turns: `by` is who asked, or where the document came from. */
export interface Reading {
  /** Throws `unreadable_source` if the source is broken, empty or too long, or takes too long; `unavailable` if too much of the same `by` is waiting. */
  read(source: DocumentSource, by: string, signal?: AbortSignal): Promise<ReadDocument>;
  /** The same, of a document on to so many passages of prose. */
  readBeginning(source: DocumentSource, maxProse: number, by: string, signal?: AbortSignal): Promise<DocumentBeginning>;
  /** The same, with all of its markup, for whoever writes it anew. `url`: where it was found. */
  readAsMarkdown(source: DocumentSource, url: string, signal?: AbortSignal): Promise<MarkdownPage>;
  /** How similar two texts are, 0–1. */
  compare(one: string, other: string, by: string, signal?: AbortSignal): Promise<number>;
}

export function createReading(openApart: OpenApart, log: System['log']): Reading {
  const apart = openApart(readingTasks, limits);
  const orRefused = <Read>(asked: Promise<Read>, signal: AbortSignal | undefined): Promise<Read> =>
    asked.catch((thrown: unknown) => {
      throw signal?.aborted ? thrown : refusalOf(thrown, log);
    });
  async function prose<Read extends DocumentBeginning>(asked: Promise<Read>, signal: AbortSignal | undefined): Promise<Read> {
    const read = await orRefused(asked, signal);
    if (read.passages.length === 0 || read.wordCount < minWords) throw noProse(read.wordCount);
    return read;
  }

  return {
    read: (source, by, signal) => prose(apart.run('read', [source], { key: by, size: source.content.length, signal }), signal),
    readBeginning: (source, maxProse, by, signal) =>
      prose(apart.run('readBeginning', [source, maxProse], { key: by, size: source.content.length, signal }), signal),
    async readAsMarkdown(source, url, signal) {
      const key = new URL(url).origin;
      const page = await orRefused(apart.run('readAsMarkdown', [source, url], { key, size: source.content.length, signal }), signal);
      if (page.wordCount < minWords) throw noProse(page.wordCount);
      return page;
    },
    compare: (one, other, by, signal) => apart.run('compare', [one, other], { key: by, size: one.length + other.length, signal }),
  };
}

function refusalOf(thrown: unknown, log: System['log']): AppError {
  if (isUnreadable(thrown)) return unreadable(thrown.message, thrown.hint, thrown);
  if (thrown instanceof Overrun && thrown.limit === 'memory')
    return unreadable(
      'The document takes too much memory to be read.',
      'Cut it into parts, or give the part that matters as text.',
      thrown,
    );
  if (thrown instanceof Overrun) return unreadable(`The document could not be read within ${maxMs / 1000} s.`, asText, thrown);
  if (thrown instanceof AppError) return thrown;
  // Where a parser gives up on a document made to break it, or where the fault is ours.
  log.error({ err: thrown }, 'a document could not be read');
  return unreadable('The document is built in a way that cannot be read.', asText, thrown);
}

function noProse(wordCount: number): AppError {
  const found = wordCount === 1 ? 'Only one word was' : 'No prose was';
  return unreadable(
    `${found} found in the document: nothing an article could stand on.`,
    'Give sentences; code alone, menus and lists of links are not enough.',
  );
}

function unreadable(detail: string, hint: string, cause?: unknown): AppError {
  return new AppError('unreadable_source', detail, { hint, cause });
}

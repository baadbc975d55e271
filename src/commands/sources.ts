import { statSync } from 'node:fs';
import { getSystemErrorMessage } from 'node:util';
import type { CreatedKnowledge } from '../../schema/knowledge.ts';
import type { Copydesk } from '../app.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import { documentsIn, readDocumentFile } from './documents.ts';
import { note, UsageError, type Progress } from './terminal.ts';

const mebibyte = 1024 * 1024;
/** The limit of `knowledge_create`; a REST body may hold less. */
const maxFileBytes = 50 * mebibyte;

/** Errors that concern one source only: the others continue. */
const passable = new Set<ErrorCode>(['unreadable_source', 'fetch_failed', 'address_refused', 'payload_too_large', 'invalid_input']);

/** Adds files, folders and URLs to the knowledge base and returns their document ids. Reports and skips what cannot be read; throws if nothing is left. */
export async function addSources(
  desk: Copydesk,
  sources: readonly string[],
  projectId: string | undefined,
  line: Progress,
): Promise<string[]> {
  const wanted = sources.flatMap((source) => (isUrl(source) ? [source] : documentsIn(source)));
  if (sources.length > 0 && wanted.length === 0) {
    throw new UsageError(`No documents were found in ${sources.join(', ')}. PDF, Word (.docx), Markdown, HTML and text files are read.`);
  }
  const ids = new Set<string>();
  for (const [index, source] of wanted.entries()) {
    line.show(`reading ${source}`, index / wanted.length);
    try {
      const { id } = (await desk.call('knowledge_create', { ...inputOf(source), projectId })) as CreatedKnowledge;
      ids.add(id);
    } catch (error) {
      if (!(error instanceof AppError) || !passable.has(error.code)) throw error;
      line.end();
      note(`passed over ${source}: ${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`);
    }
  }
  line.end();
  if (wanted.length > 0 && ids.size === 0) {
    throw new AppError('unreadable_source', `None of the ${wanted.length === 1 ? 'sources' : `${wanted.length} sources`} could be read.`);
  }
  return [...ids];
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function inputOf(source: string): Record<string, unknown> {
  if (isUrl(source)) return { url: source };
  const size = fromDisk(() => statSync(source).size);
  if (size === 0) throw new AppError('unreadable_source', 'It is empty.');
  if (size > maxFileBytes) {
    throw new AppError('payload_too_large', `It is larger than ${maxFileBytes / mebibyte} MiB. Cut it into smaller files.`);
  }
  return { ...fromDisk(() => readDocumentFile(source)) };
}

/** A dangling link or a file without read permission is an unreadable source, not an internal error. */
function fromDisk<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    throw new AppError('unreadable_source', `It cannot be read: ${getSystemErrorMessage(errno)}.`);
  }
}

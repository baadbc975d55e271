import { readdirSync, readFileSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileMediaTypes } from '../../schema/knowledge.ts';
import { UsageError } from './terminal.ts';

const maxTitleLength = 80;
/** Enough bytes for a text's first line. */
const headBytes = 400;

/**
 * The file itself, or the documents of a folder and its subfolders by name, without hidden files and node_modules.
 * Throws `UsageError` if the path does not exist or its type cannot be read.
 */
export function documentsIn(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`There is no file or folder ${path}.`);
  if (stat.isDirectory()) return documentsOfFolder(path);
  const extension = extname(path).toLowerCase();
  if (extension !== '' && !Object.hasOwn(fileMediaTypes, extension)) {
    throw new UsageError(`${path} cannot be read; PDF, Word, Markdown, HTML and text can (${Object.keys(fileMediaTypes).join(', ')}).`);
  }
  return [path];
}

/** Throws `UsageError` if it is no folder. */
export function realFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
  throw new UsageError(`There is no folder ${path}.`);
}

function documentsOfFolder(path: string): string[] {
  const entries = entriesOf(path);
  // Reading it will report why it cannot be listed.
  if (!entries) return [path];
  return entries
    .filter((entry) => !/^[.~]/.test(entry.name) && entry.name !== 'node_modules')
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return documentsOfFolder(inside);
      return Object.hasOwn(fileMediaTypes, extname(entry.name).toLowerCase()) ? [inside] : [];
    });
}

function entriesOf(path: string): Dirent[] | undefined {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** A file as fields of `knowledge_create`. Plain text has no title except a first line that stands alone; without one, the file name says more than the first words. */
export function readDocumentFile(path: string): { base64: string; mediaType: string; title?: string } {
  const bytes = readFileSync(path);
  const mediaType = fileMediaTypes[extname(path).toLowerCase()] ?? 'text/plain';
  const file = { base64: bytes.toString('base64'), mediaType };
  if (mediaType !== 'text/plain') return file;
  const name = basename(path, extname(path)).replaceAll(/[-_]+/g, ' ').trim();
  const title = titleLine(bytes.toString('utf8', 0, headBytes)) ?? name;
  // Not UTF-8: leave the title to `knowledge_create`, which detects the encoding.
  return title === '' || title.includes('\uFFFD') ? file : { ...file, title };
}

function titleLine(head: string): string | undefined {
  const [first = '', second] = head
    .replace(/^\uFEFF/, '')
    .trimStart()
    .split(/\r?\n/, 2);
  const isAlone = second?.trim() === '';
  return isAlone && first.trim() !== '' && first.length <= maxTitleLength && !/[.!?:;,…]\s*$/.test(first) ? first.trim() : undefined;
}

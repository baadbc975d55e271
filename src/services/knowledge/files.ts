import { constants, type Dirent } from 'node:fs';
import { lstat, open, readdir, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileMediaTypes } from '../../../schema/knowledge.ts';
import { refusal } from './source.ts';

/** What a local caller may read. */
export interface Readable {
  /** Real paths of folders. */
  roots: readonly string[];
  /** The desk's own folder, of which nothing may be read. */
  home: string;
}

export interface LocalFile {
  /** As found, from the folder the user named. */
  path: string;
  mediaType: string;
  bytes: Buffer;
}

/** A file, or why it is left out. */
export type Found = LocalFile | { path: string; skipped: string };

const maxFiles = 100;
const maxBytes = 20 * 1024 * 1024;
/** Folders looked into, and names in them. */
const maxEntries = 10_000;
/** Missing or elsewhere: one answer for both. */
const notHere = 'is not below the folders that were named';

/** The file, or the documents of the folder and those in it, by name, read one after another. Throws `invalid_input` for what is not below the named folders. */
export async function* readFiles(readable: Readable, written: string): AsyncGenerator<Found> {
  const opened = await openFirst(readable, written);
  try {
    if (opened.isFolder) yield* readFolder(readable, opened.path);
    else yield await readOpen(opened);
  } finally {
    await opened.handle.close();
  }
}

interface Opened {
  handle: FileHandle;
  path: string;
  shown: string;
  isFolder: boolean;
  size: number;
}

/** A relative path is looked for below each of the folders. */
async function openFirst(readable: Readable, written: string): Promise<Opened> {
  const places = isAbsolute(written) ? [written] : readable.roots.map((root) => join(root, written));
  let reason = notHere;
  for (const place of places) {
    const opened = await openBelow(readable, place);
    if (typeof opened !== 'string') return opened;
    // Whether there is a file anywhere else is nobody's business.
    if (readable.roots.some((root) => isBelow(root, resolve(place)))) reason = opened === notHere ? reason : opened;
  }
  throw refusal('path', `${written.slice(0, 300)} ${reason}.`, 'path_refused', `Below ${readable.roots.join(', ')} files can be read.`);
}

/**
 * Opens what is at this place, if its real path lies below the folders, and judges what was opened once more: no link that is changed
 * meanwhile leads out. Returns why it may not be read instead.
 */
async function openBelow({ roots, home }: Readable, place: string): Promise<Opened | string> {
  let handle: FileHandle | undefined;
  try {
    const desk = await realpath(home);
    const before = reasonAgainst(roots, desk, await realpath(place));
    if (before !== undefined) return before;
    // Without waiting, as for the other end of a pipe.
    handle = await open(place, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    const stat = await handle.stat();
    const path = await pathOf(handle, place);
    const kind = stat.isFile() || stat.isDirectory() ? undefined : 'is neither a file nor a folder';
    const reason = reasonAgainst(roots, desk, path) ?? kind;
    if (reason === undefined) return { handle, path, shown: shownBelow(roots, path), isFolder: stat.isDirectory(), size: stat.size };
    await handle.close();
    return reason;
  } catch (error) {
    await handle?.close();
    return reasonOf(error);
  }
}

function reasonAgainst(roots: readonly string[], desk: string, path: string): string | undefined {
  const root = roots.find((one) => isBelow(one, path));
  if (root === undefined) return notHere;
  if (isBelow(desk, path)) return 'belongs to the desk itself';
  return isHidden(relative(root, path)) ? 'is hidden' : undefined;
}

function shownBelow(roots: readonly string[], path: string): string {
  const root = roots.find((one) => isBelow(one, path))!;
  return relative(root, path) || path;
}

/**
 * The real path of an open file. Linux knows it. Elsewhere it is looked up by name, and must lead to the same file; who may write to the
 * folders could change them between two looks.
 */
async function pathOf(handle: FileHandle, place: string): Promise<string> {
  const known = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (known !== undefined) return known;
  const path = await realpath(place);
  const [opened, there] = await Promise.all([handle.stat(), lstat(path)]);
  return opened.ino === there.ino && opened.dev === there.dev ? path : '';
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' ? notHere : `cannot be opened (${code ?? 'unknown'})`;
}

async function* readFolder(readable: Readable, top: string): AsyncGenerator<Found> {
  const home = await realpath(readable.home);
  const folders = [top];
  let files = 0;
  let entries = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (++entries > maxEntries) return yield { path: relative(top, path), skipped: `more than ${maxEntries} names were looked at` };
      if (isHidden(entry.name) || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) {
        if (path !== home) folders.push(path);
      } else if (files === maxFiles) {
        return yield { path: relative(top, path), skipped: `${maxFiles} files are the most in one call; name its folder or the rest` };
      } else {
        const found = await readEntry(readable, path, relative(top, path));
        if ('bytes' in found) files++;
        yield found;
      }
    }
  }
}

/** By name. None of a folder that has gone meanwhile, or may not be looked into. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function readEntry(readable: Readable, path: string, shown: string): Promise<Found> {
  if (!Object.hasOwn(fileMediaTypes, extname(path).toLowerCase())) return { path: shown, skipped: 'its kind cannot be read' };
  const opened = await openBelow(readable, path);
  if (typeof opened === 'string') return { path: shown, skipped: opened };
  try {
    return opened.isFolder ? { path: shown, skipped: 'is a link to a folder' } : await readOpen({ ...opened, shown });
  } finally {
    await opened.handle.close();
  }
}

/** Never reads more than it may, even where the file grows meanwhile. */
async function readOpen({ handle, path, shown, size }: Opened): Promise<Found> {
  const buffer = Buffer.alloc(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (let read = 1; read > 0 && length < buffer.length; length += read) {
    ({ bytesRead: read } = await handle.read(buffer, length, buffer.length - length));
  }
  if (length === 0) return { path: shown, skipped: 'is empty' };
  if (length > maxBytes) return { path: shown, skipped: `is larger than ${maxBytes / 1024 / 1024} MiB` };
  return { path: shown, mediaType: fileMediaTypes[extname(path).toLowerCase()] ?? 'text/plain', bytes: buffer.subarray(0, length) };
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isHidden(path: string): boolean {
  return path.split(sep).some((step) => /^[.~]/.test(step));
}

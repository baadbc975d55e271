import { constants } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../errors.ts';

/** What a local caller may read. */
export interface Readable {
  /** Real paths of folders. */
  roots: readonly string[];
  /** The desk's own folder, of which nothing may be read. */
  home: string;
}

const maxBytes = 20 * 1024 * 1024;
/** Missing or elsewhere: one answer for both. */
const notHere = 'is not below the folders that were named';

/** The bytes of one file. Throws `invalid_input` for what is not below the named folders, and for a folder. */
export async function readFile(readable: Readable, written: string): Promise<Buffer> {
  const opened = await openFirst(readable, written);
  try {
    const read = opened.isFolder ? 'is a folder: name the file in it' : await readOpen(opened);
    if (typeof read === 'string') throw refused(readable, `${written.slice(0, 300)} ${read}.`);
    return read;
  } finally {
    await opened.handle.close();
  }
}

function refused({ roots }: Readable, detail: string): AppError {
  return new AppError('invalid_input', detail, {
    hint: `Below ${roots.join(', ')} files can be read.`,
    errors: [{ pointer: '/path', detail, code: 'path_refused' }],
  });
}

export interface Opened {
  handle: FileHandle;
  path: string;
  shown: string;
  isFolder: boolean;
  size: number;
}

/** A relative path is looked for below each of the folders. */
export async function openFirst(readable: Readable, written: string): Promise<Opened> {
  const places = isAbsolute(written) ? [written] : readable.roots.map((root) => join(root, written));
  let reason = notHere;
  for (const place of places) {
    const opened = await openBelow(readable, place);
    if (typeof opened !== 'string') return opened;
    // Whether there is a file anywhere else is nobody's business.
    if (readable.roots.some((root) => isBelow(root, resolve(place)))) reason = opened === notHere ? reason : opened;
  }
  throw refused(readable, `${written.slice(0, 300)} ${reason}.`);
}

/**
 * Opens what is at this place, if its real path lies below the folders, and judges what was opened once more: no link that is changed
 * meanwhile leads out. Returns why it may not be read instead.
 */
export async function openBelow({ roots, home }: Readable, place: string): Promise<Opened | string> {
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

/** The bytes, or why they are not read. Never reads more than it may, even where the file grows meanwhile. */
export async function readOpen({ handle, size }: Pick<Opened, 'handle' | 'size'>): Promise<Buffer | string> {
  const buffer = Buffer.alloc(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (let read = 1; read > 0 && length < buffer.length; length += read) {
    ({ bytesRead: read } = await handle.read(buffer, length, buffer.length - length));
  }
  if (length === 0) return 'is empty';
  if (length > maxBytes) return `is larger than ${maxBytes / 1024 / 1024} MiB`;
  return buffer.subarray(0, length);
}

function isBelow(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export function isHidden(path: string): boolean {
  return path.split(sep).some((step) => /^[.~]/.test(step));
}

import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { fileMediaTypes } from '../../../schema/knowledge.ts';
import { isHidden, openBelow, openFirst, readOpen, type Opened, type Readable } from '../common/local-files.ts';

export interface LocalFile {
  /** As found, from the folder the user named. */
  path: string;
  mediaType: string;
  bytes: Buffer;
}

/** A file, or why it is left out. */
export type Found = LocalFile | { path: string; skipped: string };

const maxFiles = 100;
/** Folders looked into, and names in them. */
const maxEntries = 10_000;

/** The file, or the documents of the folder and those in it, by name, read one after another. Throws `invalid_input` for what is not below the named folders. */
export async function* readFiles(readable: Readable, written: string): AsyncGenerator<Found> {
  const opened = await openFirst(readable, written);
  try {
    if (opened.isFolder) yield* readFolder(readable, opened.path);
    else yield await readDocument(opened);
  } finally {
    await opened.handle.close();
  }
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
    return opened.isFolder ? { path: shown, skipped: 'is a link to a folder' } : await readDocument({ ...opened, shown });
  } finally {
    await opened.handle.close();
  }
}

async function readDocument(opened: Opened): Promise<Found> {
  const { path, shown } = opened;
  const read = await readOpen(opened);
  if (typeof read === 'string') return { path: shown, skipped: read };
  return { path: shown, mediaType: fileMediaTypes[extname(path).toLowerCase()] ?? 'text/plain', bytes: read };
}

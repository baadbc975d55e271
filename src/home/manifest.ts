import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';

/** What a backup says of itself. A folder without it is no backup, but may be a home, which can be restored from all the same. */
export interface Manifest {
  format: 1;
  madeAt: string;
  /** Of the program that made it. */
  copydesk: string;
  schemaVersion: number;
  note: string;
  files: Record<string, { bytes: number; sha256: string }>;
}

export const manifestFile = 'backup.json';

export async function describeFiles(folder: string, names: readonly string[]): Promise<Manifest['files']> {
  const found = names.map(async (name) => [name, await describeFile(join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(found));
}

async function describeFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The manifest of a backup; undefined where the folder has none. Throws `invalid_input`. */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) return undefined;
  const manifest = parsed(readFileSync(path, 'utf8'));
  if (isManifest(manifest)) return manifest;
  const format = (manifest as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > 1)
    throw new AppError('invalid_input', `The backup was made by a newer Copydesk (format ${format}, this program knows 1).`, {
      hint: 'Update Copydesk, then restore it.',
    });
  throw new AppError('invalid_input', `The backup is damaged: its ${manifestFile} cannot be read.`, { hint: otherBackup });
}

const otherBackup = 'Restore another backup; nothing was changed.';

/** Holds every file of a backup against what its manifest says. Throws `invalid_input`. */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  const names = Object.keys(files);
  const refused = (why: string) => new AppError('invalid_input', `The backup ${why}.`, { hint: otherBackup });
  const gone = names.find((name) => !existsSync(join(folder, name)));
  if (gone !== undefined) throw refused(`is not whole: ${gone} is missing`);
  const cut = names.find((name) => statSync(join(folder, name)).size !== files[name]!.bytes);
  if (cut !== undefined)
    throw refused(
      `is not whole: ${cut} has ${statSync(join(folder, cut)).size} bytes of ${files[cut]!.bytes}; it was cut short or changed`,
    );
  const found = await describeFiles(folder, names);
  const changed = names.find((name) => found[name]!.sha256 !== files[name]!.sha256);
  if (changed !== undefined) throw refused(`is damaged: ${changed} is not what was backed up`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** A name leads to a file of the folder, never out of it. */
const plainName = /^[\w.-]+$/;

function isManifest(found: unknown): found is Manifest {
  if (typeof found !== 'object' || found === null) return false;
  const { format, schemaVersion, files } = found as Partial<Manifest>;
  if (format !== 1 || typeof schemaVersion !== 'number' || typeof files !== 'object' || files === null) return false;
  return Object.entries(files).every(
    ([name, file]) => plainName.test(name) && name !== '..' && typeof file?.bytes === 'number' && typeof file.sha256 === 'string',
  );
}

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import type { Copydesk } from '../../src/app.ts';
import type { ExportManifest } from '../../schema/export.ts';
import { temporaryHome } from './home.ts';

/** The files of an archive, in their order. */
export type Files = [name: string, bytes: Buffer][];

export async function filesIn(path: string): Promise<Files> {
  const entries = await unpackTar(gunzipSync(readFileSync(path)));
  return entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]);
}

export const manifestIn = (files: Files) => JSON.parse(files[0]![1].toString('utf8')) as ExportManifest;

/** The rows of a table. */
export function rowsIn<Row = Record<string, unknown>>(files: Files, path: string): Row[] {
  return files
    .filter(([name]) => name.startsWith(`${path}.`))
    .flatMap(([, bytes]) => bytes.toString('utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Row);
}

/** A file outside every home. */
export const newFile = (name = 'project.tar.gz') => join(temporaryHome(), name);

export async function exportOf(desk: Copydesk, projectId: string, path = newFile()): Promise<string> {
  await desk.services.portability.export({ projectId, path });
  return path;
}

/** Packs files as they are, whatever the manifest among them says. */
export async function pack(files: Files, path = newFile()): Promise<string> {
  const tar = await packTar(files.map(([name, body]) => ({ header: { name, size: body.length, mtime: new Date(0) }, body })));
  writeFileSync(path, gzipSync(tar));
  return path;
}

/** Packs files with a manifest that fits them, as somebody would who wants to have them taken. */
export function forge(files: Files, change: (manifest: ExportManifest) => object = (manifest) => manifest): Promise<string> {
  const members = files.slice(1).map(([name, bytes]) => ({
    name,
    ...(name.endsWith('.jsonl') && { rows: bytes.toString('utf8').trimEnd().split('\n').length }),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  const manifest = change({ ...manifestIn(files), members });
  return pack([[files[0]![0], Buffer.from(JSON.stringify(manifest))], ...files.slice(1)]);
}

/** The same files with lines of one table changed. */
export function withLines(
  files: Files,
  path: string,
  change: (row: Record<string, unknown>, at: number) => Record<string, unknown>[],
): Files {
  let at = 0;
  return files.map(([name, bytes]) => {
    if (!name.startsWith(`${path}.`)) return [name, bytes];
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    const changed = lines.flatMap((line) => change(JSON.parse(line) as Record<string, unknown>, at++));
    return [name, Buffer.from(changed.map((row) => `${JSON.stringify(row)}\n`).join(''))];
  });
}

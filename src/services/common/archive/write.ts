import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { appendFile, link, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { createTarPacker, packTar } from 'modern-tar';
import type { ExportMember } from '../../../../schema/export.ts';
import { AppError, causeCode } from '../../../errors.ts';

/** A gzipped tar whose first file, `manifest.json`, names all that follow. */
export interface ArchiveWriter {
  readonly members: readonly ExportMember[];
  add(name: string, bytes: Buffer, rows?: number): Promise<void>;
  /** Puts the manifest in front; then the file is there, under its name, whole. Returns its size. */
  finish(manifest: object): Promise<number>;
  /** Lets go of what was written, unless it is finished. */
  discard(): Promise<void>;
}

interface Where {
  path: string;
  /** Of every file in it: those of the same project are the same in every export. */
  mtime: Date;
  /** For names beside the file that nobody else takes. */
  unique: string;
}

export const manifestName = 'manifest.json';
const ownerOnly = 0o600;
/** Two blocks of zeros end a tar; what follows the manifest is written apart. */
const tarEndBytes = 1024;
const zip = promisify(gzip);

/**
 * Writes an archive. Sizes and hashes are only known at the end, and must stand in front: what follows the manifest goes into a file beside it
 * first, and both are put together, since gzip lets pieces stand one behind the other. Throws `conflict` where the file is there already.
 */
export async function openArchive({ path, mtime, unique }: Where): Promise<ArchiveWriter> {
  refuseExisting(path);
  const [body, whole] = [`${path}.${unique}.rest`, `${path}.${unique}.part`];
  const members: ExportMember[] = [];
  const { readable, controller } = createTarPacker();
  const output = createWriteStream(body, { flags: 'wx', mode: ownerOnly });
  const written = pipeline(Readable.fromWeb(readable as never), createGzip(), output);
  // It is awaited at the end; until then a fault shows in the next write.
  written.catch(() => {});
  const headerOf = (name: string, size: number) => ({ name, size, mtime, mode: 0o644, type: 'file' as const });

  return {
    members,

    async add(name, bytes, rows) {
      const writer = controller.add(headerOf(name, bytes.length)).getWriter();
      try {
        if (bytes.length > 0) await writer.write(bytes);
        await writer.close();
      } catch (error) {
        // Says why the disk took no more, where that is the cause.
        await written;
        throw error;
      }
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      members.push({ name, ...(rows !== undefined && { rows }), bytes: bytes.length, sha256 });
    },

    async finish(manifest) {
      controller.finalize();
      await written;
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      const front = await packTar([{ header: headerOf(manifestName, text.length), body: text }]);
      await writeFile(whole, await zip(front.subarray(0, front.length - tarEndBytes)), { flag: 'wx', mode: ownerOnly });
      await appendFile(whole, createReadStream(body), { flush: true });
      await rm(body);
      await nameIt(whole, path);
      return (await stat(path)).size;
    },

    async discard() {
      controller.error(new Error('The archive was given up.'));
      await written.catch(() => {});
      await Promise.all([body, whole].map((file) => rm(file, { force: true })));
    },
  };
}

/** A link is refused where the name is taken, also by somebody who came a moment ago; not every disk has links. */
async function nameIt(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    await rm(from);
  } catch (error) {
    if (causeCode(error) === 'EEXIST') throw taken(to);
    refuseExisting(to);
    await rename(from, to);
  }
}

function refuseExisting(path: string): void {
  if (existsSync(path)) throw taken(path);
}

function taken(path: string): AppError {
  return new AppError('conflict', `${path} is there already.`, { hint: 'Name another file: an export overwrites none.' });
}

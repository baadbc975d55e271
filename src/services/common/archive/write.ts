import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { link, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import type { ExportMember } from '../../../../schema/export.ts';
import { AppError, causeCode } from '../../../errors.ts';

/** A gzipped tar whose first file, `manifest.json`, names all that follow. */
export interface ArchiveWriter {
  readonly members: readonly ExportMember[];
  /** Once it is done, the memory of `bytes` may be used again. */
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
const block = 512;
/** Two blocks of zeros end a tar. */
const tarEnd = Buffer.alloc(2 * block);
const copiedAtOnce = 256 * 1024;
const zip = promisify(gzip);

/**
 * Writes an archive. Sizes and hashes are only known at the end, and must stand in front: what follows the manifest goes into a file beside it
 * first, and both are put together, since gzip lets pieces stand one behind the other. Throws `conflict` where the file is there already.
 */
export async function openArchive({ path, mtime, unique }: Where): Promise<ArchiveWriter> {
  refuseExisting(path);
  const [body, whole] = [`${path}.${unique}.rest`, `${path}.${unique}.part`];
  const members: ExportMember[] = [];
  const packing = createGzip();
  const written = pipeline(packing, createWriteStream(body, { flags: 'wx', mode: ownerOnly }));
  let fail = (_fault: unknown) => {};
  // It is awaited at the end. Where the disk fails while gzip waits for it, gzip itself never says what became of a piece.
  written.catch((fault: unknown) => fail(fault));
  const pack = (bytes: Uint8Array) =>
    new Promise<void>((done, failed) => {
      fail = failed;
      packing.write(bytes, (fault) => (fault ? failed(fault) : done()));
    });

  return {
    members,

    async add(name, bytes, rows) {
      try {
        for (const piece of await piecesOf(name, bytes, mtime)) await pack(piece);
      } catch (error) {
        // Says why the disk took no more, where that is the cause.
        await written;
        throw error;
      }
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      members.push({ name, ...(rows !== undefined && { rows }), bytes: bytes.length, sha256 });
    },

    async finish(manifest) {
      packing.end(tarEnd);
      await written;
      const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
      const front = Buffer.concat(await piecesOf(manifestName, text, mtime));
      await writeFile(whole, await zip(front), { flag: 'wx', mode: ownerOnly });
      await append(whole, body);
      await rm(body);
      await nameIt(whole, path);
      return (await stat(path)).size;
    },

    async discard() {
      packing.destroy();
      await written.catch(() => {});
      await Promise.all([body, whole].map((file) => rm(file, { force: true })));
    },
  };
}

/** A file as it stands in a tar. Of the library only the header: it would copy the bytes, or queue some MiB of them. */
async function piecesOf(name: string, bytes: Uint8Array, mtime: Date): Promise<Uint8Array[]> {
  const { readable, controller } = createTarPacker();
  controller.add({ name, size: bytes.length, mtime, mode: 0o644, type: 'file' });
  const { value: header } = await readable.getReader().read();
  return [header!, bytes, Buffer.alloc(-bytes.length & (block - 1))];
}

/** With one piece of memory, where a stream takes a new one each time. */
async function append(to: string, from: string): Promise<void> {
  const [source, target] = await Promise.all([open(from, 'r'), open(to, 'a')]);
  try {
    const memory = Buffer.allocUnsafe(copiedAtOnce);
    for (;;) {
      const { bytesRead } = await source.read(memory, 0, memory.length);
      if (bytesRead === 0) break;
      await target.writeFile(memory.subarray(0, bytesRead));
    }
    await target.sync();
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
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

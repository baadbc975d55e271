import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { ExportManifest, exportFormat, type ExportMember } from '../../../../schema/export.ts';
import { AppError, causeCode } from '../../../errors.ts';
import { manifestName } from './write.ts';

/** Of a manifest: some 200,000 members. */
const maxManifestBytes = 32 * 1024 * 1024;
/** A row is one line, which is held in memory; the longest are pictures and texts of whole documents. */
const maxLineBytes = 64 * 1024 * 1024;
const block = 512;
/** Zeros behind the last file: two blocks, or as many as make a whole record of what other programs write. */
const maxTarEnd = 20 * block;

/** Is handed the manifest, then one member at a time, of which it must take all lines. What it throws ends the reading. */
export interface ArchiveReader {
  manifest(manifest: ExportManifest): Promise<void> | void;
  member(member: ExportMember, lines: AsyncIterable<string>): Promise<void>;
}

/**
 * Reads an archive from its first byte to its last, and holds every member against what the manifest says of it. The memory it takes does not
 * grow with the archive, whatever that says of itself. Nothing is written to a disk, so no name in it can lead anywhere. Throws `invalid_input`
 * with what is wrong; of a member whose hash is wrong that is only known behind its last line.
 */
export async function readArchive(path: string, reader: ArchiveReader, signal?: AbortSignal): Promise<void> {
  const allowed = countingUpTo(block + maxManifestBytes + maxTarEnd);
  const decoder = createTarDecoder({ strict: true });
  const source = pipeline(createReadStream(path), createGunzip(), allowed, { signal });
  const arriving = Readable.toWeb(allowed).pipeTo(decoder.writable);
  // Both end with what ends the reading below.
  source.catch(() => {});
  arriving.catch(() => {});
  try {
    const entries = fromTar(decoder.readable as AsyncIterable<ParsedTarEntry>);
    const first = (await entries.next()).value as ParsedTarEntry | undefined;
    const manifest = await readManifest(first);
    allowed.upTo(tarBytesOf([first!.header.size, ...manifest.members.map(({ bytes }) => bytes)]));
    await reader.manifest(manifest);
    await readMembers(manifest.members, entries, reader);
    await Promise.all([source, arriving]);
  } catch (error) {
    allowed.destroy();
    signal?.throwIfAborted();
    throw await asRefusal(error, source);
  }
}

async function readMembers(members: readonly ExportMember[], entries: AsyncIterator<ParsedTarEntry>, reader: ArchiveReader): Promise<void> {
  for (const member of members) {
    const { done, value: entry } = await entries.next();
    if (done === true) throw refused(`it ends before ${member.name}: it was cut short`);
    if (entry.header.name !== member.name) throw refused(`${quoted(entry.header.name)} stands where its manifest has ${member.name}`);
    if (entry.header.type !== 'file') throw refused(`${member.name} is no file`);
    if (entry.header.size !== member.bytes) throw refused(`${member.name} has not the size that the manifest says`);
    const hash = createHash('sha256');
    await reader.member(member, linesOf(entry.body, hash, member.name));
    if (hash.digest('hex') !== member.sha256) throw refused(`${member.name} was changed since it was exported`);
  }
  const { done, value: more } = await entries.next();
  if (done !== true) throw refused(`${quoted(more.header.name)} is not in its manifest`);
}

async function readManifest(entry: ParsedTarEntry | undefined): Promise<ExportManifest> {
  if (entry?.header.name !== manifestName || entry.header.size > maxManifestBytes)
    throw refused(`it does not begin with ${manifestName}: it is no export of a project`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of fromTar(entry.body)) chunks.push(chunk);
  const said = parsed(Buffer.concat(chunks).toString('utf8'));
  const version = (said as { formatVersion?: unknown } | undefined)?.formatVersion;
  if (typeof version === 'number' && version > exportFormat.version)
    throw newer(`format ${version}, this program knows ${exportFormat.version}`);
  const manifest = ExportManifest.safeParse(said);
  if (!manifest.success) throw refused('its manifest is not that of an export');
  const odd = manifest.data.members.find(({ name }) => !/^[\w-]+(?:\/[\w-]+)*(?:\.\w+)+$/.test(name));
  if (odd) throw refused(`its manifest names ${quoted(odd.name)}, which leads elsewhere`);
  return manifest.data;
}

/** The archive was made by a newer program: what it says might be misread. */
export function newer(what: string): AppError {
  return new AppError('invalid_input', `The archive was written by a newer Copydesk (${what}).`, {
    hint: 'Update Copydesk on this machine. Nothing was changed.',
  });
}

/** What is wrong with an archive. */
export function refused(what: string): AppError {
  return new AppError('invalid_input', `The archive cannot be imported: ${what}.`, {
    hint: 'Export the project again, or take another copy of the file. Nothing was changed.',
  });
}

/** Names come from outside. */
const quoted = (name: string) => JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The lines of a member, which is read to its end even where nobody wants them all. */
async function* linesOf(body: ParsedTarEntry['body'], hash: { update(chunk: Uint8Array): unknown }, name: string): AsyncGenerator<string> {
  let kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of fromTar(body)) {
    hash.update(chunk);
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      yield Buffer.concat([...kept, bytes.subarray(from, end)]).toString('utf8');
      kept = [];
      length = 0;
      from = end + 1;
    }
    length += bytes.length - from;
    if (length > maxLineBytes) throw refused(`a line of ${name} is longer than ${maxLineBytes / 1024 / 1024} MiB`);
    // A copy: the chunk's memory may be used again.
    if (from < bytes.length) kept.push(Buffer.from(bytes.subarray(from)));
  }
  if (length > 0) yield Buffer.concat(kept).toString('utf8');
}

interface Counting extends Transform {
  upTo(bytes: number): void;
}

/** Lets so many bytes through: a few bytes of gzip can stand for any number. */
function countingUpTo(most: number): Counting {
  let left = most;
  let through = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      through += chunk.length;
      if (through > left) done(refused('it unpacks to more than its manifest says'));
      else done(null, chunk);
    },
  });
  return Object.assign(counting, { upTo: (bytes: number) => void (left = bytes) });
}

/** How long a tar of such files is: each has a block before it and fills its last one. */
function tarBytesOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, bytes) => sum + block + Math.ceil(bytes / block) * block, maxTarEnd);
}

async function faultOf(source: Promise<void>, otherwise: unknown): Promise<unknown> {
  try {
    await source;
    return otherwise;
  } catch (fault) {
    return fault;
  }
}

/** What a tar is refused for: it has no code, and other words in each release of the library. */
class TarFault extends Error {}

/** Tells what goes wrong with the tar from what goes wrong with who takes it. */
async function* fromTar<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece, undefined> {
  const iterator = pieces[Symbol.asyncIterator]();
  const next = () =>
    iterator.next().catch((error: unknown) => {
      throw new TarFault('The tar is at fault.', { cause: error });
    });
  try {
    for (let step = await next(); step.done !== true; step = await next()) yield step.value;
    return undefined;
  } finally {
    await iterator.return?.().catch(() => {});
  }
}

/** What gzip, tar or the disk say, in words about the archive. */
async function asRefusal(error: unknown, source: Promise<void>): Promise<unknown> {
  if (error instanceof AppError) return error;
  // What the tar lacks is told by whoever reads the file, where that failed first.
  const first = await faultOf(source, error);
  if (first instanceof AppError) return first;
  const code = causeCode(first) ?? '';
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES')
    return new AppError('invalid_input', 'The archive cannot be read: there is no such file, or this user may not read it.');
  if (code === 'Z_BUF_ERROR') return refused('it was cut short');
  if (code.startsWith('Z_')) return refused('it is no gzip, or was changed since it was exported');
  return error instanceof TarFault ? refused('it was cut short, or is no tar') : error;
}

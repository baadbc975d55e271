import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { decodeText } from '../../../documents/decode.ts';
import { AppError } from '../../../errors.ts';

/** An export has eight files of 1,000 rows; a lone table may be larger. */
const maxFiles = 50;
const maxFileBytes = 8 * 1024 * 1024;
const maxBytes = 16 * 1024 * 1024;

export interface ExportFile {
  name: string;
  text: string;
}

/** The tables of a zip, or the one table that the bytes are. Throws `unreadable_source`, `payload_too_large`. */
export async function filesOf(bytes: Buffer): Promise<ExportFile[]> {
  const name = 'The file';
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') {
    if (bytes.length > maxFileBytes) throw tooLarge(name);
    return [{ name, text: await textOf(bytes, name) }];
  }
  const files: ExportFile[] = [];
  let total = 0;
  for await (const file of unpacked(bytes)) {
    total += file.bytes.length;
    if (files.length === maxFiles || total > maxBytes) throw tooLarge(name);
    files.push({ name: file.name, text: await textOf(file.bytes, file.name) });
  }
  if (files.length === 0) throw unreadable('It holds no CSV file. A workbook (Export, Download Excel) is not read: choose Download CSV.');
  return files;
}

/** macOS packs a shadow beside every file. */
const isTable = (name: string): boolean => /\.(?:csv|tsv|txt)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);

async function* unpacked(bytes: Buffer): AsyncGenerator<{ name: string; bytes: Buffer }> {
  try {
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      if (isTable(entry.fileName)) yield { name: entry.fileName, bytes: await unpackedEntry(zip, entry) };
    }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw unreadable('The zip is damaged or cut short.', thrown);
  }
}

/** The reader stops at the size that the zip states; that the bytes are the right ones, only their sum tells. */
async function unpackedEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > maxFileBytes) throw tooLarge(entry.fileName);
  const pieces: Buffer[] = [];
  for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  if (crc32(bytes) !== entry.crc32) throw unreadable('The zip is damaged: what it holds is not what was packed.');
  return bytes;
}

async function textOf(bytes: Buffer, name: string): Promise<string> {
  try {
    return await decodeText(bytes);
  } catch (thrown) {
    throw unreadable(`${name.slice(0, 100)} is not text in an encoding that is known.`, thrown);
  }
}

function tooLarge(name: string): AppError {
  return new AppError('payload_too_large', `${name.slice(0, 100)} unpacks to more than an export of Search Console holds.`, {
    hint: `At most ${maxFiles} tables of ${maxFileBytes / 1024 / 1024} MiB each, ${maxBytes / 1024 / 1024} MiB in all.`,
  });
}

export function unreadable(detail: string, cause?: unknown): AppError {
  return new AppError('unreadable_source', detail, {
    cause,
    hint: 'Export the report again in Search Console (Performance, Export, Download CSV), and send the zip as it is. Nothing was stored.',
  });
}

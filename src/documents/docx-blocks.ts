import { Unreadable } from './unreadable.ts';
import type { Extraction } from './blocks.ts';
import { readWhole } from './html-page.ts';

/** All parts but the pictures, unpacked; a thousand pages of text take about 10 MB. */
const maxUnpackedBytes = 100 * 1024 * 1024;
/** The first bytes of Office files from before 2007, and of encrypted ones since. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const mainPart = 'word/document.xml';
/** Maximum size of the end record at the end of an archive (APPNOTE 4.3.16: 22 bytes and a comment of up to 64 KiB). */
const endRecordBytes = 22 + 65_535;
const entrySignature = 0x02014b50;

/** Keeps a title apart from the chapter headings. */
const styleMap = ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p:fresh"];

/** DOCX → headings, paragraphs and list items, in the document's order. Throws `Unreadable`. */
export async function readDocx(bytes: Uint8Array): Promise<Extraction> {
  const { title, blocks } = await readWhole(await htmlOfDocx(bytes));
  return { title, blocks };
}

/** The same as HTML. Nothing outside the file is read. */
export async function htmlOfDocx(bytes: Uint8Array): Promise<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (buffer.subarray(0, compound.length).equals(compound)) {
    throw new Unreadable('The Word document is of the old .doc kind, or protected by a password.', 'Save it as .docx without one.');
  }
  const parts = partsOf(buffer);
  if (!parts.some(({ name }) => name === mainPart)) {
    throw new Unreadable('The file is an archive, but not a Word document: it has no word/document.xml.', 'Save it as .docx or PDF.');
  }
  const unpacked = parts.reduce((sum, { name, size }) => sum + (/\.(?:xml|rels)$/.test(name) ? size : 0), 0);
  if (unpacked > maxUnpackedBytes) {
    throw new Unreadable(
      `The Word document unpacks to more than ${maxUnpackedBytes / 1024 / 1024} MiB.`,
      'Save it again in a word processor, or cut it into parts.',
    );
  }
  return toHtml(buffer);
}

async function toHtml(buffer: Buffer): Promise<string> {
  const { default: mammoth } = await import('mammoth');
  // Pictures are not unpacked: they have no address.
  const convertImage = mammoth.images.imgElement(async () => ({ src: 'word:picture' }));
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { convertImage, externalFileAccess: false, styleMap });
    return value;
  } catch {
    throw broken();
  }
}

interface Part {
  name: string;
  /** Unpacked bytes, according to the directory. */
  size: number;
}

/** Reads the directory of a ZIP archive (APPNOTE 4.3.12). */
function partsOf(buffer: Buffer): Part[] {
  const end = buffer.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end === -1 || end < buffer.length - endRecordBytes || end + 22 > buffer.length) throw broken();
  const count = buffer.readUInt16LE(end + 10);
  const parts: Part[] = [];
  let at = buffer.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== entrySignature) throw broken();
    const nameLength = buffer.readUInt16LE(at + 28);
    parts.push({ name: buffer.toString('utf8', at + 46, at + 46 + nameLength), size: buffer.readUInt32LE(at + 24) });
    at += 46 + nameLength + buffer.readUInt16LE(at + 30) + buffer.readUInt16LE(at + 32);
  }
  return parts;
}

function broken(): Unreadable {
  return new Unreadable('The Word document is broken: it cannot be unpacked.', 'Open it in a word processor and save it again.');
}

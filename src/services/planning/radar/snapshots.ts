import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { hashOfKey, type Line } from './change/lines.ts';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** Text as it is kept: a third of its size. */
export async function packed(text: string): Promise<Uint8Array> {
  return pack(Buffer.from(text, 'utf8'));
}

export async function unpacked(bytes: Uint8Array): Promise<string> {
  return (await unpack(bytes)).toString('utf8');
}

/** The hashes of a page's lines, each once, in four bytes. */
export function packedHashes(lines: readonly Line[]): Uint8Array {
  const hashes = Uint32Array.from(new Set(lines.filter(({ key }) => key !== '').map(({ key }) => hashOfKey(key))));
  return new Uint8Array(hashes.buffer);
}

export function unpackedHashes(bytes: Uint8Array): Uint32Array {
  // A view needs its bytes at a multiple of four.
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

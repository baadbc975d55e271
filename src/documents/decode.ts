import { Unreadable } from './unreadable.ts';

/** What the BOMs of the Encoding Standard say; UTF-32 is not among the encodings of the web. */
const byteOrderMarks: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** So many bytes tell which encoding a text is in. */
const sampleBytes = 64 * 1024;
/** Where a page's `<meta charset>` may stand (HTML Standard, "prescan": the first 1024 bytes; real pages are less tidy). */
const headBytes = 4096;
/** More characters than this share that stand for nothing mean that the encoding was guessed wrong. */
const maxBrokenShare = 0.005;
/** A text may speak of such characters. */
const minLost = 10;

/**
 * Bytes → text. What the bytes prove goes before what was declared: a byte order mark, then valid UTF-8 (text of any other encoding is hardly ever
 * valid by chance), then the declared charset, then a guess by their statistics. Throws `Unreadable` where no encoding makes text of them.
 */
export async function decodeText(bytes: Uint8Array, declared?: string): Promise<string> {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const proven = (marked && decodeAs(marked, bytes)) ?? sevenBit(bytes) ?? wideWithoutMark(bytes) ?? decodeAs('utf-8', bytes);
  const likely = proven ?? declaredText(bytes, declared ?? charsetInHead(bytes)) ?? (await guess(bytes));
  const text = likely === undefined ? undefined : unmojibake(likely);
  if (text === undefined || isGarbled(text, minLost)) throw unknownEncoding();
  return text;
}

/** Refuses text that was garbled before it came here, and mends UTF-8 that was taken for windows-1252. Throws `Unreadable`. */
export function checkedText(text: string): string {
  const lost = text.match(/\uFFFD/g)?.length ?? 0;
  if (lost >= minLost && lost > text.length * maxBrokenShare) {
    throw new Unreadable(
      'The text holds replacement characters (\uFFFD) in place of its letters: it was read in a wrong encoding before it came here.',
      'Send the file itself as base64 with mediaType, such as text/plain; charset=windows-1252.',
    );
  }
  return unmojibake(text);
}

/** The encodings of Japanese mail need no byte above 127, and would pass for UTF-8. */
function sevenBit(bytes: Uint8Array): string | undefined {
  const sample = latin1(bytes.subarray(0, sampleBytes));
  const shifts = sample.includes('\u001B$B') || sample.includes('\u001B$@');
  return shifts ? decodeAs('iso-2022-jp', bytes) : undefined;
}

/** UTF-16 without its mark: in what the West writes every other byte is 0. */
function wideWithoutMark(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, 2048);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2]!++;
  const many = sample.length * 0.15;
  if (zeros[1]! > many && zeros[0]! < many / 10) return decodeAs('utf-16le', bytes);
  if (zeros[0]! > many && zeros[1]! < many / 10) return decodeAs('utf-16be', bytes);
  return undefined;
}

function charsetInHead(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, headBytes));
  return (/<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(head) ??
    /^<\?xml[^>]{0,100}encoding=["']([\w-]{2,40})/i.exec(head))?.[1];
}

/** That it is none of UTF-8 is known by now. */
function declaredText(bytes: Uint8Array, declared: string | undefined): string | undefined {
  if (declared === undefined || /^utf-?8$/i.test(declared)) return undefined;
  const text = decodeAs(declared, bytes);
  // Every byte is something in windows-1252, but Shift_JIS read as Latin-1 is full of control characters.
  return text !== undefined && isGarbled(text) ? undefined : text;
}

async function guess(bytes: Uint8Array): Promise<string | undefined> {
  const { analyse } = await import('chardet');
  const candidates = analyse(bytes.subarray(0, sampleBytes)).map(({ name }) => name);
  // Among single-byte encodings the West's is the likeliest where nothing speaks for another.
  for (const label of [...candidates, 'windows-1252']) {
    if (/^utf-32|^utf-8$|^ascii$/i.test(label)) continue;
    const text = decodeAs(label, bytes);
    if (text !== undefined && !isGarbled(text)) return text;
  }
  return undefined;
}

/** Undefined where the label is not known, or the bytes are not valid in that encoding. */
function decodeAs(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

// eslint-disable-next-line no-control-regex
const broken = /[\uFFFD\u0000-\u0008\u000E-\u001A\u001C-\u001F\u0080-\u0084\u0086-\u009F]/g;

function isGarbled(text: string, fewest = 1): boolean {
  const count = text.match(broken)?.length ?? 0;
  return count >= fewest && count > text.length * maxBrokenShare;
}

/** What windows-1252 has where Latin-1 has control characters, by code point; the rest of both is the code point itself. */
const windows1252 = new Map(
  Array.from(new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index)), (char, index) => [
    char.codePointAt(0)!,
    0x80 + index,
  ]),
);
const trail = `[\\u0080-\\u00BF${[...windows1252.keys()].map((code) => `\\u{${code.toString(16)}}`).join('')}]`;
/** A sequence of UTF-8 whose bytes were each taken for a character. */
const mojibake = new RegExp(`[\\u00C2-\\u00DF]${trail}|[\\u00E0-\\u00EF]${trail}{2}|[\\u00F0-\\u00F4]${trail}{3}`, 'gu');
const minMojibake = 3;

/** A text about mojibake has other letters too: only one whose foreign letters are nearly all of this kind is mended. */
function unmojibake(text: string): string {
  const found = text.match(mojibake);
  if (!found || found.length < minMojibake) return text;
  const suspect = found.reduce((sum, sequence) => sum + sequence.length, 0);
  // eslint-disable-next-line no-control-regex
  const foreign = text.match(/[^\u0000-\u007F]/g)?.length ?? 0;
  if (suspect < foreign * 0.9) return text;
  return text.replace(mojibake, (sequence) => decodeAs('utf-8', Uint8Array.from(sequence, byteOf)) ?? sequence);
}

function byteOf(char: string): number {
  const code = char.codePointAt(0)!;
  return windows1252.get(code) ?? code;
}

function unknownEncoding(): Unreadable {
  return new Unreadable(
    'The encoding of the text cannot be told: read in any of those that are known, it holds characters that stand for nothing.',
    'Save it as UTF-8, or name its charset in mediaType, such as text/plain; charset=shift_jis.',
  );
}

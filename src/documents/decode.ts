import { Unreadable } from './unreadable.ts';

/** The byte order marks of the Encoding Standard, which has no UTF-32. */
const byteOrderMarks: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Enough to detect an encoding. */
const sampleBytes = 64 * 1024;
/** Where to look for `<meta charset>`. The HTML Standard's "prescan" takes 1024 bytes; real pages need more. */
const headBytes = 4096;
/** A larger share of meaningless characters means that the encoding was guessed wrong. */
const maxBrokenShare = 0.005;
/** Fewer replacement characters are tolerated: a text may be about them. */
const minLost = 10;

/**
 * Bytes → text. The bytes themselves outrank the declaration: first a byte order mark, then valid UTF-8 (other encodings are hardly ever
 * valid UTF-8 by chance), then the declared charset, then a statistical guess. Throws `Unreadable` if no encoding fits. `turn` is awaited
 * between steps, each of which takes some milliseconds where the text is long.
 */
export async function decodeText(bytes: Uint8Array, declared?: string, turn = async (): Promise<void> => {}): Promise<string> {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const proven = (marked && decodeAs(marked, bytes)) ?? sevenBit(bytes) ?? wideWithoutMark(bytes) ?? decodeAs('utf-8', bytes);
  const likely = proven ?? declaredText(bytes, declared ?? charsetInHead(bytes)) ?? (await guess(bytes));
  await turn();
  const text = likely === undefined ? undefined : await repaired(likely, turn);
  await turn();
  if (text === undefined || isGarbled(text, minLost)) throw unknownEncoding();
  await turn();
  return text;
}

/** Repairs UTF-8 that was decoded as windows-1252. Throws `Unreadable` for text that was already garbled when it arrived. */
export function checkedText(text: string): string {
  const lost = text.match(/\uFFFD/g)?.length ?? 0;
  if (lost >= minLost && lost > text.length * maxBrokenShare) {
    throw new Unreadable(
      'The text holds replacement characters (\uFFFD) in place of its letters: it was read in a wrong encoding before it came here.',
      'Send the file itself as base64 with mediaType, such as text/plain; charset=windows-1252.',
    );
  }
  const repair = unmojibake(text);
  for (;;) {
    const { done, value } = repair.next();
    if (done) return value;
  }
}

async function repaired(text: string, turn: () => Promise<void>): Promise<string> {
  const repair = unmojibake(text);
  for (;;) {
    const { done, value } = repair.next();
    if (done) return value;
    await turn();
  }
}

/** The 7-bit encoding of Japanese mail would also pass for UTF-8. */
function sevenBit(bytes: Uint8Array): string | undefined {
  const sample = latin1(bytes.subarray(0, sampleBytes));
  const shifts = sample.includes('\u001B$B') || sample.includes('\u001B$@');
  return shifts ? decodeAs('iso-2022-jp', bytes) : undefined;
}

/** UTF-16 without a byte order mark: in Western text, every other byte is 0. */
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

/** The text in its declared encoding. UTF-8 has been ruled out by now. */
function declaredText(bytes: Uint8Array, declared: string | undefined): string | undefined {
  if (declared === undefined || /^utf-?8$/i.test(declared)) return undefined;
  const text = decodeAs(declared, bytes);
  // Any bytes are valid windows-1252, but Shift_JIS decoded as Latin-1 is full of control characters.
  return text !== undefined && isGarbled(text) ? undefined : text;
}

async function guess(bytes: Uint8Array): Promise<string | undefined> {
  const { analyse } = await import('chardet');
  const candidates = analyse(bytes.subarray(0, sampleBytes)).map(({ name }) => name);
  // Without other evidence, windows-1252 is the likeliest single-byte encoding.
  for (const label of [...candidates, 'windows-1252']) {
    if (/^utf-32|^utf-8$|^ascii$/i.test(label)) continue;
    const text = decodeAs(label, bytes);
    if (text !== undefined && !isGarbled(text)) return text;
  }
  return undefined;
}

/** Undefined if the label is unknown or the bytes are invalid in that encoding. */
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

// oxlint-disable-next-line no-control-regex
const broken = /[\uFFFD\u0000-\u0008\u000E-\u001A\u001C-\u001F\u0080-\u0084\u0086-\u009F]/g;

/** Counts no further than it must: a text of control characters alone would hold up everything else. */
function isGarbled(text: string, minCount = 1): boolean {
  const enough = Math.max(minCount, Math.floor(text.length * maxBrokenShare) + 1);
  const found = text.matchAll(broken);
  for (let count = 0; !found.next().done;) if (++count === enough) return true;
  return false;
}

/** Code point → byte for the characters windows-1252 has in place of Latin-1's control characters. All others are equal to their byte. */
const windows1252 = new Map(
  Array.from(new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index)), (char, index) => [
    char.codePointAt(0)!,
    0x80 + index,
  ]),
);
const minMojibake = 3;
/** Of a text, in characters: some milliseconds of work. */
const stepLength = 32 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Repairs mojibake, but only if it makes up nearly all non-ASCII characters: a text about mojibake has others too. Yields between its steps. */
function* unmojibake(text: string): Generator<undefined, string> {
  const pieces: string[] = [];
  let [taken, found, suspect, foreign, nextStep] = [0, 0, 0, 0, stepLength];
  for (let at = 0; at < text.length;) {
    if (at >= nextStep) {
      nextStep = at + stepLength;
      yield;
    }
    const length = text.charCodeAt(at) < 0x80 ? 0 : sequenceAt(text, at);
    if (length > 0) {
      pieces.push(text.slice(taken, at), decodedSequence(text.slice(at, at + length)));
      taken = at + length;
      found++;
      suspect += length;
      foreign += length;
    } else if (text.charCodeAt(at) >= 0x80) foreign++;
    at += length || 1;
  }
  return found < minMojibake || suspect < foreign * 0.9 ? text : pieces.join('') + text.slice(taken);
}

/** How long the UTF-8 sequence is that begins here, each of its bytes decoded as a character; 0 where none does. */
function sequenceAt(text: string, at: number): number {
  const lead = text.charCodeAt(at);
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let next = at + 1; next < at + length; next++) {
    const byte = byteOf(text.charCodeAt(next));
    // Also where the text has ended.
    if (!(byte >= 0x80 && byte <= 0xbf)) return 0;
  }
  return length;
}

function decodedSequence(sequence: string): string {
  try {
    return utf8.decode(Uint8Array.from(sequence, (char) => byteOf(char.charCodeAt(0))));
  } catch {
    return sequence;
  }
}

function byteOf(code: number): number {
  return windows1252.get(code) ?? code;
}

function unknownEncoding(): Unreadable {
  return new Unreadable(
    'The encoding of the text cannot be told: read in any of those that are known, it holds characters that stand for nothing.',
    'Save it as UTF-8, or name its charset in mediaType, such as text/plain; charset=shift_jis.',
  );
}

/** A part of what is too long to be sent at once. */
export type Piece = string | Uint8Array | readonly unknown[];

/** In place of what was sent ahead: of how many pieces it is. */
interface Ahead {
  piecesAhead: number;
}

/** In characters or bytes, and in items of a list: some milliseconds of work for who sends or takes it. */
const pieceLength = 128 * 1024;
const pieceItems = 256;

/** Takes what is long out of arguments or a result, and out of their fields, to be sent ahead in pieces. */
export function takeOut(args: readonly unknown[]): { args: unknown[]; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const leftOf = (value: unknown): unknown => {
    if (!canBeLong(value)) return value;
    const length = Array.isArray(value) ? pieceItems : pieceLength;
    if (value.length <= length) return value;
    const before = pieces.length;
    for (let at = 0; at < value.length; at += length) pieces.push(partOf(value, at, at + length));
    return { piecesAhead: pieces.length - before } satisfies Ahead;
  };
  return { args: args.map((value) => eachField(leftOf(value), leftOf)), pieces };
}

/** Puts back what came ahead. */
export function putBack(args: readonly unknown[], pieces: readonly Piece[]): unknown[] {
  let next = 0;
  const wholeOf = (value: unknown): unknown => {
    if (!isAhead(value)) return value;
    return joined(pieces.slice(next, (next += value.piecesAhead)));
  };
  return args.map((value) => eachField(wholeOf(value), wholeOf));
}

function canBeLong(value: unknown): value is Piece {
  return typeof value === 'string' || value instanceof Uint8Array || Array.isArray(value);
}

function partOf(value: Piece, from: number, to: number): Piece {
  return value instanceof Uint8Array ? value.subarray(from, to) : value.slice(from, to);
}

function joined(pieces: readonly Piece[]): Piece {
  if (typeof pieces[0] === 'string') return pieces.join('');
  return Array.isArray(pieces[0]) ? pieces.flat() : Buffer.concat(pieces as Uint8Array[]);
}

function isAhead(value: unknown): value is Ahead {
  return typeof value === 'object' && value !== null && 'piecesAhead' in value;
}

function eachField(value: unknown, change: (field: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field)]));
}

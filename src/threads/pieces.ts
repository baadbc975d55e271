type Long = string | Uint8Array;

/** In place of what was sent ahead: of how many pieces it is. */
interface Ahead {
  piecesAhead: number;
}

/** In characters or bytes: some milliseconds of work for who sends it. */
const pieceLength = 128 * 1024;

/** Takes what is long out of arguments and out of their fields, to be sent ahead in pieces. */
export function takeOut(args: readonly unknown[]): { args: unknown[]; pieces: Long[] } {
  const pieces: Long[] = [];
  const leftOf = (value: unknown): unknown => {
    if (!(typeof value === 'string' || value instanceof Uint8Array) || value.length <= pieceLength) return value;
    const before = pieces.length;
    for (let at = 0; at < value.length; at += pieceLength) pieces.push(pieceOf(value, at));
    return { piecesAhead: pieces.length - before } satisfies Ahead;
  };
  return { args: args.map((value) => eachField(leftOf(value), leftOf)), pieces };
}

/** Puts back what came ahead. */
export function putBack(args: readonly unknown[], pieces: readonly Long[]): unknown[] {
  let next = 0;
  const wholeOf = (value: unknown): unknown => {
    if (!isAhead(value)) return value;
    return joined(pieces.slice(next, (next += value.piecesAhead)));
  };
  return args.map((value) => eachField(wholeOf(value), wholeOf));
}

function pieceOf(value: Long, at: number): Long {
  return typeof value === 'string' ? value.slice(at, at + pieceLength) : value.subarray(at, at + pieceLength);
}

function joined(pieces: readonly Long[]): Long {
  return typeof pieces[0] === 'string' ? pieces.join('') : Buffer.concat(pieces as Uint8Array[]);
}

function isAhead(value: unknown): value is Ahead {
  return typeof value === 'object' && value !== null && 'piecesAhead' in value;
}

function eachField(value: unknown, change: (field: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, change(field)]));
}

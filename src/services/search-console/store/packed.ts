import { queryOfPair } from './keys.ts';

/**
 * Rows packed into bytes: a row has a key (a whole number), clicks, impressions, and its position × impressions in hundredths. In order of
 * their keys, by column: how many rows there are, how many bytes the first three columns have, then the columns; keys are written as the
 * difference from the one before. All numbers have seven bits a byte. Some five bytes a row. Months of pairs have a fifth column: on how many
 * days the page led.
 */

/** Sums of one key. */
export interface Sums {
  clicks: number;
  impressions: number;
  /** Position × impressions, in hundredths. */
  positions: number;
  /** Of a pair of a query and a page: days on which the page had most of the query's impressions. */
  led?: number;
}

export type KeyedSums = readonly [key: number, sums: Sums];

/** Packs rows, over those that are packed already: the last with a key counts. */
export function pack(rows: readonly KeyedSums[], before?: Uint8Array): Uint8Array {
  const sorted = rows.toSorted(([one], [other]) => one - other);
  const { count, keys, figures } = before ? new Columns().unpack(before) : new Columns();
  const columns = Array.from({ length: 5 }, () => new Column(rows.length + count));
  const [ofKeys, ofClicks, ofImpressions, ofPositions, ofLed] = columns as [Column, Column, Column, Column, Column];
  let [packed, last] = [0, 0];
  function add(key: number, clicks: number, impressions: number, positions: number): void {
    ofKeys.add(key - last);
    ofClicks.add(clicks);
    ofImpressions.add(impressions);
    ofPositions.add(positions);
    last = key;
    packed++;
  }
  let at = 0;
  const addUpTo = (key: number) => {
    for (; at < count && keys[at]! < key; at++) add(keys[at]!, figures[0]![at]!, figures[1]![at]!, figures[2]![at]!);
  };
  for (const [nth, [key, { clicks, impressions, positions, led }]] of sorted.entries()) {
    if (sorted[nth + 1]?.[0] === key) continue;
    addUpTo(key);
    if (keys[at] === key) at++;
    add(key, clicks, impressions, positions);
    if (led !== undefined) ofLed.add(led);
  }
  addUpTo(Infinity);
  const head = new Column(4);
  for (const number of [packed, ofKeys.length, ofClicks.length, ofImpressions.length]) head.add(number);
  return Buffer.concat([head, ...columns].map((column) => column.written));
}

/** Numbers of seven bits a byte, the lowest first; all but a number's last byte have the eighth. */
class Column {
  length = 0;
  readonly #bytes: Uint8Array;

  constructor(numbers: number) {
    this.#bytes = new Uint8Array(numbers * maxBytes);
  }

  add(number: number): void {
    let rest = number;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.length++] = (rest % 128) | 128;
    this.#bytes[this.length++] = rest;
  }

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

/** Of a whole number up to 2^53. */
const maxBytes = 8;

/**
 * Reads numbers into a column, so many as it takes; returns where the next begin. Nearly all have up to three bytes, which are read without a
 * loop: that halves the time of a report.
 */
function read(bytes: Uint8Array, from: number, into: Float64Array, count: number): number {
  let at = from;
  for (let index = 0; index < count; index++) {
    const first = bytes[at++]!;
    if (first < 128) {
      into[index] = first;
      continue;
    }
    const second = bytes[at++]!;
    if (second < 128) {
      into[index] = (first & 127) | (second << 7);
      continue;
    }
    let byte = bytes[at++]!;
    let value = (first & 127) | ((second & 127) << 7) | ((byte & 127) << 14);
    for (let unit = 2 ** 21; byte > 127; unit *= 128) {
      byte = bytes[at++]!;
      value += (byte & 127) * unit;
    }
    into[index] = value;
  }
  return at;
}

/** The columns of unpacked rows, used again for the next: a report unpacks a million rows. */
export class Columns {
  count = 0;
  keys = new Float64Array(0);
  /** Clicks, impressions, positions; of pairs also led, where that is wanted. */
  figures: readonly Float64Array[] = [];

  /** Unpacks rows into these columns. With `upTo`, only those whose key is no greater. */
  unpack(bytes: Uint8Array, upTo = Infinity): this {
    this.#open(bytes, upTo);
    return this;
  }

  /** Unpacks pairs with the days on which they led; a single day does not tell, but its rows do. */
  unpackLed(bytes: Uint8Array): this {
    const end = this.#open(bytes, Infinity);
    if (end < bytes.length) read(bytes, end, this.figures[3]!, this.count);
    else lead(this);
    return this;
  }

  /** Returns where the positions end. */
  #open(bytes: Uint8Array, upTo: number): number {
    const head = new Float64Array(4);
    const start = read(bytes, 0, head, 4);
    const [rows, ofKeys, ofClicks, ofImpressions] = head as unknown as [number, number, number, number];
    this.#hold(rows);
    read(bytes, start, this.keys, rows);
    this.count = addUp(this.keys, rows, upTo);
    const [clicks, impressions, positions] = this.figures as [Float64Array, Float64Array, Float64Array];
    read(bytes, start + ofKeys, clicks, this.count);
    read(bytes, start + ofKeys + ofClicks, impressions, this.count);
    return read(bytes, start + ofKeys + ofClicks + ofImpressions, positions, this.count);
  }

  #hold(rows: number): void {
    if (rows <= this.keys.length) return;
    this.keys = new Float64Array(rows);
    this.figures = Array.from({ length: 4 }, () => new Float64Array(rows));
  }
}

/** Marks the pair that leads each query: the pairs of one follow one another. */
function lead({ count, keys, figures }: Columns): void {
  const [impressions, led] = [figures[1]!, figures[3]!];
  for (let row = 0; row < count;) {
    const query = queryOfPair(keys[row]!);
    let first = row;
    for (; row < count && queryOfPair(keys[row]!) === query; row++) {
      led[row] = 0;
      if (impressions[row]! > impressions[first]!) first = row;
    }
    led[first] = 1;
  }
}

/** Makes keys of differences; returns how many are no greater than `upTo`. */
function addUp(keys: Float64Array, count: number, upTo: number): number {
  let key = 0;
  for (let index = 0; index < count; index++) {
    key += keys[index]!;
    if (key > upTo) return index;
    keys[index] = key;
  }
  return count;
}

/** How many rows there are. */
export function countIn(bytes: Uint8Array): number {
  const head = new Float64Array(1);
  read(bytes, 0, head, 1);
  return head[0]!;
}

/** All rows, one by one. */
export function unpack(bytes: Uint8Array): KeyedSums[] {
  const { count, keys, figures } = new Columns().unpack(bytes);
  const [clicks, impressions, positions] = figures as [Float64Array, Float64Array, Float64Array];
  return Array.from({ length: count }, (_, at) => [
    keys[at]!,
    { clicks: clicks[at]!, impressions: impressions[at]!, positions: positions[at]! },
  ]);
}

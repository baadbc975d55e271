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

/** Rows by column, in the order of their keys, none twice. */
export interface Rows {
  count: number;
  keys: Float64Array;
  /** Clicks, impressions, positions; of months of pairs also led. */
  figures: readonly Float64Array[];
}

/** Rows in the order of their keys; of those with one key the last counts. */
export function inOrder(keys: readonly number[], sumsOf: (index: number) => Sums): Rows {
  const sorted = sortedOnce(keys);
  const figures = Array.from({ length: 4 }, () => new Float64Array(sorted.length));
  const [ofClicks, ofImpressions, ofPositions, ofLed] = figures as [Float64Array, Float64Array, Float64Array, Float64Array];
  let isLed = false;
  for (const [index, key] of keys.entries()) {
    const at = placeIn(sorted, key);
    const { clicks, impressions, positions, led } = sumsOf(index);
    ofClicks[at] = clicks;
    ofImpressions[at] = impressions;
    ofPositions[at] = positions;
    ofLed[at] = led ?? 0;
    isLed ||= led !== undefined;
  }
  return { count: sorted.length, keys: sorted, figures: isLed ? figures : figures.slice(0, 3) };
}

/** By a function that compares, the rows themselves would take several times as long. */
function sortedOnce(keys: readonly number[]): Float64Array {
  const sorted = new Float64Array(keys).toSorted();
  return sorted.filter((key, at) => key !== sorted[at - 1]);
}

function placeIn(sorted: Float64Array, key: number): number {
  let [from, to] = [0, sorted.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! <= key) from = middle;
    else to = middle;
  }
  return from;
}

/** Packs rows, over those that are packed already: the last with a key counts. */
export function pack(rows: readonly KeyedSums[], packed?: Uint8Array): Uint8Array {
  const ordered = inOrder(
    rows.map(([key]) => key),
    (index) => rows[index]![1],
  );
  return packInOrder(ordered, packed);
}

/** The same for rows that are in order. */
export function packInOrder(rows: Rows, packed?: Uint8Array): Uint8Array {
  const before: Rows = packed ? new Columns().unpack(packed) : new Columns();
  const columns = Array.from({ length: 4 }, () => new Column(rows.count + before.count));
  const [ofKeys, ofClicks, ofImpressions, ofPositions] = columns as [Column, Column, Column, Column];
  let [count, last] = [0, 0];
  const add = ({ keys, figures: [clicks, impressions, positions] }: Rows, at: number) => {
    ofKeys.add(keys[at]! - last);
    ofClicks.add(clicks![at]!);
    ofImpressions.add(impressions![at]!);
    ofPositions.add(positions![at]!);
    last = keys[at]!;
    count++;
  };
  let next = 0;
  for (let at = 0; at < rows.count; at++) {
    const key = rows.keys[at]!;
    for (; next < before.count && before.keys[next]! < key; next++) add(before, next);
    if (next < before.count && before.keys[next] === key) next++;
    add(rows, at);
  }
  for (; next < before.count; next++) add(before, next);
  const [, , , led] = rows.figures;
  const head = new Column(4);
  for (const number of [count, ofKeys.length, ofClicks.length, ofImpressions.length]) head.add(number);
  return Buffer.concat([head, ...columns, ...(led ? [Column.of(led)] : [])].map((column) => column.written));
}

/** Numbers of seven bits a byte, the lowest first; all but a number's last byte have the eighth. */
class Column {
  length = 0;
  readonly #bytes: Uint8Array;

  constructor(numbers: number) {
    this.#bytes = new Uint8Array(numbers * maxBytes);
  }

  static of(numbers: Float64Array): Column {
    const column = new Column(numbers.length);
    for (const number of numbers) column.add(number);
    return column;
  }

  add(number: number): void {
    let rest = number;
    for (; rest >= 2 ** 31; rest = Math.floor(rest / 128)) this.#bytes[this.length++] = (rest % 128) | 128;
    for (; rest >= 128; rest >>>= 7) this.#bytes[this.length++] = rest | 128;
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

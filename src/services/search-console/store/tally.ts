import { Columns, type KeyedSums, type Rows, type Sums } from './packed.ts';

const none = -1;

/** In place of a key: the row is left out. */
export const leftOut = -1;

/** Under which key a row is added up. */
export interface ToKey {
  of(key: number): number;
  /** Rows with a greater key are left out, without a look. */
  upTo?: number;
}

/** Adds all rows up to one. */
export const toOne: ToKey = { of: () => 0 };

/**
 * Adds packed rows up by key. A table in open addressing over plain arrays of numbers: a report adds a million rows, and a `Map` of
 * objects takes ten times as long.
 */
export class Tally {
  readonly #columns = new Columns();
  /** Where each of the rows that are being added is added up. */
  #places = new Uint32Array(0);
  #mask = 1023;
  #used = 0;
  #keys = new Float64Array(1024).fill(none);
  /** In the order of `Columns`. One more than keys: the last takes what is left out. */
  #sums: Float64Array[];

  /** `leads`: pairs of a query and a page are added up, with the days on which the page was the query's first. */
  constructor({ leads = false } = {}) {
    this.#sums = Array.from({ length: leads ? 4 : 3 }, () => new Float64Array(1025));
  }

  /** How many keys there are; those that were taken away again are counted. */
  get size(): number {
    return this.#used;
  }

  /** Adds the rows whose key `toKey` gives a place, or takes them away. */
  add(packed: Uint8Array, toKey?: ToKey, times: 1 | -1 = 1): void {
    const columns = this.#columns;
    this.#addRows(this.#sums.length > 3 ? columns.unpackLed(packed) : columns.unpack(packed, toKey?.upTo), toKey, times);
  }

  /** The same sums by other keys. */
  by(keyOf: (key: number) => number): Tally {
    const other = new Tally({ leads: this.#sums.length > 3 });
    other.#makeRoom(this.#used);
    other.#addRows(this.#rows(), { of: (key) => (key === none ? leftOut : keyOf(key)) }, 1);
    return other;
  }

  /** The sums of one key; zeros where there is none. */
  of(key: number): Sums {
    for (let step = 0; ; step++) {
      const at = placeAt(key, step) & this.#mask;
      if (this.#keys[at] === key) return this.#at(at);
      if (this.#keys[at] === none) return { clicks: 0, impressions: 0, positions: 0 };
    }
  }

  /** All sums, in no order; without those that were taken away again. */
  rows(): KeyedSums[] {
    const rows: KeyedSums[] = [];
    for (let at = 0; at <= this.#mask; at++) if (this.#sums[1]![at] !== 0) rows.push([this.#keys[at]!, this.#at(at)]);
    return rows;
  }

  each(visit: (key: number, clicks: number, impressions: number, positions: number) => void): void {
    const [clicks, impressions, positions] = this.#sums as [Float64Array, Float64Array, Float64Array];
    for (let at = 0; at <= this.#mask; at++) {
      const key = this.#keys[at]!;
      if (key !== none && impressions[at]! !== 0) visit(key, clicks[at]!, impressions[at]!, positions[at]!);
    }
  }

  #at(at: number): Sums {
    const [clicks, impressions, positions, led] = this.#sums as [Float64Array, Float64Array, Float64Array, Float64Array?];
    const sums = { clicks: clicks[at]!, impressions: impressions[at]!, positions: positions[at]! };
    return led ? { ...sums, led: led[at]! } : sums;
  }

  /** Column by column: the sums of one fit into the processor's cache, those of all do not. */
  #addRows({ count, keys, figures }: Rows, toKey: ToKey | undefined, times: 1 | -1): void {
    if (!toKey) this.#makeRoom(count);
    if (this.#places.length < count) this.#places = new Uint32Array(count);
    // Where the table grows meanwhile, places have moved.
    for (let mask = 0; mask !== this.#mask;) {
      mask = this.#mask;
      for (let row = 0; row < count; row++) {
        const key = toKey ? toKey.of(keys[row]!) : keys[row]!;
        this.#places[row] = key === leftOut ? mask + 1 : this.#placeOf(key);
      }
    }
    for (const [nth, sums] of this.#sums.entries()) addAt(sums, this.#places, figures[nth]!, count, times);
  }

  #rows(): Rows {
    return { count: this.#mask + 1, keys: this.#keys, figures: this.#sums };
  }

  #placeOf(key: number): number {
    for (let step = 0; ; step++) {
      const at = placeAt(key, step) & this.#mask;
      const there = this.#keys[at]!;
      if (there === key) return at;
      if (there !== none) continue;
      if (this.#used * 2 > this.#mask) {
        this.#makeRoom(this.#mask);
        return this.#placeOf(key);
      }
      this.#used++;
      this.#keys[at] = key;
      return at;
    }
  }

  /** So that so many keys leave half of it free. */
  #makeRoom(keys: number): void {
    let size = this.#mask + 1;
    while (keys * 2 >= size) size *= 2;
    if (size === this.#mask + 1) return;
    const old = this.#rows();
    this.#mask = size - 1;
    this.#used = 0;
    this.#keys = new Float64Array(size).fill(none);
    this.#sums = this.#sums.map(() => new Float64Array(size + 1));
    this.#addRows(old, { of: (key) => (key === none ? leftOut : key) }, 1);
  }
}

function addAt(sums: Float64Array, places: Uint32Array, figures: Float64Array, count: number, times: number): void {
  for (let row = 0; row < count; row++) sums[places[row]!]! += figures[row]! * times;
}

/** Of a query's pairs, those that stand side by side. */
const together = 4;

/**
 * Where a key is looked for, step by step: first beside its neighbours, for rows come in the order of their keys and memory is read in stretches;
 * the many pages of one query are spread.
 */
function placeAt(key: number, step: number): number {
  const query = Math.floor(key / 2 ** 22);
  if (query === 0) return key + step;
  return step < together ? query * 2 + step : ((key ^ Math.imul(query, 0x9e3779b1)) >>> 0) + step;
}

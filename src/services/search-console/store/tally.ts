import { Columns, type KeyedSums, type Sums } from './packed.ts';

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
  #mask = 1023;
  #used = 0;
  #keys = new Float64Array(1024).fill(none);
  #clicks = new Float64Array(1024);
  #impressions = new Float64Array(1024);
  #positions = new Float64Array(1024);

  /** How many keys there are; those that were taken away again are counted. */
  get size(): number {
    return this.#used;
  }

  /** Adds the rows whose key `toKey` gives a place, or takes them away. */
  add(packed: Uint8Array, toKey?: ToKey, times: 1 | -1 = 1): void {
    const { count, keys, clicks, impressions, positions } = this.#columns.unpack(packed, toKey?.upTo);
    if (!toKey) while (count * 2 > this.#mask) this.#grow();
    for (let row = 0; row < count; row++) {
      const key = toKey ? toKey.of(keys[row]!) : keys[row]!;
      if (key === leftOut) continue;
      this.#addTo(this.#placeOf(key), clicks[row]! * times, impressions[row]! * times, positions[row]! * times);
    }
  }

  addOne(key: number, { clicks, impressions, positions }: Sums): void {
    this.#addTo(this.#placeOf(key), clicks, impressions, positions);
  }

  /** The sums of one key; zeros where there is none. */
  of(key: number): Sums {
    for (let at = hashOf(key) & this.#mask; this.#keys[at] !== none; at = (at + 1) & this.#mask) {
      if (this.#keys[at] === key)
        return { clicks: this.#clicks[at]!, impressions: this.#impressions[at]!, positions: this.#positions[at]! };
    }
    return { clicks: 0, impressions: 0, positions: 0 };
  }

  /** All sums, in no order; without those that were taken away again. */
  rows(): KeyedSums[] {
    const rows: KeyedSums[] = [];
    this.each((key, clicks, impressions, positions) => void rows.push([key, { clicks, impressions, positions }]));
    return rows;
  }

  each(visit: (key: number, clicks: number, impressions: number, positions: number) => void): void {
    for (let at = 0; at <= this.#mask; at++) {
      const key = this.#keys[at]!;
      if (key !== none && this.#impressions[at]! !== 0) visit(key, this.#clicks[at]!, this.#impressions[at]!, this.#positions[at]!);
    }
  }

  #addTo(at: number, clicks: number, impressions: number, positions: number): void {
    this.#clicks[at]! += clicks;
    this.#impressions[at]! += impressions;
    this.#positions[at]! += positions;
  }

  #placeOf(key: number): number {
    for (let at = hashOf(key) & this.#mask; ; at = (at + 1) & this.#mask) {
      const there = this.#keys[at]!;
      if (there === key) return at;
      if (there !== none) continue;
      if (this.#used * 2 > this.#mask) {
        this.#grow();
        return this.#placeOf(key);
      }
      this.#used++;
      this.#keys[at] = key;
      return at;
    }
  }

  #grow(): void {
    const old = [this.#keys, this.#clicks, this.#impressions, this.#positions] as const;
    const size = (this.#mask + 1) * 2;
    this.#mask = size - 1;
    this.#used = 0;
    this.#keys = new Float64Array(size).fill(none);
    this.#clicks = new Float64Array(size);
    this.#impressions = new Float64Array(size);
    this.#positions = new Float64Array(size);
    for (let from = 0; from < old[0].length; from++) {
      if (old[0][from] === none) continue;
      const at = this.#placeOf(old[0][from]!);
      this.#clicks[at] = old[1][from]!;
      this.#impressions[at] = old[2][from]!;
      this.#positions[at] = old[3][from]!;
    }
  }
}

/** Numbers that follow one another keep doing so; pairs of a query and a page are spread. */
const hashOf = (key: number): number => (key ^ Math.imul(Math.floor(key / 2 ** 22), 0x9e3779b1)) >>> 0;

/**
 * Rows packed into bytes: a row has a key (a whole number), clicks, impressions, and its position × impressions in hundredths. In order of
 * their keys, each written as the difference from the one before it, all numbers seven bits a byte. Some five bytes a row.
 */

/** Sums of one key. */
export interface Sums {
  clicks: number;
  impressions: number;
  /** Position × impressions, in hundredths. */
  positions: number;
}

export type KeyedSums = readonly [key: number, sums: Sums];

/** Packs rows of different keys. */
export function pack(rows: readonly KeyedSums[]): Uint8Array {
  const writer = new Writer(rows.length);
  let last = 0;
  for (const [key, { clicks, impressions, positions }] of rows.toSorted(([one], [other]) => one - other)) {
    writer.reserve();
    writer.write(key - last);
    writer.write(clicks);
    writer.write(impressions);
    writer.write(positions);
    last = key;
  }
  return writer.done();
}

/** Calls `visit` with each row, by key. Stops where it returns false. */
export function unpack(
  bytes: Uint8Array,
  visit: (key: number, clicks: number, impressions: number, positions: number) => boolean | void,
): void {
  let at = 0;
  let key = 0;
  function read(): number {
    let byte = bytes[at++]!;
    if (byte < 128) return byte;
    let value = byte & 127;
    for (let unit = 128; byte >= 128; unit *= 128) {
      byte = bytes[at++]!;
      value += (byte & 127) * unit;
    }
    return value;
  }
  while (at < bytes.length) {
    key += read();
    if (visit(key, read(), read(), read()) === false) return;
  }
}

/** Four whole numbers up to 2^53 of seven bits a byte. */
const maxRowBytes = 32;

class Writer {
  #bytes: Uint8Array;
  #at = 0;

  constructor(rows: number) {
    this.#bytes = new Uint8Array(rows * 6 + maxRowBytes);
  }

  /** Makes room for one more row. */
  reserve(): void {
    if (this.#at + maxRowBytes <= this.#bytes.length) return;
    const longer = new Uint8Array(this.#bytes.length * 2);
    longer.set(this.#bytes);
    this.#bytes = longer;
  }

  write(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#at++] = (rest % 128) | 128;
    this.#bytes[this.#at++] = rest;
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#at);
  }
}

import { mix } from '../language/near-duplicates.ts';

/**
 * SimHash (Charikar 2002; Manku, Jain and Das Sarma 2007): each pair of neighbouring words votes for or against each of 64 bits.
 * Texts that share most of their pairs agree in most bits.
 */
export class Sketch {
  /** Votes, a byte for each bit, four to a number; moved to `#sums` before a byte overflows. */
  readonly #votes = new Uint32Array(16);
  readonly #sums = new Uint32Array(64);
  #count = 0;
  #previous = 0;

  add(word: number): void {
    const low = mix(Math.imul(this.#previous, 31) ^ word);
    const high = mix(low ^ 0x9e3779b9);
    for (let at = 0; at < 8; at++) {
      this.#votes[at]! += spread[(low >>> (4 * at)) & 15]!;
      this.#votes[at + 8]! += spread[(high >>> (4 * at)) & 15]!;
    }
    this.#previous = word;
    if (++this.#count % 255 === 0) this.#tally();
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    this.#tally();
    let low = 0;
    let high = 0;
    for (let bit = 0; bit < 32; bit++) {
      if (this.#sums[bit]! * 2 > this.#count) low |= 1 << bit;
      if (this.#sums[bit + 32]! * 2 > this.#count) high |= 1 << bit;
    }
    return hexOf(high) + hexOf(low);
  }

  #tally(): void {
    for (let at = 0; at < 16; at++) {
      for (let bit = 0; bit < 4; bit++) this.#sums[4 * at + bit]! += (this.#votes[at]! >>> (8 * bit)) & 255;
    }
    this.#votes.fill(0);
  }
}

/** The four bits of a number, a byte each. */
const spread = Uint32Array.from({ length: 16 }, (_, bits) => (bits & 1) | ((bits & 2) << 7) | ((bits & 4) << 14) | ((bits & 8) << 21));

/** In how many of their 64 bits two sketches differ. */
export function distance(a: string, b: string): number {
  let bits = 0;
  for (const from of [0, 8]) {
    let differing = Number.parseInt(a.slice(from, from + 8), 16) ^ Number.parseInt(b.slice(from, from + 8), 16);
    for (; differing !== 0; differing &= differing - 1) bits++;
  }
  return bits;
}

function hexOf(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}

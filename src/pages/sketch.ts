import { mix } from '../language/near-duplicates.ts';

/**
 * SimHash (Charikar 2002; Manku, Jain and Das Sarma 2007): each pair of neighbouring words votes for or against each of 64 bits.
 * Texts that share most of their pairs agree in most bits. A pair votes once, however often it stands there: else a few that a template
 * repeats would decide. Of a very long text the first pairs vote.
 */
export class Sketch {
  /** Votes, a byte for each bit, four to a number; moved to `#sums` before a byte overflows. */
  readonly #votes = new Uint32Array(16);
  readonly #sums = new Uint32Array(64);
  #count = 0;
  #previous = 0;
  /** Pairs that have voted, each at the first free place from its own on; 0 is a free place. */
  #voted: Uint32Array;

  /** `words`: about how many will be added. */
  constructor(words: number) {
    this.#voted = new Uint32Array(Math.min(maxPlaces, 2 ** (33 - Math.clz32(words))));
  }

  add(word: number): void {
    const low = mix(Math.imul(this.#previous, 31) ^ word);
    this.#previous = word;
    if (!this.#isNew(low)) return;
    const high = mix(low ^ 0x9e3779b9);
    for (let at = 0; at < 8; at++) {
      this.#votes[at]! += spread[(low >>> (4 * at)) & 15]!;
      this.#votes[at + 8]! += spread[(high >>> (4 * at)) & 15]!;
    }
    if (++this.#count % 255 === 0) this.#tally();
  }

  /** Notes a pair by its hash. */
  #isNew(hash: number): boolean {
    const voted = this.#voted;
    const pair = hash >>> 0 || 1;
    const place = placeFor(voted, pair);
    if (voted[place] === pair) return false;
    if (this.#count * 2 < voted.length) {
      voted[place] = pair;
      return true;
    }
    if (voted.length === maxPlaces) return false;
    const larger = new Uint32Array(voted.length * 2);
    for (const one of voted) if (one !== 0) larger[placeFor(larger, one)] = one;
    larger[placeFor(larger, pair)] = pair;
    this.#voted = larger;
    return true;
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

/** Half of them are taken at most. */
const maxPlaces = 65_536;

/** Where a pair stands in a table of a power of two, or else the free place for it. */
function placeFor(table: Uint32Array, pair: number): number {
  const last = table.length - 1;
  let place = pair & last;
  while (table[place] !== 0 && table[place] !== pair) place = (place + 1) & last;
  return place;
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

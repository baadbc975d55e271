import { createHash } from 'node:crypto';
import { normalise, words } from './tokens.ts';

/** From this `similarity` on, two texts count as the same text, lightly edited. */
export const nearDuplicate = 0.8;

/** A stable hash for finding identical content; case, punctuation, spacing and invisible characters do not matter. 32 hex digits. */
export function fingerprint(text: string): string {
  const content = words(normalise(text)).join(' ') || normalise(text);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** A text's words and pairs of adjacent words. Make them once if a text is compared often. */
export type Shingles = ReadonlySet<string>;

export function shinglesOf(text: string): Shingles {
  const found = words(normalise(text));
  const shingles = new Set<string>(found);
  for (let index = 1; index < found.length; index++) shingles.add(`${found[index - 1]} ${found[index]}`);
  return shingles;
}

/** Sørensen–Dice over words and word pairs, 0 (nothing shared) to 1 (the same words in the same order). Two empty texts are alike. */
export function similarity(a: string, b: string): number {
  return diceOf(shinglesOf(a), shinglesOf(b));
}

export function diceOf(a: Shingles, b: Shingles): number {
  if (a.size + b.size === 0) return 1;
  return (2 * sharedCount(a, b)) / (a.size + b.size);
}

/** The share of the smaller text that is also in the larger, 0–1: finds a sentence that repeats another and adds something. */
export function containmentOf(a: Shingles, b: Shingles): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : sharedCount(a, b) / smaller;
}

export function sharedCount<One>(a: ReadonlySet<One>, b: ReadonlySet<One>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared;
}

/** The numbers of a text, in order. Texts that differ in a price, a year or a code (`P20`) say different things, however similar their words. */
export function numbersIn(text: string): string[] {
  return text.normalize('NFKC').match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? [];
}

/** MinHash bands (Broder 1997; Leskovec et al., Mining of Massive Datasets, 3.4): 99 % of pairs at `nearDuplicate` share at least one, dissimilar pairs rarely do. */
const bands = 20;
const rowsPerBand = 4;
/** A text is compared with at most this many others that share a band: text that has more is boilerplate, and the first ones are enough to tell. */
const maxCompared = 24;

interface Kept {
  /** Hashes of its shingles, in order: a filter keeps those of a whole book, and as texts they take twenty times the memory. */
  shingles: Uint32Array;
  /** What must be equal in duplicates: the numbers and the subject. */
  exact: string;
}

/**
 * Tells whether a text repeats an earlier one: nearly the same words, exactly the same numbers. Candidates are found by shared
 * MinHash bands, so the work grows with the number of texts and not with its square, however similar they are.
 */
export class DuplicateFilter {
  readonly #seen: Kept[] = [];
  readonly #buckets = new Map<string, number[]>();

  /** True if the text is a near-duplicate of an earlier one with the same subject (`about`); otherwise the text is kept. */
  isRepeat(text: string, threshold = nearDuplicate, about = ''): boolean {
    const [one, keys] = keyed(text, about);
    if (this.#meets(one, keys, threshold)) return true;
    this.#keep(one, keys);
    return false;
  }

  /** The same, and nothing is kept. */
  has(text: string, threshold = nearDuplicate, about = ''): boolean {
    return this.#meets(...keyed(text, about), threshold);
  }

  #meets({ shingles, exact }: Kept, keys: readonly string[], threshold: number): boolean {
    return this.#candidates(keys).some((other) => exact === other.exact && diceOfSorted(shingles, other.shingles) >= threshold);
  }

  /** All texts while there are few; then those that share a band. */
  #candidates(keys: readonly string[]): readonly Kept[] {
    if (this.#seen.length <= maxCompared) return this.#seen;
    const met = new Set<number>();
    for (const key of keys) for (const id of this.#buckets.get(key) ?? []) if (met.size < maxCompared) met.add(id);
    return [...met].map((id) => this.#seen[id]!);
  }

  #keep(one: Kept, keys: readonly string[]): void {
    const id = this.#seen.push(one) - 1;
    for (const key of keys) {
      const bucket = this.#buckets.get(key);
      if (!bucket) this.#buckets.set(key, [id]);
      else if (bucket.length < maxCompared) bucket.push(id);
    }
  }
}

function keyed(text: string, about: string): [Kept, string[]] {
  const one = { shingles: Uint32Array.from(shinglesOf(text), hashOf).toSorted(), exact: `${numbersIn(text).join(' ')}\n${about}` };
  return [one, bandsOf(one)];
}

function diceOfSorted(a: Uint32Array, b: Uint32Array): number {
  if (a.length + b.length === 0) return 1;
  let shared = 0;
  for (let inA = 0, inB = 0; inA < a.length && inB < b.length;) {
    const [one, other] = [a[inA]!, b[inB]!];
    if (one === other) shared++;
    if (one <= other) inA++;
    if (other <= one) inB++;
  }
  return (2 * shared) / (a.length + b.length);
}

/** Each key includes the numbers and the subject: otherwise texts made from one template would fill the bands and hide repeats. */
function bandsOf({ shingles, exact }: Kept): string[] {
  const lowest = minHashOf(shingles, bands * rowsPerBand);
  const hashed = hashOf(exact);
  return Array.from(
    { length: bands },
    (_, band) => `${band}:${hashed}:${lowest.subarray(band * rowsPerBand, (band + 1) * rowsPerBand).join()}`,
  );
}

/** The lowest of the hashes under each of `rows` hash functions. The share of rows in which two sets agree estimates their Jaccard similarity. */
export function minHashOf(hashes: Iterable<number>, rows: number): Uint32Array {
  const lowest = new Uint32Array(rows).fill(0xffffffff);
  for (const hash of hashes) {
    for (let row = 0; row < lowest.length; row++) {
      const mixed = mix(hash ^ Math.imul(row + 1, 0x9e3779b1));
      if (mixed < lowest[row]!) lowest[row] = mixed;
    }
  }
  return lowest;
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

/** MurmurHash3's finaliser: every bit of the input affects every bit of the result. */
export function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

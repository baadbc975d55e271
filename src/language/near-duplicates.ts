import { createHash } from 'node:crypto';
import { normalise, words } from './tokens.ts';

/** From this `similarity` on two texts are taken for the same text, lightly edited. */
export const nearDuplicate = 0.8;

/** A stable hash of the words alone (case, punctuation, spacing and invisible characters do not matter), for exact-content dedupe. Hex, 32 digits. */
export function fingerprint(text: string): string {
  const content = words(normalise(text)).join(' ') || normalise(text);
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

/** What is compared of a text: its words and its pairs of neighbouring words. Make it once where a text is compared often. */
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

/** The share of the smaller text that the larger one holds, 0–1: finds a sentence that repeats another with something added. */
export function containmentOf(a: Shingles, b: Shingles): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : sharedCount(a, b) / smaller;
}

function sharedCount(a: Shingles, b: Shingles): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const shingle of small) if (large.has(shingle)) shared++;
  return shared;
}

/** The numbers of a text, in its order: texts that differ in a price, a year or a code (`P20`) say different things, however alike their words. */
export function numbersIn(text: string): string[] {
  return text.normalize('NFKC').match(/\p{N}+(?:[.,:]\p{N}+)*/gu) ?? [];
}

/** MinHash bands (Broder 1997; Leskovec et al., Mining of Massive Datasets, 3.4): a pair at `nearDuplicate` meets in one of them with 99 %, an unlike pair seldom. */
const bands = 20;
const rowsPerBand = 4;
/** A text is compared with at most this many of those that share a band: what is in more of them is boilerplate, and was found long before. */
const maxCompared = 24;

interface Kept {
  shingles: Shingles;
  /** What two texts must agree in to be one: their numbers, and what they are said of. */
  claim: string;
}

/**
 * Tells of each text whether one like it was seen before: nearly the same words, and all of the numbers the same. Candidates are found
 * through the MinHash bands they share, so the work grows with the number of texts and not with its square, however alike they are.
 */
export class DuplicateFilter {
  readonly #seen: Kept[] = [];
  readonly #buckets = new Map<string, number[]>();

  /** True, and nothing kept, where the text is a near-duplicate of an earlier one that was said of the same (`about`). */
  isRepeat(text: string, threshold = nearDuplicate, about = ''): boolean {
    const one: Kept = { shingles: shinglesOf(text), claim: `${numbersIn(text).join(' ')}\n${about}` };
    const keys = bandsOf(one);
    for (const { shingles, claim } of this.#candidates(keys)) {
      if (claim === one.claim && diceOf(one.shingles, shingles) >= threshold) return true;
    }
    this.#keep(one, keys);
    return false;
  }

  /** All texts, while these are few; then those that share a band. */
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

/** The claim is part of each: else the texts of one template would fill the bands, and hide their own repeats. */
function bandsOf({ shingles, claim }: Kept): string[] {
  const lowest = minHashOf(shingles, bands * rowsPerBand);
  const claimed = hashOf(claim);
  return Array.from(
    { length: bands },
    (_, band) => `${band}:${claimed}:${lowest.subarray(band * rowsPerBand, (band + 1) * rowsPerBand).join()}`,
  );
}

/** The lowest hash of the shingles under each of so many hash functions: two sets agree in a row as often as they share shingles (Jaccard). */
export function minHashOf(shingles: Shingles, rows: number): Uint32Array {
  const lowest = new Uint32Array(rows).fill(0xffffffff);
  for (const shingle of shingles) {
    const hash = hashOf(shingle);
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

/** The finaliser of MurmurHash3: every bit of the hash counts in every row. */
export function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

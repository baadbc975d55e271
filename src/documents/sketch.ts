import { hashOf, minHashOf, mix, numbersIn, sharedCount } from '../language/near-duplicates.ts';
import { normalise, words } from '../language/tokens.ts';

/** At this Jaccard similarity of their word triples or more, two documents are the same but for trifling edits. */
export const sameDocument = 0.9;

/** In a shorter text every word counts, so only identical texts are the same. */
const minWords = 50;

/**
 * MinHash in bands (Broder 1997; Leskovec et al., Mining of Massive Datasets, 3.4). Two documents share a band with a probability of
 * 99.8 % at a similarity of `sameDocument`, and of 12 % at 0.5.
 */
const bands = 8;
const rowsPerBand = 6;

/** One number of 48 bits per band, shared by similar documents. Empty for a short text. */
export function sketchOf(text: string): number[] {
  const found = words(normalise(text));
  if (found.length < minWords) return [];
  const lowest = minHashOf(triplesOf(found), bands * rowsPerBand);
  return Array.from({ length: bands }, (_, band) => bandKey(band, lowest.subarray(band * rowsPerBand, (band + 1) * rowsPerBand)));
}

function bandKey(band: number, rows: Uint32Array): number {
  let low = mix(band + 1);
  let high = mix(band + 101);
  for (const row of rows) {
    low = mix(low ^ row);
    high = mix(Math.imul(high, 31) ^ row);
  }
  return (high & 0xffff) * 2 ** 32 + low;
}

/**
 * Jaccard similarity of the word triples, 0–1. It is 0 if the numbers in the texts differ: pages of one template that
 * differ in a price or a year say different things.
 */
export function likenessOf(one: string, other: string): number {
  // The order counts as well: swapped numbers change what a text says.
  if (numbersIn(one).join(' ') !== numbersIn(other).join(' ')) return 0;
  const [a, b] = [one, other].map((text) => new Set(triplesOf(words(normalise(text))))) as [Set<number>, Set<number>];
  const shared = sharedCount(a, b);
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Triples of neighbouring words, as 32-bit hashes. */
function triplesOf(found: readonly string[]): Uint32Array {
  const hashes = Int32Array.from(found, hashOf);
  const triples = new Uint32Array(Math.max(0, hashes.length - 2));
  for (let index = 2; index < hashes.length; index++) {
    triples[index - 2] = mix(Math.imul(mix(Math.imul(mix(hashes[index - 2]!), 31) ^ hashes[index - 1]!), 31) ^ hashes[index]!);
  }
  return triples;
}

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

/**
 * Tells of each text whether one like it was seen before. Candidates are found through the shingles they share,
 * so that thousands of passages do not mean millions of comparisons.
 */
export class DuplicateFilter {
  readonly #seen: Shingles[] = [];
  readonly #holders = new Map<string, number[]>();

  /** True, and nothing kept, where the text is a near-duplicate of an earlier one. */
  isRepeat(text: string, threshold = nearDuplicate): boolean {
    const shingles = shinglesOf(text);
    const shared = new Map<number, number>();
    for (const shingle of shingles) {
      for (const holder of this.#holders.get(shingle) ?? []) shared.set(holder, (shared.get(holder) ?? 0) + 1);
    }
    for (const [holder, count] of shared) {
      // Two texts this alike share at least this many pairs; the rest need no closer look.
      if (count >= shingles.size / 5 && diceOf(shingles, this.#seen[holder]!) >= threshold) return true;
    }
    this.#keep(shingles);
    return false;
  }

  #keep(shingles: Shingles): void {
    const id = this.#seen.push(shingles) - 1;
    for (const shingle of shingles) {
      // Single words are in too many texts to find candidates by; a text of one word has nothing else.
      if (!shingle.includes(' ') && shingles.size > 1) continue;
      const holders = this.#holders.get(shingle);
      if (holders) holders.push(id);
      else this.#holders.set(shingle, [id]);
    }
  }
}

import { diceOf, nearDuplicate, numbersIn, shinglesOf, type Shingles } from '../../language/near-duplicates.ts';
import type { ReadPassage } from './topic.ts';

/** A passage is compared with those that share this many of its rarest terms, its marks. */
const minSharedMarks = 2;
const maxMarks = 6;
/** Passages kept for each mark; a term that more of them share is boilerplate. */
const maxCompared = 24;

interface Compared {
  shingles: Shingles;
  numbers: string;
}

/**
 * Tells whether a passage repeats an earlier one. Passages that say the same share their rarest terms, so only
 * those are compared. Terms that a single passage holds are ignored.
 */
export class RepeatedPassages {
  readonly #rarity: ReadonlyMap<string, number>;
  readonly #unique: number;
  readonly #marked = new Map<string, ReadPassage[]>();
  readonly #compared = new Map<ReadPassage, Compared>();

  /** `rarity` of all terms; `unique` is the rarity of a term that a single passage holds. */
  constructor(rarity: ReadonlyMap<string, number>, unique: number) {
    this.#rarity = rarity;
    this.#unique = unique;
  }

  /** True if the passage is a near-duplicate of an earlier one with the same numbers; otherwise the passage is kept. */
  isRepeat(passage: ReadPassage): boolean {
    const marks = this.#marksOf(passage);
    const shared = new Map<ReadPassage, number>();
    for (const mark of marks) for (const other of this.#marked.get(mark) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    const needed = Math.min(minSharedMarks, marks.length);
    for (const [other, count] of shared) if (count >= needed && this.#isAlike(passage, other)) return true;
    for (const mark of marks) {
      const known = this.#marked.get(mark);
      if (!known) this.#marked.set(mark, [passage]);
      else if (known.length < maxCompared) known.push(passage);
    }
    return false;
  }

  #marksOf({ own }: ReadPassage): string[] {
    const rarityOf = (term: string) => this.#rarity.get(term) ?? 0;
    return [...own]
      .filter((term) => rarityOf(term) < this.#unique)
      .toSorted((a, b) => rarityOf(b) - rarityOf(a) || (a < b ? -1 : 1))
      .slice(0, maxMarks);
  }

  #isAlike(one: ReadPassage, other: ReadPassage): boolean {
    const [a, b] = [this.#comparedOf(one), this.#comparedOf(other)];
    return a.numbers === b.numbers && diceOf(a.shingles, b.shingles) >= nearDuplicate;
  }

  #comparedOf(passage: ReadPassage): Compared {
    let compared = this.#compared.get(passage);
    if (!compared) {
      const { text } = passage.source;
      this.#compared.set(passage, (compared = { shingles: shinglesOf(text), numbers: numbersIn(text).join(' ') }));
    }
    return compared;
  }
}

import { diceOf, nearDuplicate, numbersIn, shinglesOf, type Shingles } from '../../language/near-duplicates.ts';
import type { ReadPassage } from './topic.ts';

/** A passage is compared with those that share this many of its rarest terms. */
const sharedMarks = 2;
const marksPerPassage = 6;
/** And with at most so many of them: what more of them share is boilerplate. */
const maxCompared = 24;

interface Compared {
  shingles: Shingles;
  numbers: string;
}

/**
 * Tells of each passage whether one like it came before. Two passages that say the same share their rarest terms, so that only
 * those are compared; a term that no other passage holds marks none.
 */
export class RepeatedPassages {
  readonly #rarity: ReadonlyMap<string, number>;
  readonly #unique: number;
  readonly #marked = new Map<string, ReadPassage[]>();
  readonly #compared = new Map<ReadPassage, Compared>();

  /** `rarity` of all terms; `unique` is that of a term which one passage alone holds. */
  constructor(rarity: ReadonlyMap<string, number>, unique: number) {
    this.#rarity = rarity;
    this.#unique = unique;
  }

  /** True, and nothing kept, where the passage is a near-duplicate of an earlier one that holds the same numbers. */
  isRepeat(passage: ReadPassage): boolean {
    const marks = this.#marksOf(passage);
    const shared = new Map<ReadPassage, number>();
    for (const mark of marks) for (const other of this.#marked.get(mark) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
    const needed = Math.min(sharedMarks, marks.length);
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
      .slice(0, marksPerPassage);
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

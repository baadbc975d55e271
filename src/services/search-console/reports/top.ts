/** A row's rank: the higher comes first; of equals the smaller key. */
export interface Ranked {
  key: number;
  rank: number;
}

/** The first rows after a place, kept while all are walked over: sorting 100,000 rows takes longer than adding them up. */
export class Top {
  readonly #limit: number;
  readonly #after: Ranked | undefined;
  readonly #best: Ranked[] = [];

  constructor(limit: number, after?: Ranked) {
    this.#limit = limit;
    this.#after = after;
  }

  add(key: number, rank: number): void {
    const last = this.#best.at(-1);
    const isFull = this.#best.length === this.#limit;
    if (isFull && last && !isBefore(rank, key, last)) return;
    if (this.#after && (isBefore(rank, key, this.#after) || key === this.#after.key)) return;
    const place = this.#best.findIndex((one) => isBefore(rank, key, one));
    this.#best.splice(place === -1 ? this.#best.length : place, 0, { key, rank });
    if (this.#best.length > this.#limit) this.#best.pop();
  }

  get rows(): readonly Ranked[] {
    return this.#best;
  }
}

const isBefore = (rank: number, key: number, other: Ranked): boolean => rank > other.rank || (rank === other.rank && key < other.key);

import type { Recommendations } from '../../../../../schema/recommendations.ts';

type Counts = Recommendations['leftOut'];

/** Counts what is looked at and not recommended, by why. */
export class LeftOut {
  readonly #counts: { -readonly [Reason in keyof Counts]?: number } = {};

  add(reason: keyof Counts, count: number): void {
    if (count > 0) this.#counts[reason] = (this.#counts[reason] ?? 0) + count;
  }

  /** Those that are kept; the others are counted. */
  keep<One>(some: readonly One[], reason: keyof Counts, isKept: (one: One) => boolean): One[] {
    const kept = some.filter((one) => isKept(one));
    this.add(reason, some.length - kept.length);
    return kept;
  }

  /** Those with which the list begins. */
  first<One>(some: readonly One[], most: number): One[] {
    this.add('limit', some.length - most);
    return some.slice(0, most);
  }

  get counts(): Counts {
    return this.#counts;
  }
}

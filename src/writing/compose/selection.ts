import { containmentOf, diceOf, numbersIn, shinglesOf, type Shingles } from '../../language/near-duplicates.ts';
import type { Topic } from '../sources/topic.ts';
import { keywordShare } from '../sources/topic.ts';
import { candidateWords, type Candidate } from '../sources/candidates.ts';
import { cosine, vectorOf, type Vector } from '../../language/vectors.ts';

/** Weights of maximal marginal relevance (Carbonell & Goldstein 1998): what a sentence adds, less what it repeats, plus what it does for the flow. */
const weights = { keyword: 0.3, centroid: 0.3, passage: 0.25, opening: 0.1, neighbour: 0.22, redundancy: 0.55, length: 0.08, code: 0.5 };
/** A sentence of lower value is left out even if there is room. */
const minValue = 0.08;
/** Sentences this similar (Dice), or one that contains this share of the other, are repeats. */
const repeatSimilarity = 0.6;
const repeatContainment = 0.8;

/** Words by which the last sentence may exceed a budget: better than stopping far below it. */
const maxOverrun = 15;
/** The same for a list: it cannot be cut, and steps are what a reader came for. */
const maxListOverrun = 60;

interface Measured {
  vector: Vector;
  shingles: Shingles;
  numbers: ReadonlySet<string>;
}

/** The sentences chosen for the whole article so far, which decide what else is worth adding. */
export class Selection {
  readonly topic: Topic;
  readonly #measured = new Map<Candidate, Measured>();
  /** The place of each chosen sentence. */
  readonly #chosen = new Map<Candidate, string>();
  /** The highest similarity of each measured candidate to any of the first `seen` chosen sentences. */
  readonly #redundancy = new Map<Candidate, { seen: number; highest: number }>();
  readonly #order: Candidate[] = [];
  /** For each place with an entry, the document of that entry, whose title will be the heading. */
  readonly #titled = new Map<string, string>();

  constructor(topic: Topic) {
    this.topic = topic;
  }

  /** The candidate with all it depends on that is not chosen yet, in order; null if something it depends on is in another place already. */
  bundle(candidate: Candidate, place: string): Candidate[] | null {
    const bundle: Candidate[] = [];
    for (let one: Candidate | null = candidate; one; one = one.leansOn) {
      const stands = this.#chosen.get(one);
      if (stands !== undefined) return stands === place ? bundle : null;
      bundle.unshift(one);
    }
    return bundle;
  }

  choose(candidates: readonly Candidate[], place: string): void {
    for (const candidate of candidates) {
      this.#chosen.set(candidate, place);
      if (candidate.isEntry) this.#titled.set(place, candidate.passage.source.documentId);
      this.#order.push(candidate);
    }
  }

  repeats(candidate: Candidate): boolean {
    return this.#redundancyOf(candidate) >= 1;
  }

  /**
   * Adds sentences of `pool` to `place` until `budget` words are reached or nothing worth adding is left; returns them.
   * A sentence is never added without the one it depends on.
   */
  fill(place: string, pool: readonly Candidate[], centroid: Vector, budget: number): Candidate[] {
    const added: Candidate[] = [];
    const relevance = new Map(pool.map((candidate) => [candidate, this.#relevanceOf(candidate, centroid)]));
    let room = budget;
    while (room > 0) {
      const best = this.#best(place, pool, relevance, room);
      if (!best) break;
      this.choose(best, place);
      added.push(...best);
      room -= candidateWords(best);
    }
    return added;
  }

  #best(place: string, pool: readonly Candidate[], relevance: ReadonlyMap<Candidate, number>, room: number): Candidate[] | null {
    let best: Candidate[] | null = null;
    let highest = minValue;
    for (const candidate of pool) {
      if (this.#chosen.has(candidate)) continue;
      const bundle = this.bundle(candidate, place);
      if (
        !bundle ||
        candidateWords(bundle) > room + (bundle.some(({ list }) => list) ? maxListOverrun : maxOverrun) ||
        bundle.some((one) => this.repeats(one) || !this.#admits(one, place))
      )
        continue;
      const value =
        bundle.reduce((sum, one) => sum + (relevance.get(one) ?? 0) - weights.redundancy * this.#redundancyOf(one), 0) / bundle.length +
        this.#flow(bundle, place);
      if (value > highest) [best, highest] = [bundle, value];
    }
    return best;
  }

  #admits(candidate: Candidate, place: string): boolean {
    return !candidate.isEntry || (this.#titled.get(place) ?? candidate.passage.source.documentId) === candidate.passage.source.documentId;
  }

  /** Rewards neighbours of chosen sentences, because they read well together. */
  #flow(bundle: readonly Candidate[], place: string): number {
    const first = bundle[0]!;
    const last = bundle.at(-1)!;
    const joins = first.passage.candidates.some(
      (other) => this.#chosen.get(other) === place && (other.index === first.index - 1 || other.index === last.index + 1),
    );
    return joins ? weights.neighbour : 0;
  }

  #relevanceOf(candidate: Candidate, centroid: Vector): number {
    const { passage } = candidate;
    const held = new Set(candidate.terms);
    const keyword =
      keywordShare(this.topic, (term) => held.has(term)) * 0.7 +
      keywordShare(this.topic, (term) => held.has(term) || passage.context.has(term)) * 0.3;
    const opening = candidate.index === 0 ? 1 : candidate.opensParagraph ? 0.6 : 0;
    // Very short and very long sentences read badly among others.
    const length = !candidate.list && (candidate.wordCount < 9 || candidate.wordCount > 42) ? 0 : 1;
    return (
      weights.keyword * keyword +
      weights.centroid * Math.min(1, 2 * cosine(this.#measure(candidate).vector, centroid)) +
      weights.passage * passage.relevance +
      weights.opening * opening +
      weights.length * length -
      weights.code * codeShare(candidate.text)
    );
  }

  #redundancyOf(candidate: Candidate): number {
    const known = this.#redundancy.get(candidate) ?? { seen: 0, highest: 0 };
    const own = this.#measure(candidate);
    for (; known.seen < this.#order.length; known.seen++) {
      const other = this.#order[known.seen]!;
      if (other !== candidate) known.highest = Math.max(known.highest, likeness(own, this.#measure(other)));
    }
    this.#redundancy.set(candidate, known);
    return known.highest;
  }

  #measure(candidate: Candidate): Measured {
    let measured = this.#measured.get(candidate);
    if (!measured) {
      const { text, terms } = candidate;
      measured = { vector: vectorOf(terms, this.topic.rarity), shingles: shinglesOf(text), numbers: new Set(numbersIn(text)) };
      this.#measured.set(candidate, measured);
    }
    return measured;
  }
}

/** The share of a sentence's words that are identifiers: `camelCase`, `a.b`, `f()`. Prose about a thing reads better than its signature. */
function codeShare(text: string): number {
  const all = text.split(' ');
  return all.filter((word) => /\(\)|\p{Ll}\.\p{L}|^\(?\p{Ll}+\p{Lu}|_/u.test(word)).length / all.length;
}

/** 1 for sentences in nearly the same words, else the cosine of their terms. */
function likeness(a: Measured, b: Measured): number {
  const overlap = cosine(a.vector, b.vector);
  // Sentences that share few weighty terms cannot be repeats, and need no closer look.
  if (overlap < 0.3 || haveOtherNumbers(a, b)) return Math.min(overlap, 0.99);
  const same = diceOf(a.shingles, b.shingles) >= repeatSimilarity || containmentOf(a.shingles, b.shingles) >= repeatContainment;
  return same ? 1 : Math.min(overlap, 0.99);
}

/** Whether each has a number that the other lacks: then they say the same about two things, such as two models, and are not repeats. */
function haveOtherNumbers({ numbers: a }: Measured, { numbers: b }: Measured): boolean {
  return [...a].some((number) => !b.has(number)) && [...b].some((number) => !a.has(number));
}

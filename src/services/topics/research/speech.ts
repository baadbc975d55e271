/** A passage of a document: how often it has each of some terms, in how many words, and which stand above it. */
export interface Passage {
  heading: string;
  counts: readonly number[];
  words: number;
  /** Of the terms, those of its heading and title. */
  above: readonly boolean[];
}

/** In so many of a hundred words a term is what a text is about. */
const fullShare = 2;
/** Fewer words of a text say nothing about shares. */
const minWords = 50;
/** A document has a term of which so many of its passages speak. */
const minHaving = 0.3;
/** Longer terms are the same if one begins with the other: "photo", "photograph". Shorter ones begin too much. */
const minBeginning = 5;

export function isForm(term: string, word: string): boolean {
  if (term === word) return true;
  return Math.min(term.length, word.length) >= minBeginning && (word.startsWith(term) || term.startsWith(word));
}

/** How much each term tells: the rarer among the documents, the more. They add up to 1. */
export function weightsOf(terms: readonly string[], documents: readonly (readonly Passage[])[]): number[] {
  const weights = terms.map((_, at) => {
    const having = documents.filter((passages) => shareWith(passages, at) > minHaving).length;
    return Math.log(1 + documents.length / (having + 1));
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / (all || 1));
}

/** What a part of a document says on some terms, 0–1: half by how many are in its name, half by how often its passages have them. */
export function speechOn(weights: readonly number[], named: readonly boolean[], passages: readonly Passage[]): number {
  const words = passages.reduce((sum, passage) => sum + passage.words, 0);
  const parts = weights.map((weight, at) => {
    const count = passages.reduce((sum, { counts }) => sum + counts[at]!, 0);
    const often = Math.min(1, (100 * count) / Math.max(minWords, words) / fullShare);
    return (weight * ((named[at] ? 1 : 0) + often)) / 2;
  });
  return parts.reduce((sum, part) => sum + part, 0);
}

/** The share of the passages that have a term, or stand below it. */
function shareWith(passages: readonly Passage[], term: number): number {
  return passages.filter(({ counts, above }) => counts[term]! > 0 || above[term]).length / (passages.length || 1);
}

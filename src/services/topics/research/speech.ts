/** A passage of a document: how often it has each of some terms, in how many words, and which stand above it. */
export interface Passage {
  heading: string;
  counts: readonly number[];
  words: number;
  /** Of the terms, those of its heading and title. */
  above: readonly boolean[];
}

export interface Reading {
  documentId: string;
  /** Of the terms, those of the document's title. */
  titled: readonly boolean[];
  passages: readonly Passage[];
}

/** In so many of a hundred words a term is what a text is about. */
const fullShare = 2;
/** Fewer words of a text say nothing about shares. */
const minWords = 50;
/** A term carries a document that has it in its title, or in this share of its passages. */
const minCarried = 0.5;
/** A document has a term of which so many of its passages speak. */
const minHaving = 0.3;
/** Of the documents that a term carries, so many at least, this share must have all terms: then all of them are about the whole. */
const minDocuments = 3;
const minWhole = 2 / 3;

/** How much each term tells: the rarer among the documents, the more. They add up to 1. */
export function weightsOf(terms: readonly string[], readings: readonly Reading[]): number[] {
  const weights = terms.map((_, at) => {
    const having = readings.filter(({ passages }) => shareWith(passages, at) > minHaving).length;
    return Math.log(1 + readings.length / (having + 1));
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

/**
 * The documents that are about all terms as wholes, though not each part says so: of "borg backup" those of Borg, most of which speak of
 * backups somewhere.
 */
export function wholes(terms: readonly string[], readings: readonly Reading[]): Set<string> {
  const groups = terms.map((_, at) => readings.filter(({ titled, passages }) => titled[at] || shareWith(passages, at) >= minCarried));
  const hasAll = ({ titled, passages }: Reading) => terms.every((_, at) => titled[at] || shareWith(passages, at) > 0);
  const about = groups.filter((some) => some.length >= minDocuments && some.filter(hasAll).length >= some.length * minWhole);
  return new Set(about.flat().map(({ documentId }) => documentId));
}

/** The share of the passages that have a term, or stand below it. */
function shareWith(passages: readonly Passage[], term: number): number {
  return passages.filter(({ counts, above }) => counts[term]! > 0 || above[term]).length / (passages.length || 1);
}

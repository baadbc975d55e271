import { cosine } from '../../language/vectors.ts';
import type { Basis, PooledPassage } from './pool.ts';
import type { Speaking } from './sections.ts';

const minPassages = 24;
const maxPassages = 36;
/** One passage per this many words of the article. */
const wordsPerPassage = 30;
/** The weight of a document's first passage beside those of others. */
const newDocumentWeight = 0.1;
/** Weights of relevance and need, against likeness to what was chosen (Carbonell & Goldstein 1998). */
const relevanceWeight = 0.4;
const needWeight = 0.6;
const likenessWeight = 0.45;
/** A section needs about three passages: each one chosen halves the need for more. */
const servedBy = 0.5;

/**
 * Chooses the passages to hand out, the most needed first: relevant, unlike each other (maximal marginal relevance), and so that the opening,
 * each section and each question gets one early if there is any, from many documents. `speaking` has the passages about
 * each of these. Deterministic.
 */
export function choosePassages({ pool }: Basis, speaking: readonly (readonly Speaking[])[], targetWordCount: number): PooledPassage[] {
  const wanted = Math.min(maxPassages, Math.max(minPassages, Math.round(targetWordCount / wordsPerPassage)));
  const needs = speaking.map(needFor);
  const unmet = needs.map(() => 1);
  const left = new Set(pool);
  const likeness = new Map(pool.map((passage) => [passage, 0]));
  const chosen: PooledPassage[] = [];
  const documents = new Set<string>();
  while (chosen.length < wanted && left.size > 0) {
    const worthOf = (passage: PooledPassage) => {
      const need = needs.reduce((sum, served, index) => sum + unmet[index]! * (served.get(passage) ?? 0), 0);
      const fresh = documents.has(passage.source.documentId) ? 0 : newDocumentWeight;
      return relevanceWeight * passage.relevance + needWeight * Math.min(1.5, need) + fresh - likenessWeight * likeness.get(passage)!;
    };
    const best = bestOf(left, worthOf);
    left.delete(best);
    chosen.push(best);
    documents.add(best.source.documentId);
    for (const [index, served] of needs.entries()) unmet[index]! *= 1 - servedBy * Math.min(1, served.get(best) ?? 0);
    for (const other of left) likeness.set(other, Math.max(likeness.get(other)!, cosine(best.vector, other.vector)));
  }
  return chosen;
}

/** How well each passage would serve, 0–1, relative to the best. */
function needFor(speaking: readonly Speaking[]): Map<PooledPassage, number> {
  const best = Math.max(...speaking.map(({ likeness }) => likeness), 1e-9);
  return new Map(speaking.map(({ passage, likeness }) => [passage, likeness / best]));
}

/** The best passage; if several are, the first in the pool's order. */
function bestOf(passages: Iterable<PooledPassage>, worthOf: (passage: PooledPassage) => number): PooledPassage {
  let best: PooledPassage | undefined;
  let bestWorth = -Infinity;
  for (const passage of passages) {
    const worth = worthOf(passage);
    if (worth > bestWorth) [best, bestWorth] = [passage, worth];
  }
  return best!;
}

/** One sentence of an answer, for its place in it. */
export interface CitingSentence {
  words: number;
  /** The sources that it points to; one that it points to twice stands twice. */
  sources: readonly number[];
}

/**
 * Each source's share of the position-adjusted word count (Aggarwal et al. 2024, "GEO: Generative Engine Optimization"; `impression_wordpos_count_simple`
 * of their code): a sentence's words × e^(−i/(n−1)) for the i-th of n sentences, counted from 0, are shared evenly among what it cites, and divided by
 * the sum over all sources. The shares add up to 1; where all citing sentences are without words, each pointer counts the same.
 */
export function prominenceOf(sentences: readonly CitingSentence[]): Map<number, number> {
  const scores = new Map<number, number>();
  const last = sentences.length - 1;
  const isWordless = sentences.every(({ words, sources }) => words === 0 || sources.length === 0);
  for (const [index, { words, sources }] of sentences.entries()) {
    const weight = isWordless ? 1 : words * (last > 0 ? Math.exp(-index / last) : 1);
    for (const source of sources) scores.set(source, (scores.get(source) ?? 0) + weight / (isWordless ? 1 : sources.length));
  }
  const total = [...scores.values()].reduce((sum, score) => sum + score, 0);
  return new Map([...scores].map(([source, score]) => [source, score / total]));
}

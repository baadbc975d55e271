import { clusterTerms } from '../../../keywords/cluster-terms.ts';
import { nearnessOf } from '../../../language/similar-keyword.ts';

/**
 * Those of some keywords that are about a topic: that hold all terms of one of its seeds, or are near to one. Compounds are split where the others
 * know a part of them.
 */
export async function aboutTopic(
  found: readonly string[],
  seeds: readonly string[],
  { language, turn }: { language: string; turn: () => Promise<void> },
): Promise<string[]> {
  const all = (await clusterTerms([...seeds, ...found], language, turn)).map((terms) => new Set(terms));
  const near = all.slice(0, seeds.length).filter(({ size }) => size > 0);
  const kept: string[] = [];
  for (const [index, keyword] of found.entries()) {
    const terms = all[seeds.length + index]!;
    const holds = (seed: ReadonlySet<string>) => Array.from(seed).every((term) => terms.has(term));
    if (near.some((seed) => holds(seed) || nearnessOf(seed, terms) > 0)) kept.push(keyword);
    await turn();
  }
  return kept;
}

import { clusterTerms } from '../../../keywords/cluster-terms.ts';
import { nearnessOf } from '../../../language/similar-keyword.ts';

/**
 * Those of some keywords that are about a topic: that hold all terms of its pillar, or are near to one of its seeds. Compounds are split where
 * the others know a part of them.
 */
export async function aboutTopic(
  found: readonly string[],
  [pillar, ...seeds]: readonly [string, ...string[]],
  { language, turn }: { language: string; turn: () => Promise<void> },
): Promise<string[]> {
  const all = clusterTerms([pillar, ...seeds, ...found], language).map((terms) => new Set(terms));
  const [main, ...others] = all as [Set<string>, ...Set<string>[]];
  const near = [main, ...others.slice(0, seeds.length)];
  const kept: string[] = [];
  for (const [index, keyword] of found.entries()) {
    const terms = others[seeds.length + index]!;
    const holdsPillar = main.size > 0 && Array.from(main).every((term) => terms.has(term));
    if (holdsPillar || near.some((seed) => nearnessOf(seed, terms) > 0)) kept.push(keyword);
    await turn();
  }
  return kept;
}

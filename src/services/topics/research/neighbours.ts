import { clusterTerms } from '../../../keywords/cluster-terms.ts';

interface Page {
  keyword: string;
  keywords: readonly string[];
}

/** Neighbours that a page links to. */
const maxNeighbours = 2;
/** A term of more pages than this leads nowhere. */
const maxSharing = 100;

/** By its keyword, the pages nearest to each: those that share most of the terms that the pillar keyword does not have, the rare ones first. */
export async function neighboursOf(
  pillar: string,
  pages: readonly Page[],
  language: string,
  turn: () => Promise<void>,
): Promise<ReadonlyMap<string, string[]>> {
  const [main, ...others] = await clusterTerms(
    [pillar, ...pages.map(({ keyword, keywords }) => [keyword, ...keywords.slice(0, 9)].join(' '))],
    language,
    turn,
  );
  const termsOf = others.map((terms) => [...new Set(terms)].filter((term) => !main!.includes(term)));
  const having = Map.groupBy(
    termsOf.flatMap((terms, at) => terms.map((term) => ({ term, at }))),
    ({ term }) => term,
  );
  const found = new Map<string, string[]>();
  for (const [at, { keyword }] of pages.entries()) {
    const nearness = new Map<number, number>();
    for (const term of termsOf[at]!) {
      const sharing = having.get(term)!;
      if (sharing.length > maxSharing) continue;
      for (const { at: other } of sharing)
        if (other !== at) nearness.set(other, (nearness.get(other) ?? 0) + 1 / (sharing.length * Math.sqrt(termsOf[other]!.length)));
    }
    const best = [...nearness].toSorted(([a, one], [b, other]) => other - one || a - b).slice(0, maxNeighbours);
    found.set(keyword, best.map(([other]) => pages[other]!.keyword)); // prettier-ignore
    await turn();
  }
  return found;
}

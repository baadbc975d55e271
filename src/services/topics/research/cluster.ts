import type { Project } from '../../../../schema/projects.ts';
import {
  clusterByResults,
  clusterByVectors,
  clusterLexically,
  maxVectors,
  type Cluster,
  type Found,
  type Weighed,
} from '../../../keywords/clusters.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { inBatches } from '../../common/slices.ts';
import type { Results } from '../../research/index.ts';
import { embed, type Embedding } from './embed.ts';

export interface Clustering extends Embedding {
  results: Pick<Results, 'kept' | 'providersOf'>;
}

/** From this share of the keywords on whose results pages are kept, these decide; the other keywords are left to words. */
export const minKnown = 0.5;

/** Keywords whose results pages are read at a time: each has up to a hundred results. */
const pagesAtOnce = 25;

export interface Clustered {
  clusters: Cluster[];
  method: Cluster['method'];
  /** The code of what kept the embeddings that are configured from being used. */
  why?: string;
}

/** The groups that one page each can be for, by the best of what is known: results pages, else embeddings, else words. */
export async function cluster(
  { results, ...needs }: Clustering,
  project: Project,
  keywords: readonly Weighed[],
  { signal, turn }: { signal: AbortSignal; turn: () => Promise<void> },
): Promise<Clustered> {
  const byWords = (some: readonly Weighed[]) => clusterLexically(some, project.language, { turn });
  const { country, language } = project;
  // Results of two engines have little in common.
  const [provider] = await results.providersOf(project.id);
  const asked = { country, language, device: 'desktop', engine: provider?.engine } as const;
  const [known, unknown]: [Found[], Weighed[]] = [[], []];
  await inBatches(keywords, pagesAtOnce, turn, async (some) => {
    const texts = some.map(({ keyword }) => keyword);
    const pages = await results.kept(asked, texts);
    for (const one of some) {
      const urls = pages.get(writtenKey(one.keyword))?.organic.map(({ url }) => url) ?? [];
      if (urls.length > 0) known.push({ ...one, urls });
      else unknown.push(one);
    }
  });
  if (known.length > 0 && known.length >= keywords.length * minKnown) {
    const others = await byWords(unknown);
    return { clusters: [...(await clusterByResults(known, { turn })), ...others], method: 'results' };
  }
  const texts = keywords.map(({ keyword }) => keyword);
  const { vectors, why } = keywords.length > maxVectors ? {} : await embed(needs, project, texts, signal);
  if (!vectors) return { clusters: await byWords(keywords), method: 'lexical', why };
  const embedded = keywords.map((one, at) => ({ ...one, vector: vectors[at]! }));
  return { clusters: await clusterByVectors(embedded, { turn }), method: 'embeddings' };
}

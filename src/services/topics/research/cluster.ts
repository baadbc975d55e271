import type { Project } from '../../../../schema/projects.ts';
import {
  clusterByResults,
  clusterByVectors,
  clusterLexically,
  maxVectors,
  type Cluster,
  type Weighed,
} from '../../../keywords/clusters.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import type { Results } from '../../research/index.ts';
import { embed, type Embedding } from './embed.ts';

export interface Clustering extends Embedding {
  results: Pick<Results, 'kept' | 'providersOf'>;
}

/** From this share of the keywords on whose results pages are kept, these decide; the other keywords are left to words. */
export const minKnown = 0.5;

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
  const pages = await results.kept(
    { country, language, device: 'desktop', engine: provider?.engine },
    keywords.map(({ keyword }) => keyword),
  );
  const urlsOf = ({ keyword }: Weighed) => pages.get(writtenKey(keyword))?.organic.map(({ url }) => url);
  const known = keywords.flatMap((one) => ({ ...one, urls: urlsOf(one) ?? [] })).filter(({ urls }) => urls.length > 0);
  if (known.length > 0 && known.length >= keywords.length * minKnown) {
    const others = await byWords(keywords.filter((one) => !urlsOf(one)?.length));
    return { clusters: [...(await clusterByResults(known, { turn })), ...others], method: 'results' };
  }
  const texts = keywords.map(({ keyword }) => keyword);
  const { vectors, why } = keywords.length > maxVectors ? {} : await embed(needs, project, texts, signal);
  if (!vectors) return { clusters: await byWords(keywords), method: 'lexical', why };
  const embedded = keywords.map((one, at) => ({ ...one, vector: vectors[at]! }));
  return { clusters: await clusterByVectors(embedded, { turn }), method: 'embeddings' };
}

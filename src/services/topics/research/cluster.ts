import type { Project } from '../../../../schema/projects.ts';
import { toAppError } from '../../../errors.ts';
import {
  clusterByResults,
  clusterByVectors,
  clusterLexically,
  maxVectors,
  type Cluster,
  type Weighed,
} from '../../../keywords/clusters.ts';
import { createEmbeddings } from '../../../providers/embeddings/embeddings.ts';
import type { System } from '../../../system.ts';
import type { Integrations } from '../../account/index.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import type { Results } from '../../research/index.ts';

export interface Clustering {
  system: System;
  integrations: Pick<Integrations, 'findAll' | 'meter'>;
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
  { system, integrations, results }: Clustering,
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
    return { clusters: [...clusterByResults(known), ...others], method: 'results' };
  }
  const [configured] = keywords.length > maxVectors ? [] : await integrations.findAll(project.id, ['embeddings']);
  if (!configured) return { clusters: await byWords(keywords), method: 'lexical' };
  try {
    const embeddings = createEmbeddings(system, configured.settings, integrations.meter(project.id, 'embeddings'));
    const vectors = await embeddings.embed(
      keywords.map(({ keyword }) => keyword),
      signal,
    );
    const embedded = keywords.map((one, at) => ({ ...one, vector: vectors[at]! }));
    return { clusters: await clusterByVectors(embedded, { turn }), method: 'embeddings' };
  } catch (thrown) {
    signal.throwIfAborted();
    const { code } = toAppError(thrown);
    if (code === 'internal') throw thrown;
    return { clusters: await byWords(keywords), method: 'lexical', why: code };
  }
}

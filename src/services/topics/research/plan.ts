import type { Project } from '../../../../schema/projects.ts';
import { intentLabels } from '../../../../schema/searches.ts';
import { articleTypeOf } from '../../../keywords/article-type.ts';
import type { Cluster } from '../../../keywords/clusters.ts';
import { intentOf, type Intent } from '../../../keywords/intent.ts';
import { titleFor } from '../../../writing/compose/titles.ts';
import type { Measured } from './measure.ts';
import type { StoredPage } from './stored.ts';

type Kept = Pick<Project, 'language' | 'brandTerms'>;

export const intentIn = ({ language, brandTerms }: Kept, keyword: string): Intent => intentOf(keyword, { language, brandTerms });

/** By keyword, what who searches for it wants. */
export async function intentsOf(project: Kept, keywords: readonly string[], turn: () => Promise<void>): Promise<Map<string, Intent>> {
  const intents = new Map<string, Intent>();
  for (const keyword of keywords) {
    intents.set(keyword, intentIn(project, keyword));
    await turn();
  }
  return intents;
}

/** The pillar's own group first, and named after it. */
export function pillarFirst(pillar: string, clusters: readonly Cluster[]): [Cluster, ...Cluster[]] {
  const main = clusters.find(({ keywords }) => keywords.includes(pillar));
  const others = clusters.filter((cluster) => cluster !== main);
  const rest = main?.keywords.filter((keyword) => keyword !== pillar) ?? [];
  return [{ label: pillar, keywords: [pillar, ...rest], method: main?.method ?? 'lexical' }, ...others];
}

/** A page before anybody looked into the documents, and at the other pages. */
export type PageDraft = Omit<StoredPage, 'documents' | 'warnings' | 'neighbours'>;

interface Known {
  intents: ReadonlyMap<string, Intent>;
  figures: Measured;
  spellings: ReadonlyMap<string, string>;
  related: { has(keyword: string): boolean };
}

/** The page that a group of keywords calls for. */
export function pageOf({ label, keywords }: Cluster, language: string, { intents, figures, spellings, related }: Known): PageDraft {
  const others = keywords.filter((keyword) => keyword !== label);
  const intent = intentOfAll([label, ...others].flatMap((keyword) => intents.get(keyword) ?? []));
  const articleType = articleTypeOf([label, ...others], intent.label);
  const volumes = [label, ...others].flatMap((keyword) => figures.volumeOf(keyword) ?? []);
  const searchVolume = volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0);
  const difficulty = figures.difficultyOf(label);
  return {
    keyword: label,
    relevance: [label, ...others].every((keyword) => related.has(keyword)) ? 'related' : 'about',
    title: titleFor({ keyword: label, articleType }, language, spellings),
    articleType,
    intent,
    keywords: others,
    searchVolume,
    difficulty,
    why: {
      ...(searchVolume === null && { searchVolume: figures.whyOf(label, 'searchVolume') }),
      ...(difficulty === null && { difficulty: figures.whyOf(label, 'difficulty') }),
    },
  };
}

/** The label that most of them are sure of, and how sure those are. */
function intentOfAll(intents: readonly Intent[]): StoredPage['intent'] {
  const sum = (some: readonly Intent[]) => some.reduce((total, { confidence }) => total + confidence, 0);
  const byLabel = intentLabels.map((label) => ({ label, some: intents.filter((intent) => intent.label === label) }));
  const best = byLabel.reduce((one, other) => (sum(other.some) > sum(one.some) ? other : one));
  return { label: best.label, confidence: Math.round((100 * sum(best.some)) / Math.max(best.some.length, 1)) / 100 };
}

import type { Project } from '../../../../../schema/projects.ts';
import type { Articles } from '../../../articles/index.ts';
import type { Written } from './write.ts';

/** More are not judged: each takes some 100 ms, on a thread. */
const maxJudged = 40;

/** The keywords of a plan, the best first, and those among them on which no document says enough. */
export interface Chosen {
  keywords: string[];
  uncarried: string[];
}

/**
 * Of pieces in the order of their worth, as many keywords as there are days: those that the knowledge base carries, then those of competitors
 * and searches on which it says too little, so that their articles would end as `insufficient_sources`, or speak of something else.
 */
export async function chosenFor(
  articles: Pick<Articles, 'uncarried'>,
  project: Project,
  written: readonly Written[],
  days: number,
): Promise<Chosen> {
  const keywordsOf = (some: readonly Written[]) => some.map(({ piece }) => piece.keyword);
  const [known, unknown] = [written.filter(({ documentId }) => documentId), written.filter(({ documentId }) => !documentId)];
  const wanted = keywordsOf(known).slice(0, maxJudged);
  const carried: string[] = [];
  const thin: string[] = [];
  while (carried.length < days && carried.length + thin.length < wanted.length) {
    const judged = carried.length + thin.length;
    const some = wanted.slice(judged, judged + days - carried.length);
    const uncarried = await articles.uncarried(project, some.map((keyword) => ({ keyword }))); // prettier-ignore
    for (const [index, keyword] of some.entries()) (uncarried.has(index) ? thin : carried).push(keyword);
  }
  const isSought = new Set(keywordsOf(written.filter(({ piece: { parts } }) => parts.demand !== null || parts.clicks !== null)));
  const uncarried = [...thin.filter((keyword) => isSought.has(keyword)), ...keywordsOf(unknown)].slice(0, days - carried.length);
  return { keywords: [...carried, ...uncarried], uncarried };
}

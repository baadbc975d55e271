import type { Project } from '../../../../schema/projects.ts';
import type { TopicPlan } from '../../../../schema/topic-plan.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import type { ResearchServices } from '../../research/index.ts';

export type Measuring = Pick<ResearchServices, 'keywords'>;

/** Keywords of a topic whose figures are looked up: one call of what the provider bills, and what is kept is not asked again. */
export const maxMeasured = 500;

export interface Measured {
  volumeOf(keyword: string): number | null;
  difficultyOf(keyword: string): number | null;
  /** Why a figure of a keyword is null. */
  whyOf(keyword: string, figure: 'searchVolume' | 'difficulty'): string;
  told: TopicPlan['figures'];
}

/** Search volume and difficulty of the first of some keywords. What a provider refuses is told, never thrown. */
export async function measure(
  { keywords: service }: Measuring,
  { id: projectId }: Pick<Project, 'id'>,
  keywords: readonly string[],
  signal: AbortSignal,
): Promise<Measured> {
  const asked = keywords.slice(0, maxMeasured);
  const { keywords: rows, why, hint, asked: questions } = await service.search({ projectId, keywords: [...asked] }, { signal });
  const byKey = new Map(rows.map((row) => [writtenKey(row.keyword), row]));
  const rowOf = (keyword: string) => byKey.get(writtenKey(keyword));
  const measurements = rows.flatMap(({ measured = [] }) => measured.filter(({ figures }) => figures.includes('searchVolume')));
  const known = rows.filter(({ searchVolume }) => searchVolume !== null).length;
  return {
    volumeOf: (keyword) => rowOf(keyword)?.searchVolume ?? null,
    difficultyOf: (keyword) => rowOf(keyword)?.difficulty ?? null,
    whyOf: (keyword, figure) => rowOf(keyword)?.why?.[figure] ?? why[figure] ?? 'not_checked',
    told: {
      known,
      looked: asked.length,
      leftOut: keywords.length - asked.length,
      source: measurements[0]?.source ?? null,
      checkedAt: measurements.map(({ checkedAt }) => checkedAt).toSorted()[0] ?? null,
      detail: known === rows.length ? null : (questions.find((one) => one.why)?.why?.detail ?? hint),
    },
  };
}

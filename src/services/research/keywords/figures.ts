import type { MeasuredKeyword } from '../../../../schema/keywords.ts';
import type { Integrations } from '../../account/index.ts';

export const figureNames = ['searchVolume', 'cpc', 'competition', 'difficulty'] as const;

type Figures = Pick<MeasuredKeyword, (typeof figureNames)[number]>;

/** Figures that are not known, and why. */
export function noFigures(why: string): Figures & { why: Record<string, string> } {
  return { searchVolume: null, cpc: null, competition: null, difficulty: null, why: Object.fromEntries(figureNames.map((name) => [name, why])) }; // prettier-ignore
}

/** Whether a service that knows figures is configured. */
export async function hasKeywordData(integrations: Pick<Integrations, 'findAll'>, projectId: string): Promise<boolean> {
  return (await integrations.findAll(projectId, ['dataforseo'])).length > 0;
}

import { AppError } from '../../../errors.ts';
import type { VisibilityFilters } from '../../../../schema/ai-visibility.ts';
import { baseOf } from './base.ts';
import { countCells, type Cell } from './cells.ts';
import { ofBasis, pooled, sizeOf, type Pooled } from './pooling.ts';
import { questionOf, type Question, type ReportNeeds } from './question.ts';

/** The answers that a report rests on. */
export interface FoundAnswers extends Pick<Pooled, 'cells' | 'leftOut'> {
  question: Question;
  base: ReturnType<typeof baseOf>;
}

/** Throws `not_found`, `project_required`, `invalid_input`. */
export async function findAnswers(
  needs: ReportNeeds,
  asked: VisibilityFilters,
  periods: readonly Cell['when'][] = ['now'],
): Promise<FoundAnswers> {
  const question = await questionOf(needs, asked);
  const { cells: all, waiting } = await countCells(needs, question, periods);
  const { basis, cells, leftOut } = pooled(all);
  const { cells: branded } = await countCells(needs, { ...question, prompts: question.brandedPrompts }, ['now']);
  const brandedLeftOut = sizeOf(basis === null ? branded : ofBasis(branded, basis));
  return { question, cells, leftOut, base: baseOf(question, { cells, basis, waiting, brandedLeftOut }) };
}

/** Throws `not_found` for a brand that is not tracked. */
export function checkBrand({ brands, unreadBrands }: Question, brand: string | undefined): void {
  if (brand === undefined || [...brands, ...unreadBrands].some(({ id }) => id === brand)) return;
  throw new AppError('not_found', `There is no competitor ${brand}.`, { hint: 'See competitors_list; own is the project itself.' });
}

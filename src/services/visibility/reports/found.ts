import { AppError } from '../../../errors.ts';
import { baseOf } from './base.ts';
import { countCells, type Cell } from './cells.ts';
import { pooled } from './pooling.ts';
import { questionOf, type Question, type ReportNeeds } from './question.ts';
import type { VisibilityFilters } from '../../../../schema/ai-visibility.ts';

/** The answers that a report of one period rests on. */
export interface FoundAnswers {
  question: Question;
  cells: readonly Cell[];
  base: ReturnType<typeof baseOf>;
}

/** Throws `not_found`, `project_required`, `invalid_input`. */
export async function findAnswers(needs: ReportNeeds, asked: VisibilityFilters): Promise<FoundAnswers> {
  const question = await questionOf(needs, asked);
  const { cells: all, waiting } = await countCells(needs, question, ['now']);
  const { basis, cells } = pooled(all);
  return { question, cells, base: baseOf(question, { cells, basis, waiting }) };
}

/** Throws `not_found` for a brand that is not tracked. */
export function checkBrand({ brands }: Question, brand: string | undefined): void {
  if (brand === undefined || brands.some(({ id }) => id === brand)) return;
  throw new AppError('not_found', `There is no competitor ${brand}.`, { hint: 'See competitors_list; own is the project itself.' });
}

import type { Db, Tx } from '../../db/open.ts';
import type { OptimizationPageRow, OptimizationRow } from '../../db/rows/optimizer.ts';
import { AppError } from '../../errors.ts';
import type { OptimizedPage, PageScore } from '../../writing/optimize/shapes.ts';
import { parsed, parsedOrNull } from '../common/wire.ts';

/** A page as it is kept: also how long it is. */
export interface KeptPage extends OptimizedPage {
  wordCount: number;
  /** What stands on the page and cannot be written in Markdown; none where all can. */
  notRead?: readonly string[];
}

/** Throws `not_found`. */
export async function optimizationRow(db: Pick<Tx, 'selectFrom'>, id: string): Promise<OptimizationRow> {
  const row = await db.selectFrom('optimizations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no optimization ${id}.`, { hint: 'optimizations_create answers its id; jobs_list names what was asked for.' }); // prettier-ignore
  return row;
}

const shownColumns = ['position', 'url', 'rank', 'state', 'read_url', 'title', 'words', 'error'] as const;
export type ShownPage = Pick<OptimizationPageRow, (typeof shownColumns)[number]>;

/** The competitors without what they say, in their order. */
export function shownPages(db: Db | Tx, id: string): Promise<ShownPage[]> {
  return db.selectFrom('optimization_pages').select(shownColumns).where('optimization_id', '=', id).orderBy('position').execute();
}

/** What the competitors say that were read. Empty once the optimization has ended. */
export async function competitorsOf(db: Db | Tx, id: string): Promise<KeptPage[]> {
  const rows = await db
    .selectFrom('optimization_pages')
    .select('page')
    .where('optimization_id', '=', id)
    .where('page', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.map(({ page }) => parsed<KeptPage>(page!));
}

export const pageOf = ({ page }: Pick<OptimizationRow, 'page'>) => parsedOrNull<KeptPage>(page);
/** Page and rewritten text are judged by the same questions. */
export const askedOf = ({ asked }: Pick<OptimizationRow, 'asked'>) => parsedOrNull<string[]>(asked) ?? [];
export const scoreOf = ({ before }: Pick<OptimizationRow, 'before'>) => parsedOrNull<PageScore>(before);

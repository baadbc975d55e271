import type { MeasuredKeyword } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { given, isoTime } from '../../common/wire.ts';
import type { Known } from './figures.ts';
import type { Shown } from './shown.ts';

type Position = Pick<MeasuredKeyword, 'position' | 'url' | 'measured' | 'why'>;

/** Where the project stands for keywords, by what is stored: its last checks, else what Search Console showed. */
export async function positionsOf(
  db: Db,
  { id }: Pick<Project, 'id'>,
  keywords: readonly string[],
  shown: readonly Shown[],
): Promise<(keyword: string) => Position> {
  const checked = await db
    .selectFrom('tracked_keywords')
    .select(['keyword_key', 'status', 'position', 'url', 'provider', 'checked_at'])
    .where('project_id', '=', id)
    .where('keyword_key', 'in', idsIn(keywords.map(writtenKey)))
    .where('status', 'in', ['ranked', 'not_found_in_top_n'])
    .execute();
  const byKey = Map.groupBy(checked, (row) => row.keyword_key);
  const showing = new Map(shown.map((row) => [writtenKey(row.keyword), row]));
  return (keyword) => {
    const rows = byKey.get(writtenKey(keyword)) ?? [];
    const best = rows.toSorted((one, other) => (one.position ?? Infinity) - (other.position ?? Infinity))[0];
    const mean = showing.get(writtenKey(keyword));
    if (best && (best.position !== null || !mean)) {
      const measured = { position: { source: best.provider ?? 'rankings', checkedAt: isoTime(best.checked_at ?? 0) } };
      // It was looked for and not found.
      const why: Record<string, string> = best.position === null ? { position: 'not_applicable', url: 'not_applicable' } : {};
      return { position: best.position, url: best.url, measured, why };
    }
    if (mean?.position === undefined || mean.position === null)
      return { position: null, url: null, why: { position: 'not_checked', url: 'not_checked' } };
    const measured = { position: { source: 'search_console', checkedAt: mean.until } };
    return { position: mean.position, url: null, measured, why: { url: 'not_checked' } };
  };
}

/** Figures and position of a keyword as a row has them. */
export function measuredOf(figures: ReturnType<Known['of']>, position: Position) {
  const measured = { ...figures.measured, ...position.measured };
  const why = { ...figures.why, ...position.why };
  return given({ ...figures, ...position, why, measured: Object.keys(measured).length > 0 ? measured : undefined });
}

import type { MeasuredKeyword } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { isoTime } from '../../common/wire.ts';
import type { Shown } from './shown.ts';

/** Where the project stands for a keyword, who says so, and why nobody does. */
export interface Position extends Pick<MeasuredKeyword, 'position'> {
  url: string | undefined;
  measured: NonNullable<MeasuredKeyword['measured']>;
  why: Record<string, string>;
}

const figures = ['position'];

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
      const measured = [{ figures, source: best.provider ?? 'rankings', checkedAt: isoTime(best.checked_at ?? 0) }];
      // It was looked for and not found.
      const why: Record<string, string> = best.position === null ? { position: 'not_applicable' } : {};
      return { position: best.position, url: best.url ?? undefined, measured, why };
    }
    if (mean?.position === undefined || mean.position === null)
      return { position: null, url: undefined, measured: [], why: { position: 'not_checked' } };
    return { position: mean.position, url: undefined, measured: [{ figures, source: 'search_console', checkedAt: mean.until }], why: {} };
  };
}

import type { RadarSource } from '../../../../schema/content-radar.ts';
import type { Tx } from '../../../db/open.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { AppError } from '../../../errors.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../../common/wire.ts';

/** Throws `not_found`. */
export async function sourceRow(db: Pick<Tx, 'selectFrom'>, id: string): Promise<RadarSourceRow> {
  const row = await db.selectFrom('radar_sources').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw noSource(id);
  return row;
}

export function noSource(id: string): AppError {
  return new AppError('not_found', `There is no watched source ${id}.`, { hint: 'content_radar_list with include sources names all.' });
}

export function toSource(row: RadarSourceRow): RadarSource {
  return {
    id: row.id,
    projectId: row.project_id,
    competitorId: row.competitor_id,
    kind: row.kind,
    url: row.url,
    baselineAt: isoTimeOrNull(row.baseline_at),
    checkedAt: isoTimeOrNull(row.checked_at),
    nextCheckAt: isoTime(row.next_check_at),
    pagesKnown: row.known_pages,
    pagesRead: row.read_pages,
    pagesNotLookedAt: row.not_looked_at,
    lastError: parsedOrNull(row.last_error),
    createdAt: isoTime(row.created_at),
  };
}

import type { Ranking, RankingCheckPoint } from '../../../schema/rankings.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { isoTime, isoTimeOrNull, parsed, parsedOrNull } from '../common/wire.ts';
import { gainOf, movementOf, type Before, type Standing } from './compare.ts';
import type { HistoryPoint } from './queries.ts';

/** What else a results page held. */
export interface Details {
  features?: readonly string[];
  /** Further pages of the site among the results. */
  otherUrls?: readonly string[];
  /** Those elements that show a page of the site. */
  ownFeatures?: readonly string[];
}

/** What the last check came to, where it succeeded. */
export function standingOf({
  status,
  position,
  depth_checked,
}: Pick<TrackedKeywordRow, 'status' | 'position' | 'depth_checked'>): Standing | undefined {
  const succeeded = status === 'ranked' || status === 'not_found_in_top_n';
  return succeeded && depth_checked !== null ? { position, depth: depth_checked } : undefined;
}

export function toRanking(row: TrackedKeywordRow): Ranking {
  const before = parsed<Before>(row.before);
  const { features = [], otherUrls = [], ownFeatures = [] } = parsed<Details>(row.details);
  const now = standingOf(row);
  const urlBefore = before.last?.url;
  const changeOver = (days: 1 | 7 | 30) => (now ? gainOf(now, before.days[days]) : null);
  const figures = {
    position: row.position,
    previousPosition: before.last?.position ?? null,
    change1d: changeOver(1),
    change7d: changeOver(7),
    change30d: changeOver(30),
    best: row.best,
  };
  return {
    id: row.id,
    keyword: row.keyword,
    engine: row.engine,
    device: row.device,
    country: row.country === '' ? null : row.country,
    language: row.language,
    depth: row.depth,
    tags: parsed(row.tags),
    status: row.status,
    depthChecked: row.depth_checked,
    ...figures,
    movement: now ? movementOf(now, before.last) : null,
    url: row.url,
    ...(urlBefore !== undefined && row.url !== null && row.url !== urlBefore && { previousUrl: urlBefore }),
    ...(otherUrls.length > 0 && { otherUrls: [...otherUrls] }),
    serpFeatures: [...features],
    ...(ownFeatures.length > 0 && { ownFeatures: [...ownFeatures] }),
    checkedAt: isoTimeOrNull(row.checked_at),
    provider: row.provider,
    error: parsedOrNull(row.error),
    why: whyNull(row, before, figures),
  };
}

type Figures = Pick<Ranking, 'position' | 'previousPosition' | 'change1d' | 'change7d' | 'change30d' | 'best'>;

function whyNull(row: Pick<TrackedKeywordRow, 'status' | 'left_code'>, before: Before, figures: Figures): Record<string, string> {
  const unknown = codeOf(row);
  const codes: Record<keyof Figures, string> = {
    position: unknown ?? 'not_applicable',
    previousPosition: before.last ? 'not_applicable' : 'too_few',
    change1d: unknown ?? (before.days[1] ? 'not_applicable' : 'too_few'),
    change7d: unknown ?? (before.days[7] ? 'not_applicable' : 'too_few'),
    change30d: unknown ?? (before.days[30] ? 'not_applicable' : 'too_few'),
    best: unknown ?? 'not_applicable',
  };
  return Object.fromEntries(Object.entries(codes).filter(([figure]) => figures[figure as keyof Figures] === null));
}

/** Why nothing is known of now. */
function codeOf({ status, left_code }: Pick<TrackedKeywordRow, 'status' | 'left_code'>): string | undefined {
  if (status === 'not_checked') return left_code ?? 'not_checked';
  return status === 'error' ? 'provider_error' : undefined;
}

export function toPoint({ checked_at, status, position, depth }: HistoryPoint): RankingCheckPoint {
  return { checkedAt: isoTime(checked_at), status, position, depthChecked: status === 'error' ? null : depth };
}

import type { Post, PostSource } from '../../../../schema/posts.ts';
import type { PostInventoryRow, PostRow } from '../../../db/rows/site.ts';
import { isoTime, isoTimeOrNull, parsed } from '../../common/wire.ts';
import type { Searched } from './searched.ts';

const dayMs = 24 * 3_600_000;
const unplaced = 'article:';

/** Where an article is that arrived somewhere unknown. */
export function placeOfArticle(id: string): string {
  return `${unplaced}${id}`;
}

export function urlOf({ place }: Pick<PostRow, 'place'>): string | null {
  return place.startsWith(unplaced) ? null : place;
}

/** What stands for a page and its copies: two that are the same there do not compete. */
export function originalOf({ place, canonical_url: canonical }: Pick<PostRow, 'place' | 'canonical_url'>): string {
  return canonical ?? place;
}

export function toPost(
  row: PostRow,
  {
    now,
    rivals,
    searched,
    endedBy,
  }: { now: number; rivals: readonly PostRow[]; searched: Searched; endedBy: PostInventoryRow['ended_by'] },
): Post {
  const known = (figure: number) => (figure < 0 ? null : figure);
  const [words, linksIn] = [known(row.words), known(row.links_in)];
  const isCut = endedBy?.startsWith('max_') ?? false;
  const missing: Record<string, string | false> = {
    keyword: row.keyword === null && 'not_checked',
    ageDays: row.dated_at === 0 && 'provider_has_none',
    words: words === null && 'not_checked',
    linksIn: linksIn === null && (isCut && row.checked_at !== null ? 'cap_reached' : 'not_checked'),
    linksOut: row.links_out === null && 'not_checked',
    ...searched.why,
  };
  return {
    url: urlOf(row),
    title: row.title,
    keyword: row.keyword,
    keywordSource: row.keyword_source,
    language: row.language,
    publishedAt: isoTimeOrNull(row.published_at),
    modifiedAt: isoTimeOrNull(row.modified_at),
    dateSource: row.date_source,
    ageDays: row.dated_at === 0 ? null : Math.max(0, Math.floor((now - row.dated_at) / dayMs)),
    words,
    linksIn,
    linksOut: row.links_out,
    orphan: linksIn === null ? null : linksIn === 0,
    cannibalised: row.competes === 1,
    rivals: rivals.map((rival) => ({ url: urlOf(rival), title: rival.title })),
    decay: searched.decay,
    clicks: searched.clicks,
    impressions: searched.impressions,
    articleId: row.article_id,
    sources: [...parsed<PostSource[]>(row.sources), ...(row.article_id === null ? [] : (['copydesk'] as const))],
    checkedAt: isoTimeOrNull(row.checked_at),
    why: Object.fromEntries(Object.entries(missing).filter((one): one is [string, string] => one[1] !== false)),
  };
}

export function toInventory(row: PostInventoryRow | undefined, jobId: string | null) {
  return {
    refreshedAt: row?.refreshed_at === undefined || row.refreshed_at === null ? null : isoTime(row.refreshed_at),
    endedBy: row?.ended_by ?? null,
    pagesRead: row?.pages_read ?? 0,
    problems: row ? parsed<string[]>(row.problems) : [],
    jobId,
  };
}

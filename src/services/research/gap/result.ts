import type { RankedList } from './by-ranks.ts';
import { gapClasses, type GapRow } from './classes.ts';
import type { Compared } from './compare.ts';
import type { GapState } from './gap.ts';
import type { SitePages } from './pages.ts';

/** What the job tells: counts of all, the best rows, and what to do where something is not known. */
export function resultOf(state: GapState, compared: Compared, rows: readonly GapRow[]): Record<string, unknown> {
  const { siteUrl, rivals, country, language } = state;
  const { method, gap, pages, lists } = compared;
  const counts = Object.fromEntries(gapClasses.map((one) => [one, (gap?.rows ?? []).filter((row) => row.class === one).length]));
  const hasVolumes = gap?.rows.some(({ searchVolume }) => searchVolume !== null) === true;
  return {
    method,
    siteUrl,
    country,
    language,
    ...(pages && { pagesRead: pages.own }),
    ...(lists && toldOf(lists.own)),
    competitors: rivals.map(({ domain }, index) => ({
      domain,
      ...(pages && { pagesRead: pages.theirs[index]! }),
      ...(lists && toldOf(lists.theirs[index]!)),
    })),
    counts: gap ? { ...counts, nobody: gap.nobody } : null,
    rows: rows.map((row) => (pages ? ofContent(row) : lists ? ofLists(row) : ofResults(row, hasVolumes))),
    cut: gap?.cut ?? false,
    why: {
      ...(pages && { positions: 'not_checked' }),
      ...(pages && !gap && { counts: 'not_checked' }),
      ...(method === 'results' && !hasVolumes && { searchVolume: 'not_checked' }),
    },
    hints: hintsOf(state, compared),
  };
}

function toldOf(list: RankedList) {
  return 'why' in list ? { rankedKeywords: null, why: { rankedKeywords: list.why } } : list;
}

function ofContent({ keyword, class: of, competitors, pages, url, bestCompetitor, bestUrl }: GapRow) {
  return { keyword, class: of, competitors, pages, url, bestCompetitor, bestUrl };
}

function ofLists({ pages: _, ...row }: GapRow) {
  return row;
}

/** Where no volume is kept of any, that is said once. */
function ofResults({ pages: _, searchVolume, why, ...row }: GapRow, hasVolumes: boolean) {
  if (!hasVolumes) return { ...row, why };
  return { ...row, searchVolume, why: { ...why, ...(searchVolume === null && { searchVolume: 'not_checked' }) } };
}

function hintsOf(state: GapState, { refused, pages, lists, gap }: Compared): string[] {
  const without = state.rivals.flatMap(({ domain }, index) => {
    const list = lists?.theirs[index];
    return list && 'why' in list ? { domain, reason: list.reason } : [];
  });
  const isUnasked = gap?.rows.some(({ source }) => source === null) === true;
  return [
    ...(refused === undefined ? [] : [`DataForSEO's ranked keywords are not compared: ${refused}`]),
    ...(without.length > 0 ? [`Not compared with ${without.map(({ domain }) => domain).join(', ')}: ${without[0]!.reason}`] : []),
    ...(pages ? hintsOfPages(state, pages) : []),
    ...(pages || isUnasked ? ['For positions, track keywords with rankings_track and ask with rankings_check: the results pages are kept and compared.'] : []), // prettier-ignore
  ];
}

/** What would tell more, each with the call. */
function hintsOfPages({ siteUrl, rivals, language }: GapState, { own, theirs }: SitePages): string[] {
  const unread = rivals.filter((_, index) => theirs[index] === 0).map(({ domain }) => domain);
  const site = `No page of ${siteUrl} in ${language} is stored: read it with posts_refresh or audit_start.`;
  const others = `No page in ${language} is stored of ${unread.join(', ')}, so nothing is said of them: competitors_add those that are no competitors yet, then content_radar_check.`;
  return [...(own === 0 ? [site] : []), ...(unread.length > 0 ? [others] : [])];
}

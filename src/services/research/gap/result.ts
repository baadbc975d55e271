import { gapClasses, type GapRow } from './classes.ts';
import type { Compared } from './compare.ts';
import type { GapState } from './gap.ts';
import type { SitePages } from './pages.ts';

/** What the job tells: counts of all, the best rows, and what to do where something is not known. */
export function resultOf(state: GapState, { method, refused, gap, pages }: Compared, rows: readonly GapRow[]): Record<string, unknown> {
  const { siteUrl, rivals, country, language } = state;
  const counts = Object.fromEntries(gapClasses.map((one) => [one, (gap?.rows ?? []).filter((row) => row.class === one).length]));
  return {
    method,
    siteUrl,
    country,
    language,
    ...(pages && { pagesRead: pages.own }),
    competitors: rivals.map(({ domain }, index) => ({ domain, ...(pages && { pagesRead: pages.theirs[index]! }) })),
    counts: gap ? { ...counts, nobody: gap.nobody } : null,
    rows: rows.map((row) => (pages ? ofContent(row) : ofRanks(row))),
    cut: gap?.cut ?? false,
    why: pages ? { positions: 'not_checked', ...(!gap && { counts: 'not_checked' }) } : {},
    hints: [
      ...(refused === undefined ? [] : [`DataForSEO's ranked keywords are not compared: ${refused}`]),
      ...(pages ? hintsOf(state, pages) : []),
    ],
  };
}

function ofContent({ keyword, class: of, competitors, pages, url, bestCompetitor, bestUrl }: GapRow) {
  return { keyword, class: of, competitors, pages, url, bestCompetitor, bestUrl };
}

function ofRanks({ pages: _, ...row }: GapRow) {
  return row;
}

/** What would tell more, each with the call. */
function hintsOf({ siteUrl, rivals, language }: GapState, { own, theirs }: SitePages): string[] {
  const unread = rivals.filter((_, index) => theirs[index] === 0).map(({ domain }) => domain);
  const site = `No page of ${siteUrl} in ${language} is stored: read it with posts_refresh or audit_start.`;
  const others = `No page in ${language} is stored of ${unread.join(', ')}, so nothing is said of them: competitors_add those that are no competitors yet, then content_radar_check.`;
  return [
    ...(own === 0 ? [site] : []),
    ...(unread.length > 0 ? [others] : []),
    'For positions, track keywords with rankings_track and ask with rankings_check: the results pages are kept and compared.',
  ];
}

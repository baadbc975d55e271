import type { Project } from '../../../schema/projects.ts';
import type { Db } from '../../db/open.ts';
import { clipAtWord } from '../../language/slug.ts';
import { evidence, maxKeyword, maxOffers, pageTarget, sentence, type ActionOffer, type ActionQuestion } from '../common/actions.ts';
import { failedSyncs } from './queries.ts';
import type { QuickWin, QuickWinsOf } from './reports/wins.ts';

/** Searches that are looked at, of each kind. */
const maxSearches = 50;

/** A sync that failed, and pages that could win clicks: shown a little too far down, or far up and seldom clicked. */
export async function searchActions(
  { db, quickWins }: { db: Db; quickWins: QuickWinsOf },
  { project, limit }: ActionQuestion,
): Promise<ActionOffer[]> {
  const { wins, unclicked, period } = await quickWins(project, maxSearches);
  const at = period === null ? null : Date.parse(period.until);
  return [
    ...(await failedSync(db, project)),
    ...withoutPages(project, wins, at),
    ...byPage(wins)
      .slice(0, limit)
      .map(([url, searches]) => ({
        reason: 'page_near_top' as const,
        why: `Google shows ${url} a little too far down for ${named(searches)}; a few places higher it would win some ${clicksOf(searches)} clicks.`,
        ...improving(project, url, searches, at),
      })),
    ...byPage(unclicked)
      .slice(0, limit)
      .map(([url, searches]) => ({
        reason: 'page_unclicked' as const,
        why: `Google shows ${url} far up for ${named(searches)}, and it is clicked less than is usual there: title and description may be to mend, for some ${clicksOf(searches)} clicks.`,
        ...improving(project, url, searches, at),
      })),
  ];
}

async function failedSync(db: Db, project: Project): Promise<ActionOffer[]> {
  const { rows } = await failedSyncs(db, project.id);
  return rows.map(({ property, error }): ActionOffer => ({
    reason: 'sync_failed',
    target: { kind: 'property', id: property, about: property },
    why: `What Google shows of ${property} is not up to date: the last sync failed. ${sentence(error!)}`,
    evidence: [evidence('search-console', error!, null)],
    operation: 'search_console_sync',
    arguments: { projectId: project.id },
    cause: error!,
  }));
}

/** What to improve is not known where no page is. */
function withoutPages({ id: projectId, name }: Project, wins: readonly QuickWin[], at: number | null): ActionOffer[] {
  if (wins.length === 0 || wins.some(({ page }) => page !== null)) return [];
  return [
    {
      reason: 'pages_unknown',
      target: { kind: 'searches', id: projectId, about: name },
      why: `Google shows your site a little too far down for ${named(wins)}, and no page is known for them: search_console_sync, or an import of queries by page, makes it known.`,
      evidence: evidenceOf(wins, at),
      operation: 'search_console_query',
      arguments: { view: 'quick_wins', projectId },
      cause: wins[0]!.query,
    },
  ];
}

/** Those that would win most first. */
function byPage(searches: readonly QuickWin[]): [string, QuickWin[]][] {
  const known = searches.flatMap((search) => (search.page === null ? [] : [{ page: search.page, search }]));
  const pages = [...Map.groupBy(known, ({ page }) => page)].map(([page, some]): [string, QuickWin[]] => [
    page,
    some.map(({ search }) => search),
  ]);
  return pages.toSorted(([, one], [, other]) => sumOf(other) - sumOf(one));
}

const sumOf = (searches: readonly QuickWin[]): number => searches.reduce((sum, { toWin }) => sum + toWin, 0);
const clicksOf = (searches: readonly QuickWin[]): number => Math.max(1, Math.round(sumOf(searches)));

function named([first, ...others]: readonly QuickWin[]): string {
  return `“${first!.query}”${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

function improving({ id: projectId }: Project, url: string, searches: readonly QuickWin[], at: number | null) {
  const [{ query }] = searches as [QuickWin];
  return {
    target: pageTarget(url),
    evidence: evidenceOf(searches, at),
    operation: 'optimizations_create',
    arguments: { url, keyword: clipAtWord(query, maxKeyword), writer: 'agent', projectId },
    // The others come and go.
    cause: query,
  };
}

function evidenceOf(searches: readonly QuickWin[], at: number | null): ActionOffer['evidence'] {
  return searches
    .slice(0, maxOffers)
    .map(({ query, impressions, position, reason }) =>
      evidence(
        'search-console',
        `“${query}”: ${impressions} impressions${position === null ? '' : `, position ${position}`}. ${reason}`,
        at,
      ),
    );
}

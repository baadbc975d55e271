import type { Project } from '../../../../../schema/projects.ts';
import type { SearchQuestion, SearchReport, SearchRow } from '../../../../../schema/search-console.ts';
import { pageKey } from '../../../../crawl/url.ts';
import { AppError } from '../../../../errors.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import type { QuickWin, SearchConsoleServices } from '../../../search-console/index.ts';

/** What Google showed the site for: a keyword, in whatever spelling. */
export interface Search {
  key: string;
  /** As most people searched it. */
  query: string;
  clicks: number;
  impressions: number;
  /** The same for 28 days, so that exports of longer periods compare. */
  monthly: number;
  position: number | null;
  /** Clicks in 28 days that it would win a few places higher, or as others do where it is; of other searches null. */
  toWin: number | null;
  /** The same in words. */
  reason: string | null;
  /** The page that it was shown with, where that is held; of searches that have clicks to win. */
  page: string | null;
}

/** A page that lost clicks which the rest of the site kept. */
export interface Decaying {
  page: string;
  /** How many clicks, and why, in words. */
  reason: string;
  /** Clicks in 28 days. */
  lost: number;
}

/** What Google shows of a piece that should be looked at again. */
export interface PieceSearches {
  decaying: Decaying | null;
  /** Searches that it is on, and shown for a little too far down. */
  wins: Search[];
  /** Searches that it is shown far up for, and clicked less than is usual there. */
  unclicked: Search[];
  /** What most people searched when they were shown it; only of a page that is no post. */
  query: string | undefined;
}

/** What is held of Search Console, as far as it says what to write or refresh. */
export interface Searches extends Pick<SearchReport, 'source' | 'period'> {
  /** Those that would win most first. */
  wins: readonly Search[];
  /** Quick wins that are another spelling of one of them, and those that would win less than these. */
  sameWins: number;
  moreWins: number;
  /** Shown far up, and clicked less than is usual there: those that miss most clicks first. */
  unclicked: readonly Search[];
  /** Those that lose most first. */
  decaying: readonly Decaying[];
  /** By the key of a keyword. */
  byKey: ReadonlyMap<string, Search>;
  /** What most people searched when they were shown a page; undefined where queries are not held by page. */
  mainQueryOf(page: string): Promise<string | undefined>;
}

/** Rows that are looked at of each. */
const maxRows = { wins: 100, decaying: 50, queries: 1_000 } as const;
const maxLength = 200;
const monthDays = 28;
const dayMs = 24 * 3_600_000;

export interface SearchNeeds {
  searchConsole: Pick<SearchConsoleServices['searchConsole'], 'query' | 'standings'>;
  pageFigures: SearchConsoleServices['pageFigures'];
  quickWins: SearchConsoleServices['quickWins'];
}

/** Undefined where nothing is held. */
export async function searchesOf({ searchConsole, pageFigures, quickWins }: SearchNeeds, project: Project): Promise<Searches | undefined> {
  const { id: projectId, language } = project;
  const ask = (question: SearchQuestion) => toldBy(searchConsole, { projectId, ...question });
  const queries = await ask({ dimensions: ['query'], sort: 'impressions', limit: maxRows.queries });
  const decaying = await ask({ view: 'decay', dimensions: ['page'], limit: maxRows.decaying });
  const told = queries ?? decaying;
  if (!told) return undefined;
  const { wins, count, unclicked } = await quickWins(project, maxRows.wins);
  const byKey = searchesIn([...wins, ...(queries?.data ?? [])], shareOfMonth(told), language);
  const won = [...byKey.values()].filter(({ toWin }) => toWin !== null);
  return {
    source: told.source,
    period: told.period,
    wins: won,
    sameWins: wins.length - won.length,
    moreWins: count - wins.length,
    unclicked: [...searchesIn(unclicked, shareOfMonth(told), language).values()],
    decaying: decaying ? await losses(decaying, (pages) => pageFigures(project, pages)) : [],
    byKey,
    mainQueryOf: async (page) => (await ask({ dimensions: ['query'], page, sort: 'impressions', limit: 1 }))?.data[0]?.query,
  };
}

/** Each page once: what one spelling of its address lost, another may have won. */
async function losses(report: Told, figuresOf: (pages: readonly string[]) => ReturnType<SearchNeeds['pageFigures']>): Promise<Decaying[]> {
  const pages = new Map(report.data.map(({ page }) => [pageKey(page!), page!]));
  const shown = await figuresOf([...pages.values()]);
  if (typeof shown === 'string') return [];
  return [...pages.values()].flatMap((page) => {
    const loss = shown.at(page)?.loss;
    if (typeof loss !== 'object' || loss.reason === null) return [];
    return [{ page, reason: loss.reason, lost: loss.clicks * shareOfMonth(report) }];
  });
}

type Told = SearchReport & { data: SearchRow[] };

/** Undefined where nothing is held that tells it: search_console_query says why. */
async function toldBy({ query }: SearchNeeds['searchConsole'], question: SearchQuestion): Promise<Told | undefined> {
  try {
    const report = await query(question);
    return report.data === null ? undefined : { ...report, data: report.data };
  } catch (error) {
    if (error instanceof AppError && untold.has(error.code)) return undefined;
    throw error;
  }
}

const untold = new Set<AppError['code']>(['integration_required', 'conflict', 'period_not_held']);

const shareOfMonth = ({ period }: Pick<SearchReport, 'period'>): number => monthDays / daysOf(period);

/** Both ends are in it. */
export const daysOf = ({ since, until }: SearchReport['period']): number => (Date.parse(until) - Date.parse(since)) / dayMs + 1;

/** By keyword, each as the first of its rows has it: quick wins come first, then what was shown most. */
function searchesIn(rows: readonly (SearchRow | QuickWin)[], share: number, language: string): Map<string, Search> {
  const found = new Map<string, Search>();
  for (const row of rows) {
    const { query, page, clicks, impressions, position, reason } = row;
    if (query === undefined || query.length > maxLength) continue;
    const key = storedKey(query, language);
    if (found.has(key)) continue;
    const toWin = 'toWin' in row ? row.toWin * share : null;
    const monthly = impressions * share;
    found.set(key, { key, query, clicks, impressions, monthly, position, toWin, reason: reason ?? null, page: page ?? null });
  }
  return found;
}

/** In words, of 28 days. */
export const clicksToWin = (clicks: number): string => `some ${Math.round(clicks)} more clicks in 28 days are to be won`;

/** As evidence. Queries are what people typed: they are quoted. */
export function wordsOf({ query, impressions, clicks, position, reason }: Search): string {
  const at = position === null ? '' : `, position ${position}`;
  const what = `Search Console: “${query}”, ${impressions} impressions, ${clicks} clicks${at}`;
  return reason === null ? what : `${what}. ${reason.replace(/\.$/, '')}`;
}

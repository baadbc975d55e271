import type { Project } from '../../../../../schema/projects.ts';
import { pageKey } from '../../../../crawl/url.ts';
import { keywordTerms, nearnessOf } from '../../../../language/similar-keyword.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import type { CoverOf } from './coverage.ts';
import type { OwnPiece } from './refresh.ts';
import type { Decaying, PieceSearches, Search, Searches } from './searches.ts';
import { isPiece } from './subjects.ts';

/** What follows from searches. */
export interface Placed {
  /** Pieces to refresh; also pages that are not in the inventory of posts. */
  ofPieces: ReadonlyMap<OwnPiece, PieceSearches>;
  /** Quick wins that no page is about. */
  open: Search[];
  /** Quick wins that are planned or being written. */
  taken: number;
  /** Pages that decay of which nobody knows what they are to be found for. */
  unnamed: number;
}

export const nothingPlaced: Placed = { ofPieces: new Map(), open: [], taken: 0, unnamed: 0 };

/** Pages outside of the inventory whose queries are asked for. */
const maxAsked = 10;

/** Finds the piece that each search and each page that decays belongs to. A search that no page is about is something to write. */
export async function placeSearches(
  searches: Searches,
  { project, own, coverOf, turn }: { project: Project; own: readonly OwnPiece[]; coverOf: CoverOf; turn: () => Promise<void> },
): Promise<Placed> {
  const { language } = project;
  const ofPieces = new Map<OwnPiece, PieceSearches>();
  const byPage = new Map(own.flatMap((piece) => (piece.url === null ? [] : [[pageKey(piece.url), piece] as const])));
  const pieceAt = (page: string, keyword: string): OwnPiece => {
    const known = byPage.get(pageKey(page)) ?? pageAlone(page, keyword, language);
    byPage.set(pageKey(page), known);
    return known;
  };
  const of = (piece: OwnPiece): PieceSearches => {
    const found = ofPieces.get(piece) ?? { decaying: null, wins: [] };
    ofPieces.set(piece, found);
    return found;
  };
  const unknown: Decaying[] = [];
  for (const one of searches.decaying) {
    const piece = byPage.get(pageKey(one.page));
    if (piece) of(piece).decaying ??= one;
    else if (isPiece({ url: one.page })) unknown.push(one);
  }
  let unnamed = Math.max(0, unknown.length - maxAsked);
  for (const one of unknown.slice(0, maxAsked)) {
    const query = await searches.mainQueryOf(one.page);
    if (query === undefined) unnamed++;
    else of(pieceAt(one.page, query)).decaying ??= one;
  }
  const covers = await coverOf(searches.wins.map(({ query }) => query));
  const open: Search[] = [];
  for (const [index, win] of searches.wins.entries()) {
    const cover = covers[index];
    const shown = win.page !== null && isAbout(byPage.get(pageKey(win.page)), win, language) ? pieceAt(win.page, win.query) : undefined;
    const piece = cover === 'taken' ? undefined : (cover ?? shown);
    if (piece) of(piece).wins.push(win);
    else if (cover === undefined) open.push(win);
    await turn();
  }
  return { ofPieces, open, taken: covers.filter((cover) => cover === 'taken').length, unnamed };
}

/** Whether the page that was shown is about the search: by its title or keyword, or where the page is not known by its address. */
function isAbout(piece: OwnPiece | undefined, { query, page }: Search, language: string): boolean {
  const says = piece ? [piece.keyword, piece.title ?? ''] : isPiece({ url: page! }) ? [wordsIn(page!)] : [];
  const wanted = keywordTerms(query, language);
  return says.some((text) => nearnessOf(keywordTerms(text, language), wanted) > 0);
}

/** The last part of an address as words. */
function wordsIn(page: string): string {
  const last = new URL(page).pathname.split('/').findLast((part) => part !== '') ?? '';
  return last.replace(/\.\w{1,5}$/, '').replaceAll(/[-_+]|%20/g, ' ');
}

/** A page that is not in the inventory, named by what people search when they are shown it. */
function pageAlone(url: string, keyword: string, language: string): OwnPiece {
  return { key: storedKey(keyword, language), keyword, title: null, url, articleId: null, changedAt: null, flags: [] };
}

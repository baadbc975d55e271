import { keywordTerms, nearnessOf } from '../../../../language/similar-keyword.ts';
import { isPiece, pageKeyword } from '../../pieces.ts';
import type { Cover, Coverage } from './coverage.ts';
import type { OwnPiece } from './refresh.ts';
import type { PieceSearches, Search, Searches } from './searches.ts';

/** What follows from searches. */
export interface Placed {
  /** Pieces to refresh; also pages that are not in the inventory of posts. */
  ofPieces: ReadonlyMap<OwnPiece, PieceSearches>;
  /** Quick wins that no page is about. */
  open: Search[];
  /** Quick wins that are planned or being written. */
  taken: number;
  /** Pages that decay of which neither a query nor the address says what they are to be found for. */
  unnamed: string[];
}

export const nothingPlaced: Placed = { ofPieces: new Map(), open: [], taken: 0, unnamed: [] };

/** Pages outside of the inventory whose queries are asked for. */
const maxAsked = 10;

/** Finds the piece that each search and each page that decays belongs to. A search that no page is about is something to write. */
export async function placeSearches(
  searches: Searches,
  { language, coverage, turn }: { language: string; coverage: Coverage; turn: () => Promise<void> },
): Promise<Placed> {
  const ofPieces = new Map<OwnPiece, PieceSearches>();
  const of = (piece: OwnPiece): PieceSearches => {
    const found = ofPieces.get(piece) ?? { decaying: null, wins: [], unclicked: [], query: undefined };
    ofPieces.set(piece, found);
    return found;
  };
  const unnamed: string[] = [];
  let asked = 0;
  for (const one of searches.decaying) {
    const known = coverage.at(one.page);
    const isPost = known?.isAlone === false;
    if (!isPost && !isPiece({ url: one.page })) continue;
    // What people search says more of a page than its address does.
    const query = isPost || asked++ >= maxAsked ? undefined : await searches.mainQueryOf(one.page);
    const keyword = known?.keyword ?? query ?? pageKeyword(one.page);
    if (keyword === null) unnamed.push(one.page);
    else {
      const found = of(coverage.pieceAt(one.page, keyword));
      found.decaying ??= one;
      found.query ??= query;
    }
  }
  const { wins, unclicked } = searches;
  const covers = await coverage.of([...wins, ...unclicked].map(({ query }) => query));
  const open: Search[] = [];
  for (const [index, win] of wins.entries()) {
    const cover = covers[index];
    const piece = cover === 'taken' ? undefined : (cover ?? shownFor(win));
    if (piece) of(piece).wins.push(win);
    else if (cover === undefined) open.push(win);
    await turn();
  }
  for (const [index, one] of unclicked.entries()) {
    const piece = shownAs(one, covers[wins.length + index]);
    if (piece) of(piece).unclicked.push(one);
    await turn();
  }
  return { ofPieces, open, taken: covers.slice(0, wins.length).filter((cover) => cover === 'taken').length, unnamed };

  /** The page that Google shows, whatever it is about: its title is what people do not click. Where nobody tells which that is, the one on the search. */
  function shownAs({ query, page }: Search, cover: Cover): OwnPiece | undefined {
    if (page !== null) return coverage.at(page) ?? (isPiece({ url: page }) ? coverage.pieceAt(page, query) : undefined);
    return cover === 'taken' ? undefined : (cover ?? coverage.nearestTo(query));
  }

  /** The page that Google shows, if that is about it; where nobody tells which that is, the one whose words are nearest, or whose figures are the same. */
  function shownFor(win: Search): OwnPiece | undefined {
    const { query, page } = win;
    if (page === null) return coverage.nearestTo(query) ?? alikeIn(coverage.sharing(query), win);
    const known = coverage.at(page);
    const says = known ? [known.keyword, known.title ?? ''] : [pageKeyword(page) ?? ''];
    const wanted = keywordTerms(query, language);
    return says.some((text) => nearnessOf(keywordTerms(text, language), wanted) > 0) ? coverage.pieceAt(page, query) : undefined;
  }
}

/** A page that is shown for a search is shown as often at least; where that is hardly more, and as far down, it is shown for little else. */
const alike = { impressions: 1.25, position: 0.5 } as const;

function alikeIn(pieces: readonly OwnPiece[], { impressions, position }: Search): OwnPiece | undefined {
  const found = pieces.filter(({ shown }) => {
    if (shown === null || shown.position === null || position === null) return false;
    const isAsOften = shown.impressions >= impressions && shown.impressions <= impressions * alike.impressions;
    return isAsOften && Math.abs(shown.position - position) <= alike.position;
  });
  return found.toSorted((one, other) => one.shown!.impressions - other.shown!.impressions)[0];
}

import type { Project } from '../../../../../schema/projects.ts';
import { pageKey } from '../../../../crawl/url.ts';
import type { Db } from '../../../../db/open.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import type { SearchConsoleServices } from '../../../search-console/index.ts';
import type { Calendar } from '../../calendar/calendar.ts';
import { isPiece } from '../../pieces.ts';
import { Covered } from './covering.ts';
import { Nearest } from './nearest.ts';
import { underWay } from './own-pieces.ts';
import { pageAlone, type OwnPiece } from './refresh.ts';

/** What of a project covers a keyword: a piece that stands, or something that is planned, being written or ready. */
export type Cover = OwnPiece | 'taken' | undefined;

export interface Coverage {
  /** Answers for many keywords, in their order. */
  of(keywords: readonly string[]): Promise<Cover[]>;
  /** The piece whose words are nearest: it may be on the keyword. */
  nearestTo(keyword: string): OwnPiece | undefined;
  /** Those that share a word with it. */
  sharing(keyword: string): OwnPiece[];
  /** The piece at an address, however that is spelt. */
  at(page: string): OwnPiece | undefined;
  /** The same; a page that is not known is one on the keyword. */
  pieceAt(page: string, keyword: string): OwnPiece;
}

interface Needs {
  db: Db;
  calendar: Calendar;
  searchConsole: Pick<SearchConsoleServices['searchConsole'], 'standings'>;
  turn: () => Promise<void>;
}

/** Up to this position the page that Google shows is on the search, whatever its words; from the next on it may be a quick win. */
export const onPosition = 7;

export async function openCoverage(
  { db, calendar, searchConsole, turn }: Needs,
  project: Project,
  own: readonly OwnPiece[],
): Promise<Coverage> {
  // Of several with one keyword the first is meant: what is known best.
  const byKey = new Map(own.toReversed().map((piece) => [piece.key, piece]));
  const published = new Covered(project.language, own);
  await turn();
  const nearest = new Nearest(project.language, own);
  await turn();
  const coming = new Covered(project.language, await underWay(db, project.id));
  await turn();
  /** An address names its page in few words: where they are near, the page is on it. */
  const pageOn = (keyword: string) => {
    const piece = nearest.to(keyword);
    return piece?.isAlone ? piece : undefined;
  };
  const byPage = new Map(own.flatMap((piece) => (piece.url === null ? [] : [[pageKey(piece.url), piece] as const])));
  const at = (page: string) => byPage.get(pageKey(page));
  function pieceAt(page: string, keyword: string): OwnPiece {
    const piece = at(page) ?? pageAlone(page, keyword, project);
    byPage.set(pageKey(page), piece);
    return piece;
  }
  async function pageShown(keywords: readonly string[]): Promise<(keyword: string) => OwnPiece | undefined> {
    const standings = await searchConsole.standings(project, keywords.map((keyword) => keyword.toLowerCase())); // prettier-ignore
    return (keyword) => {
      const { page = null, position = null } = standings?.of.get(keyword.toLowerCase()) ?? {};
      if (page === null || position === null || position > onPosition || !isPiece({ url: page })) return undefined;
      return pieceAt(page, keyword);
    };
  }
  return {
    async of(keywords) {
      const shownOn = await pageShown(keywords);
      const holders = await calendar.holders(project, keywords);
      const covers: Cover[] = [];
      for (const [index, keyword] of keywords.entries()) {
        const piece = byKey.get(storedKey(keyword, project.language)) ?? published.by(keyword);
        const isTaken = !piece && (holders[index] !== undefined || coming.by(keyword));
        covers.push(piece ?? (isTaken ? 'taken' : (pageOn(keyword) ?? shownOn(keyword))));
        await turn();
      }
      return covers;
    },
    nearestTo: (keyword) => nearest.to(keyword),
    sharing: (keyword) => nearest.sharing(keyword),
    at,
    pieceAt,
  };
}

import type { Project } from '../../../../../schema/projects.ts';
import type { Db } from '../../../../db/open.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import type { Calendar } from '../../calendar/calendar.ts';
import { Covered } from './covering.ts';
import { Nearest } from './nearest.ts';
import { underWay } from './own-pieces.ts';
import type { OwnPiece } from './refresh.ts';

/** What of a project covers a keyword: a piece that stands, or something that is planned, being written or ready. */
export type Cover = OwnPiece | 'taken' | undefined;

export interface Coverage {
  /** Answers for many keywords, in their order. */
  of(keywords: readonly string[]): Promise<Cover[]>;
  /** The piece whose words are nearest: it may be on the keyword. */
  nearestTo(keyword: string): OwnPiece | undefined;
}

export async function openCoverage(
  { db, calendar, turn }: { db: Db; calendar: Calendar; turn: () => Promise<void> },
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
  return {
    async of(keywords) {
      const holders = await calendar.holders(project, keywords);
      const covers: Cover[] = [];
      for (const [index, keyword] of keywords.entries()) {
        const piece = byKey.get(storedKey(keyword, project.language)) ?? published.by(keyword);
        const isTaken = !piece && (holders[index] !== undefined || coming.by(keyword));
        covers.push(piece ?? (isTaken ? 'taken' : pageOn(keyword)));
        await turn();
      }
      return covers;
    },
    nearestTo: (keyword) => nearest.to(keyword),
  };
}

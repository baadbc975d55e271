import type { Project } from '../../../../../schema/projects.ts';
import type { Db } from '../../../../db/open.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import type { Calendar } from '../../calendar/calendar.ts';
import { Covered } from './covering.ts';
import { underWay } from './own-pieces.ts';
import type { OwnPiece } from './refresh.ts';

/** What of a project covers a keyword: a piece that stands, or something that is planned, being written or ready. */
export type Cover = OwnPiece | 'taken' | undefined;

/** Answers for many keywords, in their order. */
export type CoverOf = (keywords: readonly string[]) => Promise<Cover[]>;

export async function openCoverage(
  { db, calendar, turn }: { db: Db; calendar: Calendar; turn: () => Promise<void> },
  project: Project,
  own: readonly OwnPiece[],
): Promise<CoverOf> {
  const byKey = new Map(own.map((piece) => [piece.key, piece]));
  const published = new Covered(project.language, own);
  await turn();
  const coming = new Covered(project.language, await underWay(db, project.id));
  await turn();
  return async (keywords) => {
    const holders = await calendar.holders(project, keywords);
    const covers: Cover[] = [];
    for (const [index, keyword] of keywords.entries()) {
      const piece = byKey.get(storedKey(keyword, project.language)) ?? published.by(keyword);
      covers.push(piece ?? (holders[index] !== undefined || coming.by(keyword) ? 'taken' : undefined));
      await turn();
    }
    return covers;
  };
}

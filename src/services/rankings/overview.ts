import type { Db } from '../../db/open.ts';
import { entry, type OverviewPart, type OverviewQuestion } from '../common/overview.ts';
import { parsed } from '../common/wire.ts';
import type { Before } from './compare.ts';
import { droppedKeywords, failingKeywords } from './queries.ts';

/** In characters: what is said after it must stay in sight. */
const maxKeyword = 40;

/** Which keywords could not be checked, and which fell out of the results or of the first ten. */
export async function rankingOverview(db: Db, question: OverviewQuestion): Promise<OverviewPart> {
  const [failing, dropped] = await Promise.all([failingKeywords(db, question.projectId), droppedKeywords(db, question)]);
  const failed = failing.rows.map(({ id, keyword, error }) => ({
    id,
    about: `${keyword.slice(0, maxKeyword)}: ${parsed<{ message: string }>(error!).message}`,
  }));
  const fell = dropped.rows.map(({ id, keyword, position, before }) => {
    const from = parsed<Before>(before).last?.position;
    return { id, about: `${keyword.slice(0, maxKeyword)}: from ${from} ${position === null ? 'to not found' : `to ${position}`}` };
  });
  return {
    needsYou: entry('rankings_failing', { count: failing.count, latest: failed }, [
      'rankings_list',
      { status: 'error', projectId: failing.rows[0]?.project_id },
    ]),
    happened: entry('rankings_dropped', { count: dropped.count, latest: fell }, [
      'rankings_list',
      { sort: 'change', projectId: dropped.rows[0]?.project_id },
    ]),
  };
}

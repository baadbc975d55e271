import { writtenKey } from '../../common/asked-keyword.ts';
import type { Db } from '../../../db/open.ts';
import type { TopicRow } from '../../../db/rows/topics.ts';

/** What a topic has before it is researched. */
export interface Own {
  topicId: string;
  pillar: string;
  /** Those that people gave it, then those of earlier researches, without the pillar keyword. */
  keywords: string[];
  given: string[];
  /** Keywords beyond those that one plan takes. */
  leftOut: number;
}

/** Keywords that one plan takes. */
const maxPlanned = 2_000;

/** Those of people first: what one research found is the first to be left out of the next. */
export async function ownKeywords(db: Db, { id, pillar_keyword: pillar }: TopicRow): Promise<Own> {
  const asked = db.selectFrom('topic_keywords').select(['keyword', 'source']).where('topic_id', '=', id);
  const rows = await asked.where('said', '!=', writtenKey(pillar)).orderBy('source').orderBy('id').execute();
  const taken = rows.slice(0, maxPlanned);
  return {
    topicId: id,
    pillar,
    keywords: taken.map(({ keyword }) => keyword),
    given: taken.filter(({ source }) => source === 'given').map(({ keyword }) => keyword),
    leftOut: rows.length - taken.length,
  };
}

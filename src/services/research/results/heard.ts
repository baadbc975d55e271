import type { Db } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import { parsed } from '../../common/wire.ts';
import { pagesFor, type KeptQuestion } from './kept.ts';

/** What a results page says that people search for besides. */
export interface Heard {
  /** Whose page it is. */
  keyword: string;
  related: string[];
  /** "People also ask". */
  questions: string[];
  checkedAt: number;
}

/** Of the kept results pages of some keywords, those that say any: the newest of each keyword, in the order of the keywords. */
export async function heardOn(db: Db, question: KeptQuestion, keywords: readonly string[], now: number): Promise<Heard[]> {
  const keys = [...new Set(keywords.map(writtenKey))];
  const rows = await pagesFor(db, question, now)
    .select(['keyword_key', 'keyword', 'related', 'questions', 'asked_at'])
    .where('keyword_key', 'in', idsIn(keys))
    .orderBy('asked_at')
    .execute();
  const newest = new Map(rows.map((row) => [row.keyword_key, row]));
  return keys.flatMap((key) => {
    const row = newest.get(key);
    if (!row) return [];
    const heard = { related: parsed<string[]>(row.related), questions: parsed<string[]>(row.questions) };
    return heard.related.length + heard.questions.length === 0 ? [] : [{ keyword: row.keyword, ...heard, checkedAt: row.asked_at }];
  });
}

import { maxKeywords, type AddedKeywords } from '../../../schema/topics.ts';
import type { Refused } from '../../../schema/common.ts';
import type { Tx } from '../../db/open.ts';
import type { TopicKeywordRow } from '../../db/rows/topics.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import { asAsked, nothingSearched, writtenKey } from '../common/asked-keyword.ts';
import { byIndex, entriesOf, refusedFor } from '../common/refused.ts';

/** Of a keyword, in characters. */
export const maxLength = 200;
/** Refused ones that an answer tells of. */
const maxRefused = 50;

/** Adds those that a topic does not have, as far as it has room. */
export async function addKeywords(
  tx: Tx,
  { now, id }: Pick<System, 'now' | 'id'>,
  topicId: string,
  keywords: readonly string[],
  unfit: readonly Refused[],
  source: TopicKeywordRow['source'] = 'given',
): Promise<AddedKeywords> {
  const entries = entriesOf(keywords, unfit).map(({ index, sent: text }) => ({ index, text, said: writtenKey(text) }));
  const known = tx.selectFrom('topic_keywords').select('said').where('topic_id', '=', topicId);
  const found = await known.where('said', 'in', idsIn(entries.map(({ said }) => said))).execute();
  const seen = new Set(found.map(({ said }) => said));
  const { count } = await tx
    .selectFrom('topic_keywords')
    .select((make) => make.fn.countAll<number>().as('count'))
    .where('topic_id', '=', topicId)
    .executeTakeFirstOrThrow();
  const rows: TopicKeywordRow[] = [];
  const rejected: Refused[] = [];
  let present = 0;
  for (const { index, text, said } of entries) {
    if (said === '') rejected.push(refusedFor('keywords', index, 'empty', nothingSearched));
    else if (seen.has(said)) present++;
    else if (count + rows.length >= maxKeywords)
      rejected.push(refusedFor('keywords', index, 'too_many', `a topic holds ${maxKeywords} keywords at most`));
    else {
      seen.add(said);
      rows.push({ id: id('kw'), topic_id: topicId, keyword: asAsked(text), said, source, created_at: now() });
    }
  }
  if (rows.length > 0) await tx.insertInto('topic_keywords').values(rows).execute();
  const refused = byIndex([...unfit, ...rejected]);
  return {
    added: rows.length,
    present,
    refused: refused.slice(0, maxRefused),
    refusedCount: refused.length,
    keywordCount: count + rows.length,
  };
}

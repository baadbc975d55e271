import type { Tx } from '../../db/open.ts';
import type { TopicKeywordRow, TopicRow } from '../../db/rows/topics.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { nothingSearched, writtenKey } from '../common/asked-keyword.ts';
import { addKeywords } from './keywords.ts';

/** The pillar keyword is one of a topic's keywords. Throws `conflict` where there is no room for it. */
export async function addPillar(tx: Tx, system: Pick<System, 'now' | 'id'>, topicId: string, pillar: string): Promise<void> {
  const { refused } = await addKeywords(tx, system, topicId, [pillar], []);
  if (refused.length === 0) return;
  throw new AppError('conflict', `The topic ${topicId} has no room for another keyword.`, {
    hint: 'Remove one with topics_remove_keyword, or take one of its keywords for the pillar.',
  });
}

/** Throws `not_found`. */
export async function keywordRow(tx: Tx, topicId: string, id: string): Promise<TopicKeywordRow> {
  const found = tx.selectFrom('topic_keywords').selectAll().where('id', '=', id).where('topic_id', '=', topicId);
  const row = await found.executeTakeFirst();
  if (row) return row;
  throw new AppError('not_found', `The topic ${topicId} has no keyword ${id}.`, { hint: 'See topics_get with view keywords.' });
}

export function refusePillar({ id, pillar_keyword }: TopicRow, { said }: TopicKeywordRow): void {
  if (writtenKey(pillar_keyword) !== said) return;
  throw new AppError('conflict', `${JSON.stringify(pillar_keyword)} is the pillar keyword of the topic ${id}.`, {
    hint: 'Give it another with topics_update first, or delete the topic with topics_delete.',
  });
}

/** Invisible characters and punctuation alone are no name. */
export function refuseEmpty(texts: Readonly<Record<string, string | undefined>>): void {
  for (const [field, text] of Object.entries(texts)) {
    if (text === undefined || writtenKey(text) !== '') continue;
    throw new AppError('invalid_input', `${field} ${nothingSearched}.`, {
      hint: 'Give it in letters.',
      errors: [{ pointer: `/${field}`, detail: nothingSearched, code: 'empty' }],
    });
  }
}

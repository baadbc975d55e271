import type { Tx } from '../../db/open.ts';

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;
/** The plan of one may be a megabyte. */
const maxTopicsAtOnce = 20;

/** Removes some of what a topic has; returns whether there may be more. */
export async function emptyTopic(tx: Tx, topicId: string): Promise<boolean> {
  const keywords = tx.selectFrom('topic_keywords').select('id').where('topic_id', '=', topicId).limit(maxAtOnce);
  if ((await tx.deleteFrom('topic_keywords').where('id', 'in', keywords).executeTakeFirstOrThrow()).numDeletedRows > 0n) return true;
  const prompts = tx.selectFrom('prompts').select('id').where('topic_id', '=', topicId).limit(maxAtOnce);
  return (await tx.deleteFrom('prompts').where('id', 'in', prompts).executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/**
 * The same for a project that is being deleted, with its topics. A topic goes once no article belongs to it any more: the foreign key would change
 * all of them in one statement. Articles are removed meanwhile.
 */
export async function removeTopicsOf(tx: Tx, projectId: string): Promise<boolean> {
  const prompts = tx.selectFrom('prompts').select('id').where('project_id', '=', projectId).limit(maxAtOnce);
  if ((await tx.deleteFrom('prompts').where('id', 'in', prompts).executeTakeFirstOrThrow()).numDeletedRows > 0n) return true;
  const keywords = tx
    .selectFrom('topic_keywords')
    .innerJoin('topics', 'topics.id', 'topic_id')
    .select('topic_keywords.id')
    .where('project_id', '=', projectId)
    .limit(maxAtOnce);
  if ((await tx.deleteFrom('topic_keywords').where('id', 'in', keywords).executeTakeFirstOrThrow()).numDeletedRows > 0n) return true;
  const empty = tx
    .selectFrom('topics')
    .select('topics.id')
    .where('project_id', '=', projectId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('articles').select('articles.id').whereRef('topic_id', '=', 'topics.id'))),
    )
    .limit(maxTopicsAtOnce);
  const gone = await tx.deleteFrom('topics').where('id', 'in', empty).executeTakeFirstOrThrow();
  return gone.numDeletedRows > 0n;
}

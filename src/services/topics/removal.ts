import type { Tx } from '../../db/open.ts';

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;

/** Removes some of what a topic has; returns whether there may be more. */
export async function emptyTopic(tx: Tx, topicId: string): Promise<boolean> {
  const keywords = tx.selectFrom('topic_keywords').select('id').where('topic_id', '=', topicId).limit(maxAtOnce);
  if ((await tx.deleteFrom('topic_keywords').where('id', 'in', keywords).executeTakeFirstOrThrow()).numDeletedRows > 0n) return true;
  const prompts = tx.selectFrom('prompts').select('id').where('topic_id', '=', topicId).limit(maxAtOnce);
  return (await tx.deleteFrom('prompts').where('id', 'in', prompts).executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** The same for a project that is being deleted, with its topics. */
export async function removeTopicsOf(tx: Tx, projectId: string): Promise<boolean> {
  const prompts = tx.selectFrom('prompts').select('id').where('project_id', '=', projectId).limit(maxAtOnce);
  if ((await tx.deleteFrom('prompts').where('id', 'in', prompts).executeTakeFirstOrThrow()).numDeletedRows > 0n) return true;
  const topic = await tx.selectFrom('topics').select('id').where('project_id', '=', projectId).limit(1).executeTakeFirst();
  if (!topic) return false;
  if (!(await emptyTopic(tx, topic.id))) await tx.deleteFrom('topics').where('id', '=', topic.id).execute();
  return true;
}

import type { Db, Tx } from '../../db/open.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { countedTopics, type CountedTopic } from './queries.ts';

/** Throws `not_found`. */
export async function topicRow(db: Db | Tx, id: string): Promise<CountedTopic> {
  const [row] = await countedTopics(db, { id });
  if (!row) throw new AppError('not_found', `There is no topic ${id}.`, { hint: 'See topics_list.' });
  return row;
}

/** Throws `not_found` where the project has no such topic. */
export async function requireTopic(db: Db | Tx, projectId: string, id: string): Promise<void> {
  const topic = await db.selectFrom('topics').select('id').where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
  if (!topic) throw new AppError('not_found', `The project has no topic ${id}.`, { hint: 'See topics_list.' });
}

/** A topic changes with what it holds. */
export async function touchTopic(tx: Tx, id: string, { now }: Pick<System, 'now'>): Promise<void> {
  await tx.updateTable('topics').set({ updated_at: now() }).where('id', '=', id).execute();
}

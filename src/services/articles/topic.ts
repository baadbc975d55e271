import type { Db, Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';

/** Throws `invalid_input` where there is no such topic in the project. */
export async function requireTopic(db: Db, projectId: string, topicId: string | undefined, pointer: string): Promise<void> {
  if (topicId === undefined || (await topicsThere(db, projectId, [topicId])).has(topicId)) return;
  const detail = `there is no topic ${topicId} in this project`;
  throw new AppError('invalid_input', `topicId: ${detail}.`, {
    hint: 'See topics_list, or leave topicId out.',
    errors: [{ pointer, detail, code: 'unknown_topic' }],
  });
}

/** Those of some topics that are there: one may be deleted before its article is begun. */
export async function topicsThere(db: Db | Tx, projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = db.selectFrom('topics').select('id').where('id', 'in', idsIn(ids)).where('project_id', '=', projectId);
  return new Set((await found.execute()).map(({ id }) => id));
}

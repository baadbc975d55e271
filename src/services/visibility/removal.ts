import type { Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { Slice } from '../common/group.ts';
import { valuesIn, removeReadings, type AnswerPlace } from './queries.ts';

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = { answers: 50, prompts: 200 };

/** Removes some of the answers of a project that is being deleted; returns whether there may be more. */
export async function removeAnswersOf(tx: Tx, projectId: string): Promise<boolean> {
  const some = tx.selectFrom('ai_answers').select(['id', 'project_id', 'prompt_id', 'asked_at']).where('project_id', '=', projectId);
  return removeSome(tx, await some.limit(maxAtOnce.answers).execute());
}

/** Removes the answers of prompts that are gone, one project after the other, some prompts and some answers at a time. */
export function answersOfNobody(at: { projectId: string; promptId: string } | null = null): Slice {
  return async (tx) => {
    if (at === null) return nextProject(tx, '');
    const { projectId, promptId: after } = at;
    const answered = await valuesIn(tx, 'prompt_id', { projectId, after, limit: maxAtOnce.prompts });
    const there = await tx.selectFrom('prompts').select('id').where('id', 'in', idsIn(answered)).execute();
    const known = new Set(there.map(({ id }) => id));
    const gone = answered.find((id) => !known.has(id));
    if (gone === undefined) {
      const isMore = answered.length === maxAtOnce.prompts;
      return isMore ? answersOfNobody({ projectId, promptId: answered.at(-1)! }) : nextProject(tx, projectId);
    }
    const some = tx.selectFrom('ai_answers').select(['id', 'project_id', 'prompt_id', 'asked_at']).where('project_id', '=', projectId);
    await removeSome(tx, await some.where('prompt_id', '=', gone).limit(maxAtOnce.answers).execute());
    return true;
  };
}

async function nextProject(tx: Tx, after: string): Promise<Slice | boolean> {
  const next = await tx.selectFrom('projects').select('id').where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
  return next !== undefined && answersOfNobody({ projectId: next.id, promptId: '' });
}

async function removeSome(tx: Tx, places: readonly AnswerPlace[]): Promise<boolean> {
  await removeReadings(tx, places);
  const ids = places.map(({ id }) => id);
  await tx.deleteFrom('ai_answers').where('id', 'in', idsIn(ids)).execute();
  return places.length === maxAtOnce.answers;
}

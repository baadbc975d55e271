import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { AiAnswerRow } from '../../db/rows/visibility.ts';
import { rowsOf } from '../../db/sql.ts';

/** Names an answer, and where its brands and citations stand. */
export type AnswerPlace = Pick<AiAnswerRow, 'id' | 'project_id' | 'prompt_id' | 'asked_at'>;

/** Removes what answers name and cite. */
export async function removeReadings(tx: Tx, places: readonly AnswerPlace[]): Promise<void> {
  const given = places.map(({ id, project_id, prompt_id, asked_at }) => ({ id, project_id, prompt_id, asked_at }));
  const { from, columns } = rowsOf('gone', ['id', 'project_id', 'prompt_id', 'asked_at'], given);
  const keys = sql`select ${columns.project_id}, ${columns.prompt_id}, ${columns.asked_at}, ${columns.id} from ${from}`;
  await sql`delete from ai_answer_brands where (project_id, prompt_id, asked_at, answer_id) in (${keys})`.execute(tx);
  await sql`delete from ai_answer_citations where (project_id, prompt_id, asked_at, answer_id) in (${keys})`.execute(tx);
}

/** The prompts after a place that a project's answers are to, in the order of their ids: one index step each, however many answers there are. */
export async function answeredPrompts(
  db: Db | Tx,
  { projectId, after, limit }: { projectId: string; after: string; limit: number },
): Promise<string[]> {
  const next = (than: unknown) => sql`select min(prompt_id) from ai_answers where project_id = ${projectId} and prompt_id > ${than}`;
  const { rows } = await sql<{ id: string | null }>`
    with recursive found (id) as (
      ${next(after)}
      union all
      select (${next(sql.ref('found.id'))}) from found where found.id is not null
    )
    select id from found where id is not null limit ${limit}`.execute(db);
  return rows.map(({ id }) => id!);
}

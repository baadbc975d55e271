import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { TopicRow } from '../../db/rows/topics.ts';
import { idsIn } from '../../db/sql.ts';

export type CountedTopic = TopicRow & { keywords: number; prompts: number; researched_at: number | null; researching: number };

/** Topics with how much each has: one, or those of a project before an id, newest first. */
export async function countedTopics(
  db: Db | Tx,
  which: { id: string } | { projectId: string; before: string | undefined; limit: number },
): Promise<CountedTopic[]> {
  const chosen =
    'id' in which
      ? sql`where id = ${which.id}`
      : sql`where project_id = ${which.projectId} ${which.before === undefined ? sql`` : sql`and id < ${which.before}`} order by id desc limit ${which.limit}`;
  const { rows } = await sql<CountedTopic>`
    select topics.*, (select count(*) from topic_keywords where topic_id = topics.id) as keywords,
      (select count(*) from prompts where topic_id = topics.id) as prompts,
      (select researched_at from topic_plans where topic_id = topics.id) as researched_at,
      (select count(*) from jobs where jobs.id = topics.research_job_id and finished_at is null) as researching
    from topics ${chosen}`.execute(db);
  return rows;
}

/** The first keywords of each of these topics, in the order in which they were added. */
export async function firstKeywords(db: Db, topicIds: readonly string[], each: number): Promise<{ topic_id: string; keyword: string }[]> {
  const { rows } = await sql<{ topic_id: string; keyword: string }>`
    select topic_id, keyword from (
      select topic_id, keyword, id, row_number() over (partition by topic_id order by id) as place from topic_keywords where topic_id in ${idsIn(topicIds)}
    ) as placed where place <= ${each} order by topic_id, id`.execute(db);
  return rows;
}

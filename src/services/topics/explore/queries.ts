import type { Db } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import { writtenKey } from '../../common/asked-keyword.ts';

/** Keywords of a project's topics, or of one: the pillar keywords first. */
export async function topicKeywordsOf(db: Db, { projectId, topicId }: { projectId: string; topicId: string | undefined }, limit: number) {
  let topics = db.selectFrom('topics').select(['id', 'name', 'pillar_keyword']).where('project_id', '=', projectId);
  if (topicId !== undefined) topics = topics.where('id', '=', topicId);
  const found = await topics.orderBy('id', 'desc').limit(limit).execute();
  const topicOf = new Map(found.map((topic) => [topic.id, topic]));
  const rows = await db
    .selectFrom('topic_keywords')
    .select(['keyword', 'said', 'topic_id'])
    .where('topic_id', 'in', idsIn([...topicOf.keys()]))
    .orderBy('source')
    .orderBy('id')
    .limit(limit)
    .execute();
  const pillars = found.map(({ name, pillar_keyword: keyword }) => ({ keyword, name, is_pillar: 1 }));
  // A topic's pillar keyword stands among its keywords too.
  const others = rows.flatMap(({ keyword, said, topic_id: id }) => {
    const { name, pillar_keyword: pillar } = topicOf.get(id)!;
    return said === writtenKey(pillar) ? [] : [{ keyword, name, is_pillar: 0 }];
  });
  return [...pillars, ...others].slice(0, limit);
}

/** Each once, with where it stands at best; what stands best comes first. A project tracks 2,000 at most. */
export async function trackedKeywordsOf(db: Db, projectId: string, limit: number): Promise<{ keyword: string; position: number | null }[]> {
  const rows = await db
    .selectFrom('tracked_keywords')
    .select(['keyword', 'keyword_key', 'position'])
    .where('project_id', '=', projectId)
    .execute();
  const placeOf = (position: number | null) => position ?? Infinity;
  const best = new Map<string, { keyword: string; position: number | null }>();
  for (const { keyword, keyword_key: key, position } of rows) {
    const known = best.get(key);
    if (!known || placeOf(position) < placeOf(known.position)) best.set(key, { keyword, position });
  }
  // Two without a place are neither before the other.
  const before = (one: number, other: number) => (one === other ? 0 : one - other);
  return [...best.values()].toSorted((one, other) => before(placeOf(one.position), placeOf(other.position))).slice(0, limit);
}

/** What a project asks already. */
export async function promptsOf(db: Db, projectId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('text')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ text }) => text);
}

import type { SlotStatus } from '../../../../schema/calendar.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Covering } from '../../../../schema/topic-plan.ts';
import type { Db, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { Articles } from '../../articles/index.ts';
import type { Posts } from '../../site/index.ts';
import { storedKey } from '../../common/keyword-key.ts';

/** What a keyword is taken by: a slot, or an article or page of no slot. */
export interface Holder {
  /** Its id; of a page, its address. */
  id: string;
  status: Exclude<SlotStatus, 'failed' | 'missed'>;
  /** Of a slot. */
  date: string | null;
  title: string | null;
}

type Keyed = Pick<Project, 'id' | 'language'>;

/** What is planned, being written, ready or published for the same keyword as one of these, by its `storedKey`: slots before articles, articles before pages. */
export async function holdersOf(
  { db, articles, posts }: { db: Db; articles: Articles; posts: Posts },
  project: Keyed,
  keywords: readonly string[],
  tx?: Tx,
): Promise<Map<string, Holder>> {
  const keys = keywords.map((keyword) => storedKey(keyword, project.language));
  const holders = new Map<string, Holder>();
  const add = (key: string, holder: Holder) => void (holders.has(key) || holders.set(key, holder));
  const planned = await plannedFor(tx ?? db, project.id, keys);
  for (const { keyword_key, ...slot } of planned.toSorted((one, other) => (one.date < other.date ? -1 : 1)))
    add(keyword_key, { ...slot, status: 'planned' });
  const written = await articles.ofKeywords(project, keywords, tx);
  const slots = await slotsOfArticles(
    tx ?? db,
    written.map(({ id }) => id),
  );
  for (const { key, id, status, title } of written) {
    const slot = slots.get(id);
    const stands = status === 'ready' || status === 'published' ? status : 'writing';
    add(key, { id: slot?.id ?? id, date: slot?.date ?? null, title, status: stands });
  }
  const covering = await posts.sameKeywords(project.id, keywords, tx);
  for (const [index, key] of keys.entries())
    for (const { url, articleId, title } of covering[index]!)
      add(key, { id: url ?? articleId ?? '', date: null, title, status: 'published' });
  return holders;
}

function plannedFor(db: Db, projectId: string, keys: readonly string[]) {
  return db
    .selectFrom('calendar_slots')
    .select(['id', 'date', 'title', 'keyword_key'])
    .where('project_id', '=', projectId)
    .where('status', '=', 'planned')
    .where('keyword_key', 'in', idsIn(keys))
    .execute();
}

async function slotsOfArticles(db: Db, articleIds: readonly string[]): Promise<Map<string, { id: string; date: string }>> {
  const rows = await db
    .selectFrom('calendar_slots')
    .select(['id', 'date', 'article_id'])
    .where('article_id', 'in', idsIn(articleIds))
    .execute();
  return new Map(rows.map(({ article_id, ...slot }) => [article_id!, slot]));
}

const doings = { planned: 'planned', writing: 'being written', ready: 'written', published: 'published' } as const;

/** `is planned for 2026-05-03 already (cal_…, "A title")` */
export function toldOf({ id, status, date, title }: Holder): string {
  const when = date === null ? '' : ` for ${date}`;
  return `is ${doings[status]}${when} already (${[id, ...(title === null ? [] : [JSON.stringify(title)])].join(', ')})`;
}

const types = [
  ['cal_', 'slot'],
  ['art_', 'article'],
] as const;

/** As answers show it. */
export function toCovering({ id, status, date, title }: Holder): Covering {
  return { type: types.find(([prefix]) => id.startsWith(prefix))?.[1] ?? 'post', id, status, date, title };
}

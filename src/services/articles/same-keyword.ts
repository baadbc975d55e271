import type { ArticleStatus } from '../../../schema/articles.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Db, Store, Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import { storedKey } from '../common/keyword-key.ts';
import { keepKeys, withOldKeys } from './queries.ts';

/** An article whose keyword is the same as one that was asked for. */
export interface ArticleOfKeyword {
  id: string;
  /** As `storedKey` makes it of the keyword asked for. */
  key: string;
  status: ArticleStatus;
  keyword: string;
  title: string | null;
}

type Keyed = Pick<Project, 'id' | 'language'>;

/** Keys made in one transaction. */
const maxAtOnce = 200;

/** Makes the keys that are wanting, in slices: an article has none until somebody asks, and an old one where its project's language has changed. */
export async function makeKeys(store: Store, pause: System['pause'], project: Keyed): Promise<void> {
  while ((await withOldKeys(store.db, project, 1)).length > 0) {
    await store.write((tx) => makeSomeKeys(tx, project));
    await pause(0);
  }
}

/** The same for those that came in since. */
export async function makeSomeKeys(tx: Tx, project: Keyed): Promise<void> {
  const waiting = await withOldKeys(tx, project, maxAtOnce);
  const made = waiting.map(({ id, keyword }) => ({ id, key: storedKey(keyword, project.language) }));
  await keepKeys(tx, made);
}

/** Keys that are looked through where they may not be written. */
const maxForOnce = 2_000;

/** The keys that are wanting, by the ids of their articles: for those who only read. */
export async function keysForOnce(db: Db, turn: () => Promise<void>, project: Keyed): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  for (const { id, keyword } of await withOldKeys(db, project, maxForOnce)) {
    keys.set(id, storedKey(keyword, project.language));
    await turn();
  }
  return keys;
}

/** What is being written, ready or published for one of these keywords, newest first. `unkept`: keys of articles that have none. */
export async function articlesOfKeywords(
  db: Db,
  project: Keyed,
  keywords: readonly string[],
  unkept: ReadonlyMap<string, string> = new Map(),
): Promise<ArticleOfKeyword[]> {
  const keys = new Set(keywords.map((keyword) => storedKey(keyword, project.language)));
  const ids = [...unkept].flatMap(([id, key]) => (keys.has(key) ? [id] : []));
  const given: readonly string[] = ['failed', 'canceled'] satisfies ArticleStatus[];
  const columns = ['id', 'keyword_key as key', 'status', 'keyword', 'title'] as const;
  const standing = db.selectFrom('articles').select(columns).where('project_id', '=', project.id).where('status', 'not in', given);
  const kept = await standing.where('keyword_key', 'in', idsIn([...keys])).execute();
  const others = ids.length === 0 ? [] : await standing.where('id', 'in', idsIn(ids)).execute();
  return [...kept, ...others.map((row) => ({ ...row, key: unkept.get(row.id)! }))]
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .map(({ status, ...row }) => ({ ...row, status: status as ArticleStatus }));
}

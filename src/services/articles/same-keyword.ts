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

/** What is being written, ready or published for one of these keywords, newest first; once the keys are made. */
export async function articlesOfKeywords(db: Db, project: Keyed, keywords: readonly string[]): Promise<ArticleOfKeyword[]> {
  const keys = keywords.map((keyword) => storedKey(keyword, project.language));
  const given: readonly string[] = ['failed', 'canceled'] satisfies ArticleStatus[];
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'keyword_key as key', 'status', 'keyword', 'title'])
    .where('project_id', '=', project.id)
    .where('keyword_key', 'in', idsIn(keys))
    .where('status', 'not in', given)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ status, ...row }) => ({ ...row, status: status as ArticleStatus }));
}

import type { Post, PostPage, PostQuestion, PostRefresh, PostSort, RefreshingPosts } from '../../../../schema/posts.ts';
import type { Db, Store, Tx } from '../../../db/open.ts';
import type { PostInventoryRow, PostRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageBy } from '../../common/paging.ts';
import { holdsText, isPastPost, isSomewhere, type PostColumn } from '../queries.ts';
import { noteArticles } from './articles.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { soughtOf } from './keeping.ts';
import { newState, noSite, refreshPosts } from './refresh.ts';
import { originalOf, toInventory, toPost, urlOf } from './rows.ts';

/** A post on a keyword, for telling who covers it already. */
export interface CoveringPost extends Pick<Post, 'url' | 'title' | 'articleId'> {
  keyword: string;
}

export interface Posts {
  /** Throws `not_found`, `project_required`, `invalid_input`. */
  list(input: PostQuestion): Promise<PostPage>;
  /** Reads the project's site again by a job; one that is under way is returned. Throws `site_required`. */
  refresh(input: PostRefresh): Promise<RefreshingPosts>;
  /** Takes articles that were published into the inventory. */
  notePublished(tx: Tx, articleIds: readonly string[]): Promise<void>;
  /** The posts on a keyword, however it is written. */
  sameKeyword(projectId: string, keyword: string, db?: Db | Tx): Promise<CoveringPost[]>;
  /** The same for several, in their order. */
  sameKeywords(projectId: string, keywords: readonly string[], db?: Db | Tx): Promise<CoveringPost[][]>;
}

interface Needs {
  store: Store;
  system: System;
  jobs: Jobs;
  projects: Projects;
}

/** `least`: rows with less have no such figure. */
interface Order {
  column: PostColumn;
  isDescending: boolean;
  least?: number;
}

const orders: Readonly<Record<PostSort, Order>> = {
  newest: { column: 'dated_at', isDescending: true },
  oldest: { column: 'dated_at', isDescending: false, least: 1 },
  shortest: { column: 'words', isDescending: false, least: 0 },
  longest: { column: 'words', isDescending: true, least: 0 },
  least_linked: { column: 'links_in', isDescending: false, least: 0 },
  most_linked: { column: 'links_in', isDescending: true, least: 0 },
};
const maxRivals = 3;
const dayMs = 24 * 3_600_000;

export function createPosts({ store, system, jobs, projects }: Needs): Posts {
  const inventoryOf = (db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<PostInventoryRow | undefined> =>
    db.selectFrom('post_inventories').selectAll().where('project_id', '=', projectId).executeTakeFirst();

  async function underWay(inventory: PostInventoryRow | undefined): Promise<string | null> {
    if (!inventory) return null;
    const job = store.db.selectFrom('jobs').select('id').where('id', '=', inventory.job_id).where('status', 'in', ['queued', 'running']);
    return (await job.executeTakeFirst())?.id ?? null;
  }

  /** The first few rivals of each post that competes. */
  async function rivalsOf(projectId: string, rows: readonly PostRow[]): Promise<Map<string, PostRow[]>> {
    const competing = rows.filter(({ competes }) => competes === 1);
    const keys = competing.flatMap(({ keyword_key }) => keyword_key ?? []);
    const same = store.db.selectFrom('posts').selectAll().where('project_id', '=', projectId).where('keyword_key', 'in', idsIn(keys));
    const others = Map.groupBy(await same.execute(), ({ keyword_key }) => keyword_key);
    const rivals = (row: PostRow) => others.get(row.keyword_key)!.filter((other) => originalOf(other) !== originalOf(row));
    return new Map(competing.map((row) => [row.id, rivals(row).slice(0, maxRivals)]));
  }

  async function sameKeywords(projectId: string, keywords: readonly string[], db: Db | Tx = store.db): Promise<CoveringPost[][]> {
    const { language } = await db.selectFrom('projects').select('language').where('id', '=', projectId).executeTakeFirstOrThrow();
    const keys = keywords.map((keyword) => storedKey(keyword, language));
    const same = db.selectFrom('posts').selectAll().where('project_id', '=', projectId).where('keyword_key', 'in', idsIn(keys));
    const rows = await same.where(isSomewhere).orderBy('id').execute();
    const posts = Map.groupBy(rows, ({ keyword_key }) => keyword_key);
    const toCovering = (row: PostRow) => ({ url: urlOf(row), title: row.title, keyword: row.keyword!, articleId: row.article_id });
    return keys.map((key) => (posts.get(key) ?? []).map(toCovering));
  }

  return {
    async list({ sort = 'newest', limit = defaultLimit, cursor, ...question }) {
      const project = await projects.resolve(question.projectId);
      const order = orders[sort];
      const rows = await selected(store.db, project, system.now(), question, order, positionOf(cursor, sort), limit);
      const inventory = await inventoryOf(store.db, project.id);
      const rivals = await rivalsOf(project.id, rows.slice(0, limit));
      const now = system.now();
      const shown = (row: PostRow) => toPost(row, { now, rivals: rivals.get(row.id) ?? [], endedBy: inventory?.ended_by ?? null });
      const page = pageBy(rows, limit, shown, (row) => encodeCursor(`${sort}.${row[order.column]}.${row.id}`));
      return { ...page, inventory: toInventory(inventory, await underWay(inventory)) };
    },

    refresh: ({ projectId, maxPages }) =>
      store.write(async (tx) => {
        const { id, siteUrl } = await projects.resolve(projectId, tx);
        if (siteUrl === null) throw noSite();
        const before = await inventoryOf(tx, id);
        if (before && (await jobs.isUnderWay(tx, before.job_id)))
          return { projectId: id, siteUrl, jobId: before.job_id, status: 'running' };
        const state = newState(maxPages);
        const jobId = await jobs.create(tx, { kind: refreshPosts, projectId: id, resourceType: 'project', resourceId: id, state });
        const row: PostInventoryRow = { project_id: id, job_id: jobId, refreshed_at: null, ended_by: null, pages_read: 0, problems: '[]' };
        const added = tx.insertInto('post_inventories').values(row);
        await added.onConflict((conflict) => conflict.column('project_id').doUpdateSet({ job_id: jobId })).execute();
        return { projectId: id, siteUrl, jobId, status: 'queued' };
      }),

    notePublished: (tx, articleIds) => noteArticles(tx, system, articleIds),

    sameKeyword: async (projectId, keyword, db) => (await sameKeywords(projectId, [keyword], db))[0]!,
    sameKeywords,
  };
}

type Filters = Omit<PostQuestion, 'sort' | 'limit' | 'cursor' | 'projectId'>;

/** One more than asked for, to tell whether there are more. */
function selected(
  db: Db,
  project: { id: string; language: string },
  now: number,
  { q, keyword, staleDays, orphan, cannibalised }: Filters,
  { column, isDescending, least }: Order,
  past: { value: number; id: string } | undefined,
  limit: number,
): Promise<PostRow[]> {
  let posts = db.selectFrom('posts').selectAll().where('project_id', '=', project.id).where(isSomewhere);
  for (const word of soughtOf(q ?? '')
    .split(' ')
    .filter(Boolean))
    posts = posts.where(holdsText(word));
  if (keyword !== undefined) posts = posts.where('keyword_key', '=', storedKey(keyword, project.language));
  if (staleDays !== undefined) posts = posts.where('dated_at', '>', 0).where('dated_at', '<=', now - staleDays * dayMs);
  if (orphan !== undefined) posts = orphan ? posts.where('links_in', '=', 0) : posts.where('links_in', '>', 0);
  if (cannibalised !== undefined) posts = posts.where('competes', '=', cannibalised ? 1 : 0);
  if (least !== undefined) posts = posts.where(column, '>=', least);
  if (past) posts = posts.where(isPastPost(column, isDescending, past.value, past.id));
  const direction = isDescending ? 'desc' : 'asc';
  return posts
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute();
}

/** A cursor holds for its own order alone. */
function positionOf(cursor: string | undefined, sort: PostSort): { value: number; id: string } | undefined {
  const position = decodeCursor(cursor, new RegExp(String.raw`^${sort}\.-?\d{1,15}\.pst_\w+$`));
  if (position === undefined) return undefined;
  const [, value, id] = position.split('.') as [string, string, string];
  return { value: Number(value), id };
}

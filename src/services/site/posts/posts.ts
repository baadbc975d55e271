import type { Post, PostPage, PostQuestion, PostRefresh, RefreshingPosts } from '../../../../schema/posts.ts';
import type { Db, Store, Tx } from '../../../db/open.ts';
import type { PostInventoryRow, PostRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import { defaultLimit, encodeCursor, pageBy } from '../../common/paging.ts';
import type { PageFiguresOf } from '../../search-console/index.ts';
import { isSomewhere } from '../queries.ts';
import { noteArticles } from './articles.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { postsInOrder } from './order.ts';
import { newState, noSite, refreshPosts } from './refresh.ts';
import { originalOf, toInventory, toPost, urlOf } from './rows.ts';
import { searchedOf, toSearch } from './searched.ts';

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
  pageFigures: PageFiguresOf;
}

const maxRivals = 3;

export function createPosts({ store, system, jobs, projects, pageFigures }: Needs): Posts {
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
      const { rows, shown, rankOf } = await postsInOrder({ db: store.db, now: system.now(), pageFigures }, project, question, {
        sort,
        cursor,
        limit,
      });
      const inventory = await inventoryOf(store.db, project.id);
      const rivals = await rivalsOf(project.id, rows.slice(0, limit));
      const [now, endedBy] = [system.now(), inventory?.ended_by ?? null];
      const toRow = (row: PostRow) =>
        toPost(row, { now, endedBy, rivals: rivals.get(row.id) ?? [], searched: searchedOf(shown, urlOf(row)) });
      const page = pageBy(rows, limit, toRow, (row) => encodeCursor(`${sort}.${rankOf(row)}.${row.id}`));
      return { ...page, inventory: toInventory(inventory, await underWay(inventory)), ...toSearch(shown) };
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

import type { CrawlEnd } from '../../../crawl/crawl.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { PostRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { inBatches } from '../../common/slices.ts';
import { parsedOrNull } from '../../common/wire.ts';
import { articlesByPage, noteArticles, publishedArticles, type PublishedArticle } from './articles.ts';
import { inventoryOf, type FedPage, type FoundPost, type PageOfSite, type PageSeen } from './inventory.ts';
import { completed, markCompeting, putPosts } from './keeping.ts';

/** Posts written at once. */
const atOnce = 50;
const readAtOnce = 100;
/** Of the progress: the crawl came before. */
const progress = 0.95;

/** All that a reading of the site learns of a post. */
const learned = [
  'title',
  'keyword',
  'keyword_source',
  'keyword_key',
  'language',
  'published_at',
  'modified_at',
  'date_source',
  'dated_at',
  'words',
  'links_in',
  'links_out',
  'canonical_url',
  'article_id',
  'sources',
  'sought',
  'checked_at',
  'found_by',
] as const satisfies readonly (keyof PostRow)[];

interface Site {
  projectId: string;
  language: string;
  end: CrawlEnd;
}

/** Makes the inventory of what a crawl has read: adds and changes posts, and removes those that are no longer there. Returns how many. */
export async function settlePosts(
  { store, system }: { store: Store; system: System },
  { jobId, report, signal }: JobAttempt,
  { projectId, language, end }: Site,
): Promise<{ posts: number; gone: number }> {
  const turn = system.turns(signal);
  const pages = await pagesRead(store, projectId, turn);
  const isWhole = end === 'complete';
  const found = await inventoryOf(pages, { isWhole, now: system.now(), language, turn });
  const articles = await publishedArticles(store.db, { projectId });
  const articleOf = articlesByPage(found, articles);
  const step = 'taking stock of the posts';
  const rows = found.map((post) => rowOf(system, { projectId, jobId }, post, articleOf.get(post.url)));
  await inBatches(rows, atOnce, turn, (some) => report(step, progress, (tx) => putPosts(tx, some, learned)));
  const elsewhere = articles.filter(({ id }) => ![...articleOf.values()].some((article) => article.id === id));
  const ids = [...new Set(elsewhere.map(({ id }) => id))];
  await inBatches(ids, atOnce, turn, (some) => report(step, progress, (tx) => noteArticles(tx, system, some)));
  const gone = await removeGone(
    store,
    { projectId, jobId },
    isWhole ? undefined : pages.filter(({ status }) => status > 0).map(({ url }) => url),
  );
  await inBatches(gone, atOnce, turn, (some) => report(step, progress, (tx) => removePosts(tx, some)));
  const placed = [...new Set([...articleOf.values()].map(({ id }) => id))];
  await report(step, progress, async (tx) => {
    await removeUnplaced(tx, projectId, placed);
    await markCompeting(tx, [projectId]);
  });
  return { posts: found.length, gone: gone.length };
}

/** A few at a time: what a page is kept by may be long. */
async function pagesRead(store: Store, projectId: string, turn: () => Promise<void>): Promise<PageSeen[]> {
  const found: PageSeen[] = [];
  const columns = ['url', 'depth', 'listed', 'lastmod', 'fed', 'status', 'redirects_to', 'facts'] as const;
  for (let last = ''; ; await turn()) {
    const next = store.db
      .selectFrom('post_pages')
      .select(columns)
      .where('project_id', '=', projectId)
      .where('state', '<>', 'known')
      .where('url', '>', last);
    const rows = await next.orderBy('url').limit(readAtOnce).execute();
    for (const { fed, facts, ...row } of rows) {
      found.push({ ...row, fed: parsedOrNull<FedPage>(fed), facts: parsedOrNull<PageOfSite>(facts) });
      await turn();
    }
    if (rows.length < readAtOnce) return found;
    last = rows.at(-1)!.url;
  }
}

function rowOf(
  system: Pick<System, 'id' | 'now'>,
  { projectId, jobId }: { projectId: string; jobId: string },
  post: FoundPost,
  article: PublishedArticle | undefined,
): PostRow {
  const keyword = article?.keyword ?? post.keyword;
  return completed({
    id: system.id('pst'),
    project_id: projectId,
    place: post.url,
    title: post.title,
    keyword,
    keyword_source: article ? 'article' : keyword === null ? null : 'guess',
    language: article?.language ?? post.language,
    published_at: post.publishedAt ?? article?.publishedAt ?? null,
    modified_at: post.modifiedAt,
    date_source: post.dateSource ?? (article ? 'article' : null),
    words: post.words ?? article?.words ?? -1,
    links_in: post.linksIn ?? -1,
    links_out: post.linksOut,
    canonical_url: post.canonical,
    article_id: article?.id ?? null,
    sources: JSON.stringify(post.sources),
    checked_at: post.isRead ? system.now() : null,
    found_by: jobId,
  });
}

/** Posts that this reading did not find: all of them if it was whole, else those whose page it asked for. */
async function removeGone(
  store: Store,
  { projectId, jobId }: { projectId: string; jobId: string },
  asked?: readonly string[],
): Promise<string[]> {
  let gone = store.db.selectFrom('posts').select('id').where('project_id', '=', projectId).where('article_id', 'is', null);
  gone = gone.where((where) => where.or([where('found_by', 'is', null), where('found_by', '<>', jobId)]));
  if (asked) gone = gone.where('place', 'in', idsIn(asked));
  return (await gone.execute()).map(({ id }) => id);
}

async function removePosts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('posts').where('id', 'in', idsIn(ids)).execute();
}

/** Articles whose page is known now. */
async function removeUnplaced(tx: Tx, projectId: string, articleIds: readonly string[]): Promise<void> {
  const unplaced = tx.deleteFrom('posts').where('project_id', '=', projectId).where('place', 'like', 'article:%');
  await unplaced.where('article_id', 'in', idsIn(articleIds)).execute();
}

import { normaliseUrl } from '../../../crawl/url.ts';
import type { Tx } from '../../../db/open.ts';
import type { PostRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import { normalise } from '../../../language/tokens.ts';
import type { System } from '../../../system.ts';
import { parsedOrNull } from '../../common/wire.ts';
import type { FoundPost } from './inventory.ts';
import { completed, markCompeting, putPosts } from './keeping.ts';
import { placeOfArticle } from './rows.ts';

/** An article that is published, once for each place that is known. */
export interface PublishedArticle {
  id: string;
  projectId: string;
  keyword: string;
  title: string;
  slug: string | null;
  language: string;
  words: number | null;
  publishedAt: number;
  url: string | null;
}

/** As Ghost and WordPress name what everybody can read; a draft is no post. */
const readable = new Set(['published', 'publish']);

/** Those of a project, or those with these ids. */
export async function publishedArticles(
  db: Pick<Tx, 'selectFrom'>,
  which: { projectId: string } | { ids: readonly string[] },
): Promise<PublishedArticle[]> {
  const articles = db
    .selectFrom('articles')
    .innerJoin('projects', 'projects.id', 'articles.project_id')
    .leftJoin('publications', (on) => on.onRef('publications.article_id', '=', 'articles.id').on('publications.status', '=', 'published'))
    .select(['articles.id', 'articles.project_id as projectId', 'articles.keyword', 'articles.title', 'articles.slug', 'articles.language'])
    .select([
      'projects.language as expected',
      'articles.word_count as words',
      'articles.published_at as publishedAt',
      'publications.url',
      'publications.remote',
    ])
    .where('articles.published_at', 'is not', null)
    .$narrowType<{ publishedAt: number }>();
  const wanted =
    'ids' in which ? articles.where('articles.id', 'in', idsIn(which.ids)) : articles.where('articles.project_id', '=', which.projectId);
  const rows = await wanted.execute();
  const isDraft = ({ remote }: { remote: string | null }) => {
    const kept = parsedOrNull<{ status?: string }>(remote);
    return kept?.status !== undefined && !readable.has(kept.status);
  };
  const sent = await sentArticles(
    db,
    rows.filter(isDraft).map(({ id }) => id),
  );
  return rows.flatMap(({ expected, remote, ...row }) => {
    const draft = isDraft({ remote });
    if (draft && !sent.has(row.id)) return [];
    return { ...row, url: draft ? null : row.url, title: row.title ?? row.keyword, language: row.language ?? expected };
  });
}

/** Which of these have arrived at the publishing webhook: they are out, whatever is a draft elsewhere. */
async function sentArticles(db: Pick<Tx, 'selectFrom'>, ids: readonly string[]): Promise<Set<string | null>> {
  const sends = db.selectFrom('deliveries').select('article_id').where('article_id', 'in', idsIn(ids)).where('kind', '=', 'publish');
  const rows = await sends.where('status', '=', 'delivered').execute();
  return new Set(rows.map(({ article_id }) => article_id));
}

/** What an article says of its post that a page cannot. */
const ofArticle = ['keyword', 'keyword_source', 'keyword_key', 'article_id', 'sought'] as const satisfies readonly (keyof PostRow)[];

/** Takes published articles into the inventory; their pages are read with the next refresh. */
export async function noteArticles(tx: Tx, system: Pick<System, 'id'>, articleIds: readonly string[]): Promise<void> {
  const articles = await publishedArticles(tx, { ids: articleIds });
  if (articles.length === 0) return;
  const posts = articles.map((article) => rowOf(system, article));
  const placed = posts.filter(({ place, article_id }) => place !== placeOfArticle(article_id!)).map(({ article_id }) => article_id!);
  const projectIds = posts.map(({ project_id }) => project_id);
  const unplaced = tx.deleteFrom('posts').where('project_id', 'in', idsIn(projectIds));
  await unplaced.where('place', 'in', idsIn(placed.map(placeOfArticle))).execute();
  await putPosts(tx, posts, ofArticle);
  await markCompeting(
    tx,
    projectIds,
    posts.flatMap(({ keyword_key }) => keyword_key ?? []),
  );
}

function rowOf(system: Pick<System, 'id'>, article: PublishedArticle): PostRow {
  const url = article.url === null ? null : normaliseUrl(article.url);
  return completed({
    id: system.id('pst'),
    project_id: article.projectId,
    place: url ?? placeOfArticle(article.id),
    title: article.title,
    keyword: article.keyword,
    keyword_source: 'article',
    language: article.language,
    published_at: article.publishedAt,
    modified_at: null,
    date_source: 'article',
    words: article.words ?? -1,
    links_in: -1,
    links_out: null,
    canonical_url: null,
    article_id: article.id,
    sources: '[]',
    checked_at: null,
    found_by: null,
  });
}

/** Which article each page is: by the address it was published at, else by its slug and title. */
export function articlesByPage(posts: readonly FoundPost[], articles: readonly PublishedArticle[]): Map<string, PublishedArticle> {
  const byUrl = new Map(articles.flatMap((article) => (article.url === null ? [] : [[normaliseUrl(article.url), article] as const])));
  const bySlug = new Map(articles.flatMap((article) => (article.slug === null ? [] : [[article.slug, article] as const])));
  return new Map(
    posts.flatMap(({ url, title }) => {
      const slug = new URL(url).pathname
        .replace(/\/+$/, '')
        .split('/')
        .at(-1)!
        .replace(/\.html?$/, '');
      const named = bySlug.get(slug);
      const article = byUrl.get(url) ?? (named && normalise(named.title) === normalise(title) ? named : undefined);
      return article ? [[url, article] as const] : [];
    }),
  );
}

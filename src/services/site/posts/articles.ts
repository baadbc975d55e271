import { normaliseUrl } from '../../../crawl/url.ts';
import type { Tx } from '../../../db/open.ts';
import type { PostRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import { normalise } from '../../../language/tokens.ts';
import type { System } from '../../../system.ts';
import { publishedArticles, type PublishedArticle } from '../queries.ts';
import type { FoundPost } from './inventory.ts';
import { completed, markCompeting, putPosts } from './keeping.ts';
import { placeOfArticle } from './rows.ts';

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

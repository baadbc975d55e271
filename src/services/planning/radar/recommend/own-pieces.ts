import type { Project } from '../../../../../schema/projects.ts';
import type { Db } from '../../../../db/open.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import { pageKey } from '../../../../crawl/url.ts';
import { pagesBeside, type PieceNeeds } from '../../pieces.ts';
import type { Covering } from './covering.ts';
import { pageAlone, type Flag, type OwnPiece } from './refresh.ts';

const maxPieces = 1_000;
const dayMs = 24 * 3_600_000;
/** A post that was not changed for longer is old; one of fewer words is short. */
export const flagLimits = { staleDays: 365, thinWords: 300 } as const;

/**
 * What a project has published: the posts of its site and articles of Copydesk's that are ready, the newest first; then pages that are none of
 * them, by what Google shows of the site.
 */
export async function publishedPieces({ db, sitePages }: PieceNeeds, project: Project, now: number): Promise<OwnPiece[]> {
  const { id, language } = project;
  const posts = await db
    .selectFrom('posts')
    .select(['place', 'keyword', 'title', 'article_id', 'dated_at', 'words', 'links_in', 'competes'])
    .where('project_id', '=', id)
    .where('keyword', 'is not', null)
    .orderBy('dated_at', 'desc')
    .limit(maxPieces)
    .execute();
  const articles = await db
    .selectFrom('articles')
    .select(['id', 'keyword', 'title', 'updated_at'])
    .where('project_id', '=', id)
    .where('status', 'in', ['ready', 'published'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPieces)
    .execute();
  const known = new Set(posts.map(({ article_id }) => article_id));
  const keyOf = (keyword: string) => storedKey(keyword, language);
  const shown = await sitePages(project);
  const byPage = new Map(shown.toReversed().map((page) => [pageKey(page.url), page]));
  const onSite = posts.map(({ place, keyword, title, article_id: articleId, dated_at, ...post }): OwnPiece => {
    const url = /^https?:/.test(place) ? place : null;
    return {
      key: keyOf(keyword!),
      keyword: keyword!,
      title,
      url,
      articleId,
      changedAt: dated_at > 0 ? dated_at : null,
      flags: flagsOf({ ...post, dated_at }, now),
      isAlone: false,
      shown: url === null ? null : (byPage.get(pageKey(url)) ?? null),
    };
  });
  const others = articles.filter((article) => !known.has(article.id));
  const addresses = onSite.flatMap(({ url }) => url ?? []);
  const pages = pagesBeside(shown, addresses);
  return [
    ...onSite,
    ...others.map(({ id: articleId, keyword, title, updated_at: changedAt }): OwnPiece => {
      return { key: keyOf(keyword), keyword, title, url: null, articleId, changedAt, flags: [], isAlone: false, shown: null };
    }),
    ...pages.map((page) => pageAlone(page.url, page.keyword, { language, shown: page })),
  ];
}

/** What is planned or being written. */
export async function underWay(db: Db, projectId: string): Promise<Covering[]> {
  const planned = db.selectFrom('calendar_slots').select(['keyword', 'title']).where('project_id', '=', projectId);
  const writing = db.selectFrom('articles').select(['keyword', 'title']).where('project_id', '=', projectId);
  return [
    ...(await planned.where('status', '=', 'planned').execute()),
    ...(await writing.where('status', 'not in', ['ready', 'published', 'failed', 'canceled']).limit(maxPieces).execute()),
  ];
}

function flagsOf(
  { dated_at, words, links_in, competes }: { dated_at: number; words: number; links_in: number; competes: number },
  now: number,
): Flag[] {
  return [
    ...(dated_at > 0 && now - dated_at > flagLimits.staleDays * dayMs ? (['stale'] as const) : []),
    ...(competes === 1 ? (['cannibalised'] as const) : []),
    // Less than nothing is unknown.
    ...(words >= 0 && words < flagLimits.thinWords ? (['thin'] as const) : []),
    ...(links_in === 0 ? (['orphan'] as const) : []),
  ];
}

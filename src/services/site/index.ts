import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import { createHosts } from '../common/hosts.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { SearchConsoleServices } from '../search-console/index.ts';
import { siteActions } from './actions.ts';
import { createCompetitors, pagesOfCompetitor, refuseSiteOfCompetitor, removeCompetitors, type Competitors } from './competitors.ts';
import { createOwnTexts, type OwnTexts } from './crawled/own-texts.ts';
import { createCrawledPages, crawledRetention, type CrawledPages } from './crawled/pages.ts';
import { siteOverview } from './overview.ts';
import { createPages, type Pages } from './pages.ts';
import { createPosts, type Posts } from './posts/posts.ts';
import { createRefreshing, refreshPosts } from './posts/refresh.ts';
import { postRetention, removePostsOf } from './posts/removal.ts';
import { sitePortable } from './portable.ts';

export type { Competitors } from './competitors.ts';
export { domainOf, isOwnDomain } from './domains.ts';
export type { OwnTexts } from './crawled/own-texts.ts';
export { maxPages, type CrawledPages, type WhichPages } from './crawled/pages.ts';
export { charsetOf, isHtml, type Pages } from './pages.ts';
export type { Posts } from './posts/posts.ts';

/** What is on the web: the project's own site, and its competitors'. */
export interface SiteServices {
  competitors: Competitors;
  /** For other groups only. */
  crawledPages: CrawledPages;
  /** For other groups only. */
  ownTexts: OwnTexts;
  /** For other groups only. */
  pages: Pages;
  posts: Posts;
}

export const openSite: Door<AccountServices & KnowledgeServices & SearchConsoleServices, SiteServices> = (foundation, before) => {
  const { store, system } = foundation;
  const { jobs, projects, reading, pageFigures } = before;
  const crawledPages = createCrawledPages(store, system);
  const ownTexts = createOwnTexts(crawledPages, store, system);
  const pages = createPages(system, reading);
  const posts = createPosts({ store, system, jobs, projects, pageFigures });
  return {
    portable: sitePortable,
    services: {
      competitors: createCompetitors({ ...foundation, projects }),
      crawledPages,
      ownTexts,
      pages,
      posts,
    },
    jobs: [
      {
        kind: refreshPosts,
        how: createRefreshing({ store, system, jobs, projects, pages, hosts: createHosts(store, system), ownTexts }),
        slots: 2,
      },
    ],
    projectChanged: refuseSiteOfCompetitor,
    competitorRemoved: async (tx, id) => crawledPages.remove(tx, await pagesOfCompetitor(tx, crawledPages, id)),
    retention: () => [crawledRetention(system), postRetention(system)],
    overview: (question) => siteOverview(store.db, question),
    actions: (question) => siteActions({ db: store.db, posts }, question),
    holds: (projectId) => countOwned(store.db, projectId, { posts: 'posts', competitors: 'competitors', 'crawled pages': 'crawled_pages' }),
    removeProject: async (tx, projectId) =>
      (await removePostsOf(tx, projectId)) || (await crawledPages.remove(tx, { projectId })) || removeCompetitors(tx, projectId),
  };
};

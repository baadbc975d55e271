import { pageTasks } from '../../pages/tasks.ts';
import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { createHosts } from '../common/hosts.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import { createCompetitors, pagesOfCompetitor, removeCompetitors, type Competitors } from './competitors.ts';
import { createCrawledPages, crawledRetention, type CrawledPages } from './crawled/pages.ts';
import { siteOverview } from './overview.ts';
import { createPosts, type Posts } from './posts/posts.ts';
import { createRefreshing, refreshPosts } from './posts/refresh.ts';
import { postRetention, removePostsOf } from './posts/removal.ts';

export type { Competitors } from './competitors.ts';
export type { CrawledPages } from './crawled/pages.ts';
export type { Posts } from './posts/posts.ts';

/** What is on the web: the project's own site, and its competitors'. */
export interface SiteServices {
  competitors: Competitors;
  /** For other groups only. */
  crawledPages: CrawledPages;
  posts: Posts;
}

/** The time limit of reading one large page. */
const maxPageMs = 10_000;

export const openSite: Door<AccountServices & KnowledgeServices, SiteServices> = (foundation, before) => {
  const { store, system } = foundation;
  const { jobs, projects, reading } = before;
  const crawledPages = createCrawledPages(store, system);
  const thread = foundation.openThread(pageTasks, { maxMs: maxPageMs });
  return {
    services: {
      competitors: createCompetitors({ ...foundation, projects }),
      crawledPages,
      posts: createPosts({ store, system, jobs, projects }),
    },
    jobs: [
      {
        kind: refreshPosts,
        how: createRefreshing({ store, system, jobs, projects, reading, thread, hosts: createHosts(store, system), crawledPages }),
        slots: 2,
      },
    ],
    competitorRemoved: async (tx, id) => crawledPages.remove(tx, await pagesOfCompetitor(tx, crawledPages, id)),
    retention: () => [crawledRetention(system), postRetention],
    overview: (question) => siteOverview(store.db, question),
    removeProject: async (tx, projectId) =>
      (await removePostsOf(tx, projectId)) || (await crawledPages.remove(tx, { projectId })) || removeCompetitors(tx, projectId),
  };
};

import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import { createCompetitors, pagesOfCompetitor, removeCompetitors, type Competitors } from './competitors.ts';
import { createCrawledPages, crawledRetention, type CrawledPages } from './crawled/pages.ts';

export type { Competitors } from './competitors.ts';
export type { CrawledPage, CrawledPages, ReadPage } from './crawled/pages.ts';
export type { CrawledPassage } from './crawled/search.ts';

/** What is on the web: the project's own site, and its competitors'. */
export interface SiteServices {
  competitors: Competitors;
  /** For other groups only. */
  crawledPages: CrawledPages;
}

export const openSite: Door<AccountServices & KnowledgeServices, SiteServices> = (foundation, { projects }) => {
  const { store, system } = foundation;
  const crawledPages = createCrawledPages(store, system);
  return {
    services: { competitors: createCompetitors({ ...foundation, projects }), crawledPages },
    competitorRemoved: async (tx, id) => crawledPages.remove(tx, await pagesOfCompetitor(tx, crawledPages, id)),
    retention: () => [crawledRetention(system)],
    removeProject: async (tx, projectId) => (await crawledPages.remove(tx, { projectId })) || removeCompetitors(tx, projectId),
  };
};

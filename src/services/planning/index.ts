import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Door } from '../common/group.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { SiteServices } from '../site/index.ts';

/** What is to be written, and when. */
export interface PlanningServices {}

export const openPlanning: Door<AccountServices & KnowledgeServices & SiteServices & ArticleServices, PlanningServices> = () => ({
  services: {},
});

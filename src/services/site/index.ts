import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import { createCompetitors, removeCompetitors, type Competitors } from './competitors.ts';

export type { Competitors } from './competitors.ts';

/** What is on the web: the project's own site, and its competitors'. */
export interface SiteServices {
  competitors: Competitors;
}

export const openSite: Door<AccountServices & KnowledgeServices, SiteServices> = (foundation, { projects }) => ({
  services: { competitors: createCompetitors({ ...foundation, projects }) },
  removeProject: removeCompetitors,
});

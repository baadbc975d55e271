import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';

/** What is on the web: the project's own site, and its competitors'. */
export interface SiteServices {}

export const openSite: Door<AccountServices & KnowledgeServices, SiteServices> = () => ({ services: {} });

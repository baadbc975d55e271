import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { PlanningServices } from '../planning/index.ts';
import type { ResearchServices } from '../research/index.ts';
import type { SearchConsoleServices } from '../search-console/index.ts';
import type { SiteServices } from '../site/index.ts';
import { topicActions } from './actions.ts';
import { createPromptExplorer, type PromptExplorer } from './explore/explorer.ts';
import { createPrompts, type Prompts } from './prompts.ts';
import { topicPortable } from './portable.ts';
import { removeTopicsOf } from './removal.ts';
import { createResearching, researchTopic } from './research/run.ts';
import { createTopics, type Topics } from './topics.ts';

export { createBranding } from './branded.ts';
export type { OpenPage } from './open-pages.ts';
export type { Prompts } from './prompts.ts';
export { requireTopic } from './row.ts';

/** What a project wants to be found for, and what it asks answer engines. */
export interface TopicServices {
  topics: Topics;
  prompts: Prompts;
  promptExplorer: PromptExplorer;
}

type Before = AccountServices &
  KnowledgeServices &
  SiteServices &
  ArticleServices &
  PlanningServices &
  SearchConsoleServices &
  ResearchServices;

/** Researches at once in one process: most of the time of each is waiting. */
const researchSlots = 2;

export const openTopics: Door<Before, TopicServices> = ({ store, system }, before) => ({
  portable: topicPortable,
  services: {
    topics: createTopics({ store, system, ...before }),
    prompts: createPrompts({ store, system, ...before }),
    promptExplorer: createPromptExplorer({ store, system, ...before }),
  },
  jobs: [{ kind: researchTopic, how: createResearching({ store, system, ...before }), slots: researchSlots }],
  actions: (question) => topicActions({ db: store.db, calendar: before.calendar }, question),
  holds: (projectId) => countOwned(store.db, projectId, { topics: 'topics', prompts: 'prompts' }),
  removeProject: removeTopicsOf,
});

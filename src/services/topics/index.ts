import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import type { PlanningServices } from '../planning/index.ts';
import { createPrompts, type Prompts } from './prompts.ts';
import { removeTopicsOf } from './removal.ts';
import { createTopics, type Topics } from './topics.ts';

/** What a project wants to be found for, and what it asks answer engines. */
export interface TopicServices {
  topics: Topics;
  prompts: Prompts;
}

export const openTopics: Door<AccountServices & PlanningServices, TopicServices> = ({ store, system }, { projects, calendar }) => ({
  services: { topics: createTopics({ store, system, projects, calendar }), prompts: createPrompts({ store, system, projects }) },
  removeProject: removeTopicsOf,
});

import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Door } from '../common/group.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { SiteServices } from '../site/index.ts';
import { createCalendar, removeCalendar, type Calendar } from './calendar/calendar.ts';
import { dueSlots } from './calendar/due.ts';
import type { Given } from './calendar/given.ts';
import { followProject } from './calendar/project-change.ts';
import { planningOverview } from './overview.ts';

export type { Calendar } from './calendar/calendar.ts';

/** What is to be written, and when. */
export interface PlanningServices {
  calendar: Calendar;
}

export const openPlanning: Door<AccountServices & KnowledgeServices & SiteServices & ArticleServices, PlanningServices> = (
  foundation,
  { projects, articles, posts },
) => {
  const { store, queue } = foundation;
  const given: Given = { ...foundation, projects, articles, posts };
  return {
    services: { calendar: createCalendar(given) },
    work: [dueSlots(given)],
    projectChanged: (tx, project, before) => followProject(tx, given, project, before),
    removeProject: (tx, projectId) => removeCalendar(tx, queue, projectId),
    overview: (question) => planningOverview(store.db, question),
  };
};

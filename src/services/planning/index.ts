import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { SearchConsoleServices } from '../search-console/index.ts';
import type { SiteServices } from '../site/index.ts';
import { planningActions } from './actions.ts';
import { createCalendar, removeCalendar, type Calendar } from './calendar/calendar.ts';
import { dueSlots } from './calendar/due.ts';
import type { Given } from './calendar/given.ts';
import { followProject } from './calendar/project-change.ts';
import { planningOverview } from './overview.ts';
import { openRadar, type ContentRadar } from './radar/radar.ts';
import { planningPortable } from './portable.ts';

export type { Calendar } from './calendar/calendar.ts';
export { warningsOf } from './calendar/new-slots.ts';
export { offersToPlan, type Wish } from './wishes.ts';
export { toCovering, type Holder } from './calendar/taken.ts';
export { openZone } from './calendar/zone.ts';

/** What is to be written, and when. */
export interface PlanningServices {
  calendar: Calendar;
  contentRadar: ContentRadar;
}

export const openPlanning: Door<
  AccountServices & KnowledgeServices & SearchConsoleServices & SiteServices & ArticleServices,
  PlanningServices
> = (foundation, before) => {
  const { projects, articles, posts, sitePages } = before;
  const { store, queue } = foundation;
  const given: Given = { ...foundation, projects, articles, posts, sitePages };
  const calendar = createCalendar(given);
  const radar = openRadar({ ...foundation, ...before, calendar });
  return {
    portable: planningPortable,
    services: { calendar, contentRadar: radar.contentRadar },
    jobs: radar.jobs,
    work: [dueSlots(given), ...radar.work],
    projectChanged: (tx, project, was) => followProject(tx, given, project, was),
    competitorAdded: radar.competitorAdded,
    competitorRemoved: radar.competitorRemoved,
    holds: (projectId) =>
      countOwned(store.db, projectId, {
        'calendar slots': 'calendar_slots',
        'watched sources': 'radar_sources',
        'changes found': 'radar_changes',
      }),
    removeProject: async (tx, projectId) => (await radar.removeProject(tx, projectId)) || removeCalendar(tx, queue, projectId),
    retention: radar.retention,
    actions: (question) => planningActions({ db: store.db, calendar }, question),
    async overview(question) {
      const [planned, found] = await Promise.all([planningOverview(store.db, question), radar.overview(question)]);
      const both = (section: 'needsYou' | 'happened' | 'comesNext') => [...(planned[section] ?? []), ...(found[section] ?? [])];
      return { needsYou: both('needsYou'), happened: both('happened'), comesNext: both('comesNext') };
    },
  };
};

import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import { createSchedule } from '../common/schedule.ts';
import type { ResearchServices } from '../research/index.ts';
import { rankingActions } from './actions.ts';
import { checkRankings, requestCheck, scheduledChecks, startDue } from './check.ts';
import { listRankings } from './list.ts';
import { rankingOverview } from './overview.ts';
import type { Rankings } from './rankings.ts';
import { removeTracked, thinHistory } from './removal.ts';
import { createChecking } from './run.ts';
import { forgetOtherSite } from './sample.ts';
import { trackKeywords, untrackKeyword } from './track.ts';
import { rankingPortable } from './portable.ts';

export interface RankingServices {
  rankings: Rankings;
}

/** Checks at once in one process, each of another project as a rule. */
const checkSlots = 2;

export const openRankings: Door<AccountServices & ResearchServices, RankingServices> = (
  { store, system, queue },
  { jobs, projects, integrations, results: search, volumesOf },
) => {
  const needs = { store, system, projects, jobs, providersOf: search.providersOf, volumesOf };
  const schedule = createSchedule(
    { store, system, queue, projects },
    { name: 'rankings', start: (tx, project) => startDue(tx, jobs, project) },
  );
  return {
    portable: rankingPortable,
    services: {
      rankings: {
        list: (query) => listRankings(needs, query),
        track: (input, refused = []) => trackKeywords(needs, input, refused),
        untrack: (id) => untrackKeyword(needs, id),
        check: (request) => requestCheck(needs, request),
      },
    },
    jobs: [{ kind: checkRankings, how: createChecking({ store, system, projects, search }), slots: checkSlots }],
    work: [schedule.worker],
    async projectChanged(tx, project, before) {
      await schedule.changed(tx, project, before);
      if (before) await forgetOtherSite(tx, project.id, project.siteUrl, before.siteUrl);
    },
    scheduled: (tx, project) => scheduledChecks(tx, { providersOf: search.providersOf, integrations }, project),
    holds: (projectId) => countOwned(store.db, projectId, { 'tracked keywords': 'tracked_keywords' }),
    async removeProject(tx, projectId) {
      await schedule.remove(tx, projectId);
      return removeTracked(tx, projectId);
    },
    retention: () => [thinHistory(system.now)],
    overview: (question) => rankingOverview(store.db, question),
    actions: (question) => rankingActions({ db: store.db, providersOf: search.providersOf }, question),
  };
};

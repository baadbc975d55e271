import type { Project } from '../../../schema/projects.ts';
import type { SearchQuestion, SearchReport } from '../../../schema/search-console.ts';
import type { Imported, LocalNewSearchImport, NewSearchImport } from '../../../schema/search-import.ts';
import type { SearchSyncJob, SearchSyncRequest } from '../../../schema/search-sync.ts';
import type { Caller } from '../../operation.ts';
import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import { createSchedule } from '../common/schedule.ts';
import { searchActions } from './actions.ts';
import { connectionsOf, readableOf, type Connections, type Readable } from './connections.ts';
import { createGoogle } from './google.ts';
import { createImporter } from './import/import.ts';
import { createAskLive } from './live.ts';
import { beginLogin, type Login, type LoginRequest } from './login.ts';
import { createPageFigures, type PageFiguresOf } from './reports/page-figures.ts';
import { createReports } from './reports/report.ts';
import { createSitePages, type SitePagesOf } from './reports/site-pages.ts';
import { createStandings, type Standings } from './reports/standings.ts';
import { createQuickWins, type QuickWinsOf } from './reports/wins.ts';
import { removeSearch, searchRetention } from './store/removal.ts';
import { createSearchStore } from './store/store.ts';
import { searchOverview } from './overview.ts';
import { requestSync, scheduledSyncs, startDueSync, syncKind } from './sync/request.ts';
import { createSyncing } from './sync/run.ts';
import { searchPortable } from './portable.ts';

export type { PageFiguresOf, ShownPages, Untold } from './reports/page-figures.ts';
export type { SitePage } from './reports/site-pages.ts';
export type { QuickWin } from './reports/wins.ts';

/** What Google shows of the site. */
export interface SearchConsoleServices {
  /** For other groups only. */
  pageFigures: PageFiguresOf;
  /** For other groups only. */
  quickWins: QuickWinsOf;
  /** For other groups only. */
  sitePages: SitePagesOf;
  searchConsole: {
    /**
     * Throws `integration_required`, `period_not_held`, `conflict`, `invalid_input`, `not_found`, `project_required`; and where Google is asked
     * `provider_refused`, `provider_failed`, `rate_limited`, `cap_reached`, `prices_missing`.
     */
    query(question: SearchQuestion): Promise<SearchReport>;
    /** Where the site was shown for these searches (in lower case), by what is stored; null where nothing is. */
    standings(project: Project, queries: readonly string[]): Promise<Standings | null>;
    /** Throws `unreadable_source`, `filtered_export`, `other_property`, `payload_too_large`, `invalid_input`, `not_found`, `project_required`. */
    import(given: NewSearchImport | LocalNewSearchImport, caller?: Pick<Caller, 'files'>): Promise<Imported>;
    /** By a job. Throws `integration_required`, `invalid_input`, `conflict` while one runs, `not_found`, `project_required`. */
    sync(request: SearchSyncRequest): Promise<SearchSyncJob>;
    /** For a person at this machine. Throws `conflict` where the environment configures it, `integration_required` without a client, `not_found`. */
    login(request: LoginRequest): Promise<Login>;
    /** Asks Google. Throws `integration_required`, `provider_refused`, `provider_failed`, `rate_limited`, `cap_reached`, `prices_missing`. */
    readable(projectId: string): Promise<Readable>;
    connections(): Promise<Connections>;
  };
}

/** Syncs at once in one process. */
const syncSlots = 2;

export const openSearchConsole: Door<AccountServices, SearchConsoleServices> = (foundation, before) => {
  const { store, system, queue, config } = foundation;
  const { projects, integrations, jobs } = before;
  const search = createSearchStore({ store, system });
  const quickWins = createQuickWins({ store, system, search });
  const google = createGoogle(system, integrations);
  const needs = { store, system, projects, jobs, integrations };
  const schedule = createSchedule(
    { store, system, queue, projects },
    { name: 'searchConsole', start: (tx, project) => startDueSync(tx, needs, project) },
  );
  return {
    portable: searchPortable,
    services: {
      pageFigures: createPageFigures({ store, system, search }),
      quickWins,
      sitePages: createSitePages({ store, system, search }),
      searchConsole: {
        query: createReports({ store, system, search, projects, askLive: createAskLive(google) }),
        standings: createStandings({ store, system, search }),
        import: createImporter({ store, system, config, search, projects }),
        sync: (request) => requestSync(needs, request),
        login: (request) => beginLogin({ system, config, projects, integrations }, request),
        readable: (projectId) => readableOf({ projects, google }, projectId),
        connections: () => connectionsOf({ store, config }),
      },
    },
    jobs: [{ kind: syncKind, how: createSyncing({ store, system, search, google }), slots: syncSlots }],
    work: [schedule.worker],
    projectChanged: schedule.changed,
    scheduled: (tx, project) => scheduledSyncs(tx, integrations, project),
    holds: (projectId) => countOwned(store.db, projectId, { 'Search Console properties': 'search_properties' }),
    async removeProject(tx, projectId) {
      await schedule.remove(tx, projectId);
      return removeSearch(tx, projectId);
    },
    retention: () => [searchRetention(system)],
    overview: (question) => searchOverview(store.db, question),
    actions: (question) => searchActions({ db: store.db, quickWins }, question),
  };
};

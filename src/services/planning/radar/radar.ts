import type { Deleted } from '../../../../schema/common.ts';
import type { NewRadarSource, RadarCheck, RadarPage, RadarQuery, WatchedSource } from '../../../../schema/content-radar.ts';
import type { RecommendationQuery, Recommendations } from '../../../../schema/recommendations.ts';
import type { AccountServices } from '../../account/index.ts';
import type { ArticleServices } from '../../articles/index.ts';
import type { Foundation, ServiceGroup } from '../../common/group.ts';
import { createHosts } from '../../common/hosts.ts';
import type { KnowledgeServices } from '../../knowledge/index.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';
import type { SiteServices } from '../../site/index.ts';
import type { Calendar } from '../calendar/calendar.ts';
import { listChanges } from './changes.ts';
import { groundOf } from './ground.ts';
import { createSourceChecking } from './job.ts';
import { radarOverview } from './overview.ts';
import { publishedPieces } from './recommend/own-pieces.ts';
import { recommend } from './recommend/recommend.ts';
import { radarRetention, removeRadar } from './removal.ts';
import { checkSources, createDueWorker } from './schedule.ts';
import { createRadarSources } from './sources.ts';

/** What competitors publish, and what to make of it. */
export interface ContentRadar {
  /** Newest first. Throws `not_found`, `project_required`, `invalid_input`. */
  list(query: RadarQuery): Promise<RadarPage>;
  /** Throws `not_found`, `project_required`, `conflict` for one that is watched already or too many, `invalid_input`, `address_refused`. */
  watch(input: NewRadarSource): Promise<WatchedSource>;
  /** Removes a source and all that was found through it. Throws `not_found`. */
  unwatch(id: string): Promise<Deleted>;
  /** Throws `not_found`, `project_required`, and `conflict` where nothing is watched. */
  check(input: { sourceId?: string; projectId?: string }): Promise<RadarCheck>;
  /** Computed from what is stored. Throws `not_found`, `project_required`. */
  recommend(query: RecommendationQuery): Promise<Recommendations>;
}

type Needs = Pick<Foundation, 'store' | 'system' | 'config' | 'queue'> &
  Pick<AccountServices, 'jobs' | 'projects'> &
  Pick<KnowledgeServices, 'knowledge' | 'reading'> &
  Pick<SiteServices, 'crawledPages' | 'pages'> &
  Pick<SearchConsoleServices, 'searchConsole' | 'pageFigures' | 'quickWins' | 'sitePages'> &
  Pick<ArticleServices, 'articles'> & { calendar: Calendar };

/** The radar with all that the desk needs of it. */
export function openRadar(
  needs: Needs,
): { contentRadar: ContentRadar } & Required<
  Pick<ServiceGroup, 'jobs' | 'work' | 'competitorAdded' | 'competitorRemoved' | 'removeProject' | 'retention' | 'overview'>
> {
  const { store, system, queue, reading, crawledPages, pages, sitePages } = needs;
  const sources = createRadarSources(needs);
  const ground = (projectId: string) => groundOf(needs, projectId);
  const checking = createSourceChecking({
    store,
    system,
    hosts: createHosts(store, system),
    read: reading.read,
    facts: pages.facts,
    groundOf: ground,
    async index(tx, { project_id: projectId }, url, page) {
      const { title = null, read } = page ?? {};
      if (read) await crawledPages.put(tx, { projectId, origin: 'competitor', url, title, read });
      else await crawledPages.remove(tx, { projectId, origin: 'competitor', urls: [url] });
    },
  });
  return {
    contentRadar: {
      list: (query) => listChanges(needs, query),
      watch: sources.watch,
      unwatch: sources.unwatch,
      check: sources.check,
      recommend: (query) =>
        recommend(
          { ...needs, groundOf: ground, ownPieces: (project) => publishedPieces({ db: store.db, sitePages }, project, system.now()) },
          query,
        ),
    },
    jobs: [{ kind: checkSources, how: checking, slots: 2 }],
    work: [createDueWorker(needs)],
    competitorAdded: sources.watchCompetitor,
    competitorRemoved: sources.forgetCompetitor,
    removeProject: (tx, projectId) => removeRadar(tx, queue, projectId),
    retention: () => radarRetention(system),
    overview: (question) => radarOverview(store.db, question),
  };
}

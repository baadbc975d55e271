import type { Deleted } from '../../../../schema/common.ts';
import type { Competitor } from '../../../../schema/competitors.ts';
import type { NewRadarSource, RadarCheck, WatchedSource } from '../../../../schema/content-radar.ts';
import { normaliseUrl } from '../../../crawl/url.ts';
import type { Tx } from '../../../db/open.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { AppError } from '../../../errors.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import type { Foundation } from '../../common/group.ts';
import { checkSiteUrl } from '../../common/outside-url.ts';
import { inSlices } from '../../common/slices.ts';
import type { CrawledPages } from '../../site/index.ts';
import { radarLimits } from './limits.ts';
import { removeSources } from './removal.ts';
import { noSource, sourceRow, toSource } from './rows.ts';
import { askToCheck, scheduleSource } from './schedule.ts';

export interface RadarSources {
  /** Throws `not_found`, `project_required`, `conflict` for one that is watched already or too many, `invalid_input`, `address_refused`. */
  watch(input: NewRadarSource): Promise<WatchedSource>;
  /** Removes a source and all that was found through it. Throws `not_found`. */
  unwatch(id: string): Promise<Deleted>;
  /** Throws `not_found`, `project_required`, and `conflict` where nothing is watched. */
  check(input: { sourceId?: string; projectId?: string }): Promise<RadarCheck>;
  /** Watches a competitor's site; returns the job of the first look. */
  watchCompetitor(tx: Tx, competitor: Competitor): Promise<string>;
  /** Removes some of what was found at a competitor; returns whether there may be more. */
  forgetCompetitor(tx: Tx, competitorId: string): Promise<boolean>;
}

type Needs = Pick<Foundation, 'store' | 'system' | 'config' | 'queue'> & {
  jobs: Jobs;
  projects: Projects;
  crawledPages: Pick<CrawledPages, 'remove'>;
};
type NewSource = Pick<RadarSourceRow, 'project_id' | 'competitor_id' | 'kind' | 'url'>;

export function createRadarSources(needs: Needs): RadarSources {
  const { store, system, config, queue, projects } = needs;

  /** Adds a source, due for its first look at once and then daily. */
  async function add(tx: Tx, given: NewSource): Promise<{ row: RadarSourceRow; jobId: string }> {
    const now = system.now();
    const row: RadarSourceRow = {
      ...given,
      id: system.id('src'),
      job_id: null,
      checks: 0,
      baseline_at: null,
      checked_at: null,
      next_check_at: now + radarLimits.checkEveryMs,
      known_pages: 0,
      read_pages: 0,
      not_looked_at: 0,
      last_error: null,
      learnt: JSON.stringify({ counters: [] }),
      created_at: now,
    };
    await tx.insertInto('radar_sources').values(row).execute();
    await scheduleSource(tx, queue, row);
    const { jobId } = await askToCheck(tx, needs, [row]);
    return { row, jobId };
  }

  async function refuseMore(tx: Tx, projectId: string, kind: string, url: string): Promise<void> {
    const known = await tx.selectFrom('radar_sources').select(['id', 'kind', 'url']).where('project_id', '=', projectId).execute();
    const same = known.find((one) => one.kind === kind && one.url === url);
    if (same) {
      throw new AppError('conflict', `This ${kind} is watched already (${same.id}).`, {
        hint: 'content_radar_check looks at it now; content_radar_unwatch ends it.',
      });
    }
    if (known.length < radarLimits.sources) return;
    throw new AppError('conflict', `The project watches ${radarLimits.sources} sources, the most there may be.`, {
      hint: 'End one that matters less with content_radar_unwatch.',
    });
  }

  async function requireCompetitor(tx: Tx, projectId: string, id: string): Promise<void> {
    const row = await tx.selectFrom('competitors').select('project_id').where('id', '=', id).executeTakeFirst();
    if (row?.project_id !== projectId) throw new AppError('not_found', `There is no competitor ${id}.`, { hint: 'See competitors_list.' });
  }

  return {
    async watch({ url: given, kind, competitorId, projectId }) {
      checkSiteUrl(given, '/url', config);
      const url = normaliseUrl(given)!;
      return store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        if (competitorId !== undefined) await requireCompetitor(tx, project.id, competitorId);
        await refuseMore(tx, project.id, kind, url);
        const { row, jobId } = await add(tx, { project_id: project.id, competitor_id: competitorId ?? null, kind, url });
        return { ...toSource(row), jobId };
      });
    },

    async unwatch(id) {
      return inSlices({ store, system }, async (tx) => {
        await sourceRow(tx, id);
        if (await removeSources(tx, needs, [id])) return undefined;
        return { id, deleted: true as const };
      });
    },

    async check({ sourceId, projectId }) {
      return store.write(async (tx) => {
        const named = sourceId === undefined ? undefined : await sourceRow(tx, sourceId);
        if (named && projectId !== undefined && named.project_id !== projectId) throw noSource(named.id);
        const project = named ? { id: named.project_id } : await projects.resolve(projectId, tx);
        const all = tx.selectFrom('radar_sources').selectAll().where('project_id', '=', project.id).orderBy('id');
        const [first, ...others] = named ? [named] : await all.execute();
        if (!first) throw nothingWatched();
        const { jobId, sourceIds } = await askToCheck(tx, needs, [first, ...others]);
        const { status } = await tx.selectFrom('jobs').select('status').where('id', '=', jobId).executeTakeFirstOrThrow();
        return { jobId, status: status === 'running' ? 'running' : 'queued', projectId: project.id, sourceIds };
      });
    },

    async watchCompetitor(tx, { id, projectId, domain }) {
      const url = new URL(`https://${domain}/`).href;
      const known = tx.selectFrom('radar_sources').selectAll().where('project_id', '=', projectId);
      const same = await known.where('kind', '=', 'site').where('url', '=', url).executeTakeFirst();
      if (!same) return (await add(tx, { project_id: projectId, competitor_id: id, kind: 'site', url })).jobId;
      await tx.updateTable('radar_sources').set({ competitor_id: id }).where('id', '=', same.id).execute();
      return (await askToCheck(tx, needs, [same])).jobId;
    },

    async forgetCompetitor(tx, competitorId) {
      const rows = await tx.selectFrom('radar_sources').select('id').where('competitor_id', '=', competitorId).orderBy('id').execute();
      return removeSources(
        tx,
        needs,
        rows.map(({ id }) => id),
      );
    },
  };
}

function nothingWatched(): AppError {
  return new AppError('conflict', 'The project watches nothing yet.', {
    hint: 'Add a competitor with competitors_add, or an address with content_radar_watch.',
  });
}

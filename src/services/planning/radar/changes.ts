import type { RadarChange, RadarPage, RadarQuery } from '../../../../schema/content-radar.ts';
import type { Db, Store } from '../../../db/open.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { Projects } from '../../account/index.ts';
import { decodePosition, defaultLimit, pageByTime } from '../../common/paging.ts';
import { periodOf } from '../../common/period.ts';
import { isoTime, isoTimeOrNull, parsed } from '../../common/wire.ts';
import { listedChanges, type ListedChange } from '../queries.ts';
import { radarLimits } from './limits.ts';
import { toSource } from './rows.ts';
import { unpacked } from './snapshots.ts';

const usualPeriodMs = 30 * 24 * 3_600_000;

interface Needs {
  store: Store;
  system: Pick<System, 'now'>;
  projects: Projects;
}

/** The changes of a project, newest first, or the one named. Throws `not_found`, `project_required`, `invalid_input`. */
export async function listChanges({ store, system, projects }: Needs, query: RadarQuery): Promise<RadarPage> {
  const { id, include = [], limit = defaultLimit, cursor, since, until } = query;
  if (include.includes('diff') && id === undefined) throw diffOfOne();
  const before = decodePosition(cursor, 'chg');
  const project = await projects.resolve(query.projectId);
  const usual = since === undefined && until === undefined && id === undefined ? system.now() - usualPeriodMs : undefined;
  const period = periodOf({ since, until });
  const rows = await listedChanges(store.db, {
    ...query,
    projectId: project.id,
    since: usual ?? period.since,
    until: period.until,
    before,
    limit: limit + 1,
  });
  if (id !== undefined && rows.length === 0)
    throw new AppError('not_found', `There is no change ${id}.`, { hint: 'See content_radar_list.' });
  const whole = include.includes('diff') ? await wholeDiff(store, id!) : null;
  const { data, nextCursor } = pageByTime(rows, limit, (row) => toChange(row, whole));
  const { sources, ...watching } = await watchingOf(store.db, project.id);
  return {
    data,
    nextCursor,
    watching: { ...watching, lastCheckedAt: isoTimeOrNull(watching.lastCheckedAt), nextCheckAt: isoTimeOrNull(watching.nextCheckAt), sources: sources.length }, // prettier-ignore
    ...(include.includes('sources') && { sources: sources.map(toSource) }),
  };
}

async function wholeDiff(store: Store, id: string): Promise<string | null> {
  const row = await store.db.selectFrom('radar_changes').select('diff').where('id', '=', id).executeTakeFirst();
  return row?.diff ? unpacked(row.diff) : null;
}

function toChange(row: ListedChange, whole: string | null): RadarChange {
  const start = row.diff_start;
  return {
    id: row.id,
    projectId: row.project_id,
    sourceId: row.source_id,
    competitorId: row.competitor_id,
    competitor: row.competitor,
    kind: row.kind,
    url: row.url,
    title: row.title,
    movedTo: row.moved_to,
    reappeared: row.reappeared === 1,
    at: isoTime(row.created_at),
    publishedAt: isoTimeOrNull(row.published_at),
    keyword: row.keyword,
    phrases: parsed(row.phrases),
    summary: row.summary,
    wordsAdded: row.words_added,
    wordsRemoved: row.words_removed,
    relevance: row.relevance,
    evidence: parsed(row.evidence),
    why: parsed(row.why),
    diff: whole ?? start,
    diffTruncated: whole === null && start !== null && start.length >= radarLimits.listedDiffLength,
  };
}

/** A project's sources, and what there is to say of all of them. */
async function watchingOf(db: Db, projectId: string) {
  const sources = await db.selectFrom('radar_sources').selectAll().where('project_id', '=', projectId).orderBy('id').execute();
  const times = (of: (source: RadarSourceRow) => number | null) => sources.flatMap((source) => of(source) ?? []);
  const [checked, next] = [times(({ checked_at }) => checked_at), times(({ next_check_at }) => next_check_at)];
  return {
    sources,
    awaitingBaseline: sources.filter(({ baseline_at }) => baseline_at === null).length,
    failing: sources.filter(({ last_error }) => last_error !== null).length,
    lastCheckedAt: checked.length === 0 ? null : Math.max(...checked),
    nextCheckAt: next.length === 0 ? null : Math.min(...next),
  };
}

function diffOfOne(): AppError {
  const detail = 'a whole diff is shown of one change: give its id too';
  return new AppError('invalid_input', `include: ${detail}.`, {
    hint: 'The rows of the list carry the beginning of each diff.',
    errors: [{ pointer: '/include', detail, code: 'id_required' }],
  });
}

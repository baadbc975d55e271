import type { RadarChange, RadarPage, RadarQuery } from '../../../../schema/content-radar.ts';
import type { Db, Store } from '../../../db/open.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { AppError } from '../../../errors.ts';
import { isExcerpt } from '../../../markdown/diff.ts';
import type { System } from '../../../system.ts';
import type { Projects } from '../../account/index.ts';
import { decodePosition, defaultLimit, pageByTime } from '../../common/paging.ts';
import { periodIn } from '../../common/period.ts';
import { given, isoTime, isoTimeOrNull, parsed } from '../../common/wire.ts';
import { listedChanges, type ListedChange } from '../queries.ts';
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
  const period = await periodIn({ since, until }, project.timezone);
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
  const { data, nextCursor } = pageByTime(rows, limit, (row) => toChange(row, { isOne: id !== undefined, whole }));
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

/** Evidence of each change in a list. */
const listedEvidence = 2;

/** Without what a change has nothing of; in a list without what is only of use where one is looked at. */
function toChange(row: ListedChange, { isOne, whole }: { isOne: boolean; whole: string | null }): RadarChange {
  const { id, kind, url, title, keyword, summary, relevance, diff_start: start, project_id, source_id, competitor_id } = row;
  const evidence = parsed<RadarChange['evidence']>(row.evidence).slice(0, isOne ? undefined : listedEvidence);
  return given({
    id,
    ...(isOne && { projectId: project_id, sourceId: source_id, competitorId: competitor_id ?? undefined }),
    competitor: row.competitor ?? undefined,
    kind,
    url,
    title,
    movedTo: row.moved_to ?? undefined,
    reappeared: row.reappeared === 1 || undefined,
    at: isoTime(row.created_at),
    publishedAt: isoTimeOrNull(row.published_at) ?? undefined,
    keyword,
    phrases: parsed<string[]>(row.phrases),
    summary,
    wordsAdded: row.words_added,
    wordsRemoved: row.words_removed,
    relevance,
    evidence: evidence.map(({ kind: what, phrase, title: of, url: where, id: which }) =>
      given({ kind: what, phrase, title: of, url: where ?? undefined, id: which ?? undefined }),
    ),
    why: parsed(row.why),
    diff: whole ?? start,
    diffTruncated: whole === null && start !== null && isExcerpt(start),
  });
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

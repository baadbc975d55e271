import type { Ranking, RankingPage, RankingQuery } from '../../../schema/rankings.ts';
import type { Db, Store } from '../../db/open.ts';
import type { TrackedKeywordRow } from '../../db/rows/rankings.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Projects } from '../account/index.ts';
import type { ResearchServices } from '../research/index.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageBy } from '../common/paging.ts';
import { periodIn } from '../common/period.ts';
import { parsed } from '../common/wire.ts';
import { dayMs, fallOf, type Before } from './compare.ts';
import { asAsked, asSeen } from '../common/asked-keyword.ts';
import { historyOf } from './queries.ts';
import { sampleOf } from './sample.ts';
import { summaryOf } from './summary.ts';
import { standingOf, toPoint, toRanking } from './wire.ts';

const usualHistory = 30 * dayMs;
/** Checks told of one keyword that is asked for by its id, and of all keywords of a page together. */
export const maxPoints = { ofOne: 366, ofPage: 400 };

const listed = ['id', 'project_id', 'keyword', 'keyword_key', 'engine', 'device', 'country', 'language', 'tags', 'status', 'position', 'depth_checked', 'before', 'checked_at'] as const; // prettier-ignore
type Listed = Pick<TrackedKeywordRow, (typeof listed)[number]>;

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
  volumesOf: ResearchServices['volumesOf'];
}

/** Throws `not_found`, `project_required`, `invalid_input`. */
export async function listRankings({ store, system, projects, volumesOf }: Needs, query: RankingQuery): Promise<RankingPage> {
  const { id, sort = 'position', limit = defaultLimit, cursor } = query;
  const rows = id === undefined ? await ofProject(store.db, (await projects.resolve(query.projectId)).id) : await ofId(store.db, id, query);
  const project = rows[0] && (await projects.get(rows[0].project_id));
  const wanted = rows.filter(isWanted(query));
  const places = wanted.map((row) => ({ row, place: placeIn(row, sort) })).toSorted((one, other) => inOrder(one.place, other.place));
  const after = placeOf(cursor, sort);
  const left = after ? places.filter(({ place }) => inOrder(place, after) > 0) : places;
  const page = pageBy(
    left.slice(0, limit + 1),
    limit,
    ({ row }) => row.id,
    ({ place }) => cursorOf(place, sort),
  );
  const data = await told(store.db, page.data, query, {
    siteUrl: project?.siteUrl ?? null,
    timezone: project?.timezone ?? 'UTC',
    now: system.now(),
  });
  const volumes = await volumesOf(wanted);
  return { data, nextCursor: page.nextCursor, summary: summaryOf(wanted.map((row, at) => ({ ...row, volume: volumes[at]! }))) };
}

function ofProject(db: Db, projectId: string): Promise<Listed[]> {
  return db.selectFrom('tracked_keywords').select(listed).where('project_id', '=', projectId).execute();
}

/** Its id says which project it is of; one that is named must be that. Throws `not_found`. */
async function ofId(db: Db, id: string, { projectId }: RankingQuery): Promise<Listed[]> {
  const row = await db.selectFrom('tracked_keywords').select(listed).where('id', '=', id).executeTakeFirst();
  if (row && (projectId === undefined || row.project_id === projectId)) return [row];
  throw new AppError('not_found', `There is no tracked keyword ${id}${row ? ` of the project ${projectId}` : ''}.`, {
    hint: 'Leave id out for all.',
  });
}

function isWanted({ q = '', tag, status, engine, device }: RankingQuery): (row: Listed) => boolean {
  const words = asSeen(q).toLowerCase().split(' ');
  return (row) =>
    (status === undefined || row.status === status) &&
    (engine === undefined || row.engine === engine) &&
    (device === undefined || row.device === device) &&
    (tag === undefined || parsed<string[]>(row.tags).includes(asAsked(tag))) &&
    words.every((word) => row.keyword_key.includes(word));
}

type Sort = NonNullable<RankingQuery['sort']>;

/** A row's place in an order: by the number, then the text, then the id. */
interface Place {
  number: number;
  text: string;
  id: string;
}

/** Characters of a keyword that its order goes by: a cursor holds them. */
const maxOrdered = 50;
const states: readonly TrackedKeywordRow['status'][] = ['ranked', 'not_found_in_top_n', 'error', 'not_checked'];

function placeIn(row: Listed, sort: Sort): Place {
  const text = Array.from(row.keyword_key).slice(0, maxOrdered).join('');
  return { number: numberIn(row, sort), text, id: row.id };
}

function numberIn(row: Listed, sort: Sort): number {
  if (sort === 'keyword') return 0;
  if (sort === 'checkedAt') return -(row.checked_at ?? 0);
  if (sort === 'position') return 1000 * states.indexOf(row.status) + (row.position ?? 0);
  const now = standingOf(row);
  const fall = now ? fallOf(now, parsed<Before>(row.before).last) : null;
  // What cannot be compared comes last.
  return fall === null ? 1000 : -fall;
}

function inOrder(one: Place, other: Place): number {
  return one.number - other.number || compareText(one.text, other.text) || compareText(one.id, other.id);
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function cursorOf({ number, text, id }: Place, sort: Sort): string {
  return encodeCursor(`${sort}.${number}.${id}.${text}`);
}

/** Throws `invalid_input` for a cursor of another list or order. */
function placeOf(cursor: string | undefined, sort: Sort): Place | undefined {
  const position = decodeCursor(cursor, new RegExp(String.raw`^${sort}\.-?\d{1,15}\.trk_\w+\..*$`, 's'));
  if (position === undefined) return undefined;
  const [, number = '', id = '', ...text] = position.split('.');
  return { number: Number(number), id, text: text.join('.') };
}

interface Told {
  siteUrl: string | null;
  timezone: string;
  now: number;
}

async function told(
  db: Db,
  ids: readonly string[],
  { id, include, ...asked }: RankingQuery,
  { siteUrl, timezone, now }: Told,
): Promise<Ranking[]> {
  const rows = await db.selectFrom('tracked_keywords').selectAll().where('id', 'in', idsIn(ids)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  // One that was untracked since is no longer there.
  const there = ids.flatMap((one) => byId.get(one) ?? []);
  const rankings = there.map(toRanking);
  if (!include?.includes('history') || rankings.length === 0) return rankings;
  const limit = id === undefined ? Math.ceil(maxPoints.ofPage / ids.length) : maxPoints.ofOne;
  const period = await periodIn(asked, timezone);
  const since = asked.since === undefined ? Math.min(now, period.until) - usualHistory : period.since;
  const alike = there.map((row) => ({ id: row.id, sample: sampleOf(siteUrl, row) }));
  const points = await historyOf(db, alike, { since, until: period.until, limit: limit + 1 });
  const ofKeyword = Map.groupBy(points, ({ keyword_id }) => keyword_id);
  return rankings.map((ranking) => {
    const history = ofKeyword.get(ranking.id) ?? [];
    return { ...ranking, history: history.slice(0, limit).map(toPoint), historyCut: history.length > limit };
  });
}

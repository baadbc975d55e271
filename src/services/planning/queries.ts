import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { CalendarSlotRow, RadarChangeRow } from '../../db/rows/planning.ts';
import { hint, idsIn, rowsOf } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import type { Position } from '../common/paging.ts';
import { countUpTo, isBefore, maxCounted, ofProject } from '../common/queries.ts';

/** A slot's place in the calendar. */
export type SlotPlace = Pick<CalendarSlotRow, 'date' | 'time' | 'id'>;

/** What comes after a place in the calendar. */
export function isAfter({ date, time, id }: SlotPlace): RawBuilder<boolean> {
  return sql<boolean>`(date, time, calendar_slots.id) > (${date}, ${time}, ${id})`;
}

/** New times for slots. */
export type Moved = Pick<CalendarSlotRow, 'id' | 'due_at' | 'write_at' | 'late' | 'keyword_key'>;

export async function moveSlots(tx: Tx, moved: readonly Moved[], now: number): Promise<void> {
  if (moved.length === 0) return;
  const { from, columns } = rowsOf('moved', ['id', 'due_at', 'write_at', 'late', 'keyword_key'], moved);
  await sql`
    update calendar_slots set due_at = ${columns.due_at}, write_at = ${columns.write_at}, late = ${columns.late},
        keyword_key = ${columns.keyword_key}, sequence = sequence + 1, updated_at = ${now}
      from ${from} where calendar_slots.id = ${columns.id}`.execute(tx);
}

/** Slots counted up to `maxCounted`, and the first of them. */
export interface CountedSlots {
  count: number;
  first: Pick<
    CalendarSlotRow,
    'id' | 'project_id' | 'date' | 'time' | 'status' | 'keyword' | 'due_at' | 'write_at' | 'late' | 'error' | 'updated_at'
  >[];
}

/** What comes next, the earliest first. */
export function slotsPlanned(db: Db, projectId: string | undefined): Promise<CountedSlots> {
  return counted(db, withStatus('planned', projectId), sql`write_at`);
}

/** What no article came of, the latest first. */
export async function slotsUnwritten(db: Db, projectId: string | undefined, limit = maxLatest): Promise<CountedSlots> {
  const failed = await counted(db, withStatus('failed', projectId), sql`write_at desc`, limit);
  const missed = await counted(db, withStatus('missed', projectId), sql`write_at desc`, limit);
  const latest = [...failed.first, ...missed.first].toSorted((one, other) => other.write_at - one.write_at);
  return { count: Math.min(failed.count + missed.count, maxCounted), first: latest.slice(0, limit) };
}

function withStatus(status: CalendarSlotRow['status'], projectId: string | undefined): RawBuilder<unknown> {
  return sql`from calendar_slots where status = ${status} and ${ofProject('project_id', projectId)}`;
}

/** What was begun late since then, the newest first. */
export function slotsBegunLate(db: Db, { since, projectId }: OverviewQuestion): Promise<CountedSlots> {
  const late = sql`from calendar_slots ${hint('calendar_late')} where late = 1 and status = 'begun' and updated_at >= ${since} and ${ofProject('project_id', projectId)}`;
  return counted(db, late, sql`updated_at desc`);
}

async function counted(db: Db, from: RawBuilder<unknown>, order: RawBuilder<unknown>, limit = maxLatest): Promise<CountedSlots> {
  const { rows } = await sql<CountedSlots['first'][number]>`
    select id, project_id, date, time, status, keyword, due_at, write_at, late, error, updated_at ${from} order by ${order} limit ${limit}`.execute(
    db,
  );
  return { count: await countUpTo(db, sql`select 1 ${from}`), first: rows };
}

/** Begins another check of these sources. */
export async function countCheck(tx: Tx, sourceIds: readonly string[], jobId: string): Promise<void> {
  await sql`update radar_sources set job_id = ${jobId}, checks = checks + 1 where id in ${idsIn(sourceIds)}`.execute(tx);
}

/** An address that a feed, a sitemap or a page names. */
export interface NamedPage {
  url: string;
  lastmod: string | null;
  /** Its place in the rotation if it is new: less than zero, and the less the sooner. */
  turn: number;
}

/** Keeps addresses that are new. One that is new after the first look, or whose date changed, is hinted at. */
export async function namePages(
  tx: Tx,
  { sourceId, hinted, now }: { sourceId: string; hinted: 0 | 1; now: number },
  pages: readonly NamedPage[],
): Promise<void> {
  const { from, columns } = rowsOf('named', ['url', 'lastmod', 'turn'], pages);
  await sql`
    insert into radar_pages (source_id, url, status, is_index, lastmod, hinted, turn, found_at)
      select ${sourceId}, ${columns.url}, 'listed', 0, ${columns.lastmod}, ${hinted}, ${columns.turn}, ${now} from ${from} where true
    on conflict (source_id, url) do update set lastmod = coalesce(excluded.lastmod, radar_pages.lastmod),
      hinted = case when radar_pages.status <> 'moved' and excluded.lastmod <> coalesce(radar_pages.lastmod, '') then ${hinted} else radar_pages.hinted end`.execute(
    tx,
  );
}

/** How many of a source's pages are known, read, and looked at by this check. */
export async function countPages(
  db: Db | Tx,
  { id, checks }: { id: string; checks: number },
): Promise<{ known: number; read: number; lookedAt: number }> {
  const { rows } = await sql<{ known: number; read: number; lookedAt: number }>`
    select count(*) filter (where status in ('listed', 'read')) as known, count(*) filter (where status = 'read') as read,
      count(*) filter (where turn = ${checks} and status in ('listed', 'read')) as "lookedAt"
    from radar_pages where source_id = ${id}`.execute(db);
  return rows[0]!;
}

/** Changes beyond the newest so many of each project, the oldest first. */
export async function changesBeyond(tx: Tx, kept: number, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select old.id as id from projects
      join radar_changes as old on old.project_id = projects.id
    where old.created_at < (select newer.created_at from radar_changes as newer where newer.project_id = projects.id
      order by newer.created_at desc limit 1 offset ${kept - 1})
    limit ${limit}`.execute(tx);
  return rows;
}

/** What a list of changes shows. */
export type ListedChange = Omit<RadarChangeRow, 'diff'> & { competitor: string | null };

const listedColumns = sql`id, project_id, source_id, competitor_id, kind, url, title, moved_to, reappeared, published_at, keyword, phrases, summary,
  words_added, words_removed, relevance, why, evidence, diff_start, created_at`;

interface Wanted {
  projectId: string;
  id?: string;
  kind?: string;
  competitorId?: string;
  sourceId?: string;
  minRelevance?: number;
  q?: string;
  since: number;
  until: number;
  before?: Position;
  limit: number;
}

/** Newest first. The narrowest of source, competitor and kind finds the rows; the other filters look at what is found. */
export async function listedChanges(db: Db, wanted: Wanted): Promise<ListedChange[]> {
  const { projectId, id, kind, competitorId, sourceId, minRelevance, q, since, until, before, limit } = wanted;
  const conditions = [
    sql`project_id = ${projectId}`,
    sql`created_at between ${since} and ${until}`,
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(competitorId === undefined ? [] : [sql`competitor_id = ${competitorId}`]),
    ...(sourceId === undefined ? [] : [sql`source_id = ${sourceId}`]),
    ...(minRelevance === undefined ? [] : [sql`relevance >= ${minRelevance}`]),
    ...wordsOf(q).map(
      (word) => sql`lower(coalesce(title, '') || ' ' || coalesce(keyword, '') || ' ' || phrases || ' ' || url) like ${`%${word}%`}`,
    ),
    ...(before ? [isBefore(before)] : []),
  ];
  const { rows } = await sql<ListedChange>`
    select ${listedColumns}, (select name from competitors where competitors.id = competitor_id) as competitor
    from radar_changes where ${sql.join(conditions, sql` and `)}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Without what `like` reads as a sign. */
function wordsOf(q: string | undefined): string[] {
  return (q ?? '')
    .toLowerCase()
    .replace(/[%_\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
}

/** A piece of the project's own. */
export interface Piece {
  kind: 'article' | 'page' | 'post';
  title: string | null;
  keyword: string | null;
  url: string | null;
  id: string | null;
}

/** The newest posts of a project, then its articles that are not among them and did not fail. */
export async function ownPieces(db: Db, projectId: string): Promise<Piece[]> {
  const { rows: posts } = await sql<Piece & { article: string | null }>`
    select 'post' as kind, title as title, keyword as keyword, place as url, null as id, article_id as article from posts
    where project_id = ${projectId} order by dated_at desc, id desc limit ${maxPieces}`.execute(db);
  const { rows: articles } = await sql<Piece>`
    select 'article' as kind, title as title, keyword as keyword, null as url, id as id from articles
    where project_id = ${projectId} and status not in ('failed', 'canceled') order by created_at desc, id desc limit ${maxPieces}`.execute(
    db,
  );
  const onSite = posts.filter(({ url }) => /^https?:/.test(url!));
  const arrived = new Set(onSite.map(({ article }) => article));
  return [...onSite, ...articles.filter(({ id }) => !arrived.has(id))];
}

export interface TextsThere {
  hasKnowledge: boolean;
  hasOwnPages: boolean;
}

/** Whether a project has documents, and whether pages of its site were read. */
export async function textsThere(db: Db, projectId: string): Promise<TextsThere> {
  const { rows } = await sql<{ documents: number; pages: number }>`
    select exists (select 1 from documents where project_id = ${projectId}) as documents,
      exists (select 1 from crawled_pages where project_id = ${projectId} and origin = 'own') as pages`.execute(db);
  return { hasKnowledge: rows[0]!.documents === 1, hasOwnPages: rows[0]!.pages === 1 };
}

/** Of each kind. */
const maxPieces = 2_000;

/** Changes since then, the newest first. */
export async function changesSince(db: Db, { since, projectId }: OverviewQuestion) {
  const from = sql`from radar_changes where created_at >= ${since} and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<Pick<RadarChangeRow, 'id' | 'project_id' | 'kind' | 'title' | 'url'>>`
    select id, project_id, kind, title, url ${from} order by created_at desc limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), rows };
}

/** Sources whose last check met a fault. */
export async function sourcesFailing(db: Db, projectId: string | undefined) {
  const from = sql`from radar_sources where last_error is not null and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<{ id: string; project_id: string; last_error: string }>`
    select id, project_id, last_error ${from} order by id limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), rows };
}

/** Sources by the time of their next check. */
export async function sourcesDue(db: Db, projectId: string | undefined) {
  const from = sql`from radar_sources where ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<{ id: string; project_id: string; url: string; next_check_at: number }>`
    select id, project_id, url, next_check_at ${from} order by next_check_at limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), rows };
}

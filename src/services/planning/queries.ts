import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { RadarChangeRow, RadarPageRow, RadarSourceRow } from '../../db/rows/planning.ts';
import { idsIn, rowsOf } from '../../db/sql.ts';
import type { Position } from '../common/paging.ts';
import { isBefore } from '../common/queries.ts';

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

/** What is known of a page before it is looked at. */
export type PageHead = Pick<
  RadarPageRow,
  'url' | 'status' | 'is_index' | 'hinted' | 'turn' | 'etag' | 'last_modified' | 'title' | 'language' | 'fingerprint'
> & { number: number };

const headColumns = sql`"number", url, status, is_index, hinted, turn, etag, last_modified, title, language, fingerprint`;

/** Pages that this check has not looked at and that something hints at, the newest first. */
export async function hintedPages(db: Db, { id, checks }: { id: string; checks: number }, limit: number): Promise<PageHead[]> {
  const { rows } = await sql<PageHead>`
    select ${headColumns} from radar_pages where source_id = ${id} and hinted = 1 and turn < ${checks} order by turn limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Pages of one status that this check has not looked at, those that have waited longest first. */
export async function pagesInTurn(
  db: Db,
  { id, checks }: { id: string; checks: number },
  status: RadarPageRow['status'],
  limit: number,
): Promise<PageHead[]> {
  const { rows } = await sql<PageHead>`
    select ${headColumns} from radar_pages
    where source_id = ${id} and status = ${status} and turn < ${checks} order by turn limit ${limit}`.execute(db);
  return rows;
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

/** What is needed of a source's read pages to learn what they share, in the order of their numbers. */
export async function sourceLinesAfter(
  db: Db,
  sourceId: string,
  after: number,
  limit: number,
): Promise<{ number: number; title: string | null; lines: Uint8Array }[]> {
  const { rows } = await sql<{ number: number; title: string | null; lines: Uint8Array }>`
    select "number", title, lines from radar_pages
    where source_id = ${sourceId} and status = 'read' and "number" > ${after} and lines is not null
    order by "number" limit ${limit}`.execute(db);
  return rows;
}

/** The texts of pages as they were last read, deflated, by their numbers. */
export async function snapshotsOf(db: Db, numbers: readonly number[]): Promise<Map<number, Uint8Array>> {
  const { rows } = await sql<{ number: number; snapshot: Uint8Array | null }>`
    select "number", snapshot from radar_pages where "number" in ${idsIn(numbers)}`.execute(db);
  return new Map(rows.flatMap(({ number, snapshot }) => (snapshot === null ? [] : [[number, snapshot]])));
}

export async function pageAt(db: Db, sourceId: string, url: string): Promise<PageHead | undefined> {
  const { rows } = await sql<PageHead>`select ${headColumns} from radar_pages where source_id = ${sourceId} and url = ${url}`.execute(db);
  return rows[0];
}

/** Pages that said one of these when they were last read, and that this check has not looked at. */
export async function pagesAlike(
  db: Db,
  { id, checks }: { id: string; checks: number },
  fingerprints: readonly string[],
  limit: number,
): Promise<PageHead[]> {
  const { rows } = await sql<PageHead>`
    select ${headColumns} from radar_pages
    where source_id = ${id} and fingerprint is not null and fingerprint in ${idsIn(fingerprints)} and status = 'read' and turn < ${checks}
    limit ${limit}`.execute(db);
  return rows;
}

/** What pages were about when they were last read, by their numbers. */
export async function topicsOf(db: Db, numbers: readonly number[]): Promise<Map<number, Pick<RadarPageRow, 'keyword' | 'phrases'>>> {
  const { rows } = await sql<Pick<RadarPageRow, 'keyword' | 'phrases'> & { number: number }>`
    select "number", keyword, phrases from radar_pages where "number" in ${idsIn(numbers)}`.execute(db);
  return new Map(rows.map(({ number, ...topic }) => [number, topic]));
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

/** A project's sources, and what there is to say of all of them. */
export async function watchingOf(db: Db, projectId: string) {
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

/** What is there to compare a competitor's pieces with: the newest articles of a project, and whether it has any text. */
export async function ownPieces(db: Db, projectId: string) {
  const { rows } = await sql<{ kind: 'article'; title: string; keyword: string | null; url: string | null; id: string }>`
    select 'article' as kind, coalesce(title, keyword) as title, keyword, null as url, id from articles
    where project_id = ${projectId} order by created_at desc, id desc limit ${maxPieces}`.execute(db);
  const texts = await sql<{ found: number }>`
    select exists (select 1 from documents where project_id = ${projectId})
      or exists (select 1 from crawled_pages where project_id = ${projectId} and origin = 'own') as found`.execute(db);
  return { pieces: rows, hasTexts: texts.rows[0]!.found === 1 };
}

const maxPieces = 2_000;

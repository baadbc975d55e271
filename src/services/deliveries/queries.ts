import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { AttemptRow, DeliveryBodyRow, DeliveryRow, SigningSecretRow, Standing } from '../../db/rows/deliveries.ts';
import { bytesOf, hint, idsIn, joinInOrder, statement } from '../../db/sql.ts';
import { countUpTo, maxCounted, ofProject } from '../common/queries.ts';
import type { Position } from '../common/paging.ts';
import { columnsToAttempt, listedColumns, type DeliveryToAttempt, type ListedDelivery } from './rows.ts';

/** A range of one of the indexes, in which deliveries are ordered by time. */
export interface Range {
  eventType: string | null;
  standing: Standing;
  url: string | undefined;
  articleId: string | undefined;
  since: number;
  until: number;
  /** Projects whose deliveries are left out: for them each row is read, since the index does not know the project. */
  without?: readonly string[];
}

type Order = 'newest first' | 'oldest first';

/** Positions after `after`, in this order. SQLite merges the ranges while reading, without sorting. */
function walk(ranges: readonly Range[], order: Order, after: Position | undefined, limit: number): RawBuilder<Position> {
  if (ranges.length === 0) return sql`select id, created_at from deliveries where false`;
  const all = sql.join(
    ranges.map((range) => positionsIn(range, order, after)),
    sql` union all `,
  );
  const direction = order === 'newest first' ? sql`desc` : sql`asc`;
  return sql`${all} order by created_at ${direction}, id ${direction} limit ${limit}`;
}

/** One bound on each side: given two, SQLite would use one for the index and test every row against the other. */
function positionsIn(
  { eventType, standing, url, articleId, since, until, without = [] }: Range,
  order: Order,
  after: Position | undefined,
): RawBuilder<Position> {
  const [start, far] =
    order === 'newest first'
      ? [{ created_at: until + 1, id: '' }, sql`created_at >= ${since} and (created_at, id) <`]
      : [{ created_at: since, id: '' }, sql`created_at <= ${until} and (created_at, id) >`];
  const { created_at, id } = after && after.created_at <= until ? after : start;
  const ofType = eventType === null ? sql`event_type is null` : sql`event_type = ${eventType}`;
  return sql`select id, created_at from deliveries ${placeOf(url, articleId)} ${ofType} and standing = ${standing}
    and ${far} (${created_at}, ${id}) ${without.length === 0 ? sql`` : sql`and coalesce(project_id, '') not in ${idsIn(without)}`}`;
}

/** An article has so few deliveries that looking at the URL of each costs nothing. */
function placeOf(url: string | undefined, articleId: string | undefined): RawBuilder<unknown> {
  const toUrl = url === undefined ? sql`` : sql`url = ${url} and`;
  if (articleId !== undefined) return sql`${hint('deliveries_by_article')} where article_id = ${articleId} and ${toUrl}`;
  return sql`${hint(url === undefined ? 'deliveries_by_type' : 'deliveries_by_url')} where ${toUrl}`;
}

const withLastAttempt = sql`left join attempts on attempts.delivery_id = deliveries.id and attempts.number = deliveries.attempts_made`;

/** Of the deliveries in these ranges, the newest after a position, each with the response of its last attempt. */
export async function newestIn(
  db: Db,
  ranges: readonly Range[],
  after: Position | undefined,
  limit: number,
): Promise<(ListedDelivery & Pick<Answered, 'response'>)[]> {
  const columns = sql.join(listedColumns.map((column) => sql.ref(`deliveries.${column}`)));
  const { rows } = await sql<ListedDelivery & Pick<Answered, 'response'>>`
    select ${columns}, attempts.response from (${walk(ranges, 'newest first', after, limit)}) as page
      ${joinInOrder} deliveries on deliveries.id = page.id
      ${withLastAttempt}
      order by page.created_at desc, page.id desc`.execute(db);
  return rows;
}

/** What decides whether a delivery can be sent again. `gone`: whether it is a publishing send whose endpoint was deleted. */
export interface Candidate extends Position, Pick<DeliveryRow, 'url' | 'standing' | 'test' | 'next_attempt_at'> {
  gone: 0 | 1;
}

const candidate = sql`deliveries.id, deliveries.created_at, url, standing, test, next_attempt_at,
  case when kind = 'publish' and not exists (
    select 1 from publishing_endpoints where publishing_endpoints.id = endpoint_id and deleted_at is null) then 1 else 0 end as gone`;

/** Of the deliveries in these ranges, the oldest after a position. */
export async function oldestIn(db: Db | Tx, ranges: readonly Range[], after: Position | undefined, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select ${candidate} from (${walk(ranges, 'oldest first', after, limit)}) as page
      ${joinInOrder} deliveries on deliveries.id = page.id order by page.created_at, page.id`.execute(db);
  return rows;
}

/** Those of these deliveries that exist, in no order. */
export async function candidatesAmong(db: Db | Tx, ids: readonly string[]): Promise<Candidate[]> {
  return (await sql<Candidate>`select ${candidate} from deliveries where id in ${idsIn(ids)}`.execute(db)).rows;
}

/** How many deliveries a range has after a position, and where the last of them stands; fewer than `limit` if it has no more. */
export async function countAfter(
  db: Db,
  range: Range,
  after: Position | undefined,
  limit: number,
): Promise<{ count: number; last: Position | undefined }> {
  const full = await sql<Position>`${walk([range], 'oldest first', after, 1)} offset ${limit - 1}`.execute(db);
  if (full.rows[0]) return { count: limit, last: full.rows[0] };
  const rest = sql<{ count: number }>`select count(*) as count from (${positionsIn(range, 'oldest first', after)}) as rest`;
  return { count: (await rest.execute(db)).rows[0]!.count, last: undefined };
}

/** How many failed deliveries nobody has dealt with yet, counted up to `limit`. */
export function countFlagged(db: Db, limit: number): Promise<number> {
  // SQLite uses this partial index only if the query repeats its condition literally.
  return countOf(db, sql`deliveries ${hint('deliveries_settled')} where status <> 'pending' and standing = 'failed'`, limit);
}

/** How many sends did not arrive because a later one took their place, counted up to `limit`. */
export function countSuperseded(db: Db, limit: number): Promise<number> {
  return countOf(db, sql`deliveries ${hint('deliveries_by_type')} where event_type is null and standing = 'superseded'`, limit);
}

async function countOf(db: Db, rows: RawBuilder<unknown>, limit: number): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count from (select 1 from ${rows} limit ${limit}) as counted`;
  return (await counted.execute(db)).rows[0]!.count;
}

const columnsOfNew = [...listedColumns, 'project_id', 'endpoint_id', 'secret_id'] as const;

export const addDelivery = statement<Pick<DeliveryRow, (typeof columnsOfNew)[number]>, never>((given) => {
  const columns = sql.join(columnsOfNew.map((column) => sql.ref(column)));
  return sql`insert into deliveries (${columns}) values (${sql.join(columnsOfNew.map((column) => given[column]))})`;
});

export const addBody = statement<DeliveryBodyRow, never>(
  ({ delivery_id, body }) => sql`insert into delivery_bodies (delivery_id, body) values (${delivery_id}, ${body})`,
);

/** The deliveries of these events, oldest first. */
export const deliveriesOf = statement<{ eventIds: readonly string[] }, Pick<DeliveryRow, 'event_id' | 'id' | 'status' | 'url'>>(
  ({ eventIds }) => sql`select event_id, id, status, url from deliveries where event_id in ${idsIn(eventIds)} order by id`,
);

/** Those of these deliveries that are pending. */
export const pendingAmong = statement<{ ids: readonly string[] }, DeliveryToAttempt>(({ ids }) => {
  const columns = sql.join(columnsToAttempt.map((column) => sql.ref(column)));
  return sql`select ${columns} from deliveries join delivery_bodies on delivery_id = id where id in ${idsIn(ids)} and status = 'pending'`;
});

export const secretsAmong = statement<{ ids: readonly string[] }, SigningSecretRow>(
  ({ ids }) => sql`select * from signing_secrets where id in ${idsIn(ids)}`,
);

/** The sealed tokens of those of these endpoints that were not deleted. */
export const tokensAmong = statement<{ ids: readonly string[] }, { id: string; token: string }>(
  ({ ids }) => sql`select id, token from publishing_endpoints where id in ${idsIn(ids)} and deleted_at is null`,
);

/** An attempt, and its delivery as it is after it. */
export type AttemptedRow = Omit<AttemptRow, 'delivery_id'> &
  Pick<DeliveryRow, 'id' | 'status' | 'attempt_count' | 'next_attempt_at' | 'delivered_at' | 'standing'>;

export const addAttempt = statement<AttemptedRow, never>(
  ({ id, number, started_at, response, request_headers }) => sql`
    insert into attempts (delivery_id, number, started_at, response, request_headers)
      select ${id}, ${number}, ${started_at}, ${response}, ${request_headers} where exists (select 1 from deliveries where id = ${id})`,
);

/** A delivery after an attempt that arrived, even if it was ended meanwhile. */
export const settleArrived = statement<AttemptedRow, never>(
  (made) => sql`
    update deliveries set attempts_made = ${made.number}, last_attempt_at = ${made.started_at}, attempt_count = ${made.attempt_count},
        status = 'delivered', next_attempt_at = null, delivered_at = ${made.delivered_at}, settled_at = ${made.delivered_at},
        standing = case when superseded_by is null then 'delivered' else 'outdated' end, acknowledged_at = null
      where id = ${made.id}`,
);

/** The same after one that did not. If it was ended meanwhile, it stays so. What is pending has no `delivered_at`. */
export const settleMissed = statement<AttemptedRow, never>((made) => {
  const waits = sql`status = 'pending'`;
  return sql`
    update deliveries set attempts_made = ${made.number}, last_attempt_at = ${made.started_at}, attempt_count = ${made.attempt_count},
        status = case when ${waits} then ${made.status} else status end, next_attempt_at = case when ${waits} then ${made.next_attempt_at} end,
        standing = case when ${waits} then ${made.standing} else standing end,
        settled_at = case when not ${waits} or ${made.status} = 'failed' then ${made.started_at} end
      where id = ${made.id}`;
});

const asEnded = (now: number) =>
  sql`status = 'failed', next_attempt_at = null, standing = 'acknowledged', acknowledged_at = ${now}, settled_at = coalesce(last_attempt_at, ${now})`;

/** Ends a pending delivery, as failed and acknowledged. */
export async function endDelivery(tx: Tx, id: string, now: number): Promise<void> {
  await sql`update deliveries set ${asEnded(now)} where id = ${id}`.execute(tx);
}

/** Ends an article's pending sends, as failed and acknowledged; returns their ids. */
export async function endSendsOf(tx: Tx, articleId: string, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deliveries ${hint('deliveries_by_article')} set ${asEnded(now)}
      where article_id = ${articleId} and event_type is null and status = 'pending' returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends some of a project's pending sends, as failed and acknowledged; returns their ids. */
export async function endSendsFrom(tx: Tx, projectId: string, limit: number, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deliveries set ${asEnded(now)}
      where id in (
        select sends.id from publishing_endpoints as endpoints
          ${joinInOrder} deliveries as sends ${hint('sends_that_wait')} on sends.endpoint_id = endpoints.id and sends.status = 'pending'
          where endpoints.project_id = ${projectId} limit ${limit}
      ) returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marks an article's sends to a URL as superseded by this one; those that were pending end. */
export async function supersede(
  tx: Tx,
  { id, articleId, url }: { id: string; articleId: string; url: string },
  now: number,
): Promise<void> {
  const pending = sql`status = 'pending'`;
  await sql`
    update deliveries ${hint('deliveries_by_article')} set superseded_by = ${id},
        acknowledged_at = case when ${pending} then ${now} else acknowledged_at end, next_attempt_at = null,
        settled_at = case when ${pending} then coalesce(last_attempt_at, ${now}) else settled_at end,
        standing = case when status = 'delivered' then 'outdated' else 'superseded' end, status = case when ${pending} then 'failed' else status end
      where article_id = ${articleId} and event_type is null and url = ${url} and id <> ${id} and superseded_by is null`.execute(tx);
}

/** An article's superseded sends to a URL that ended at this time or later. */
export async function supersededSince(tx: Tx, { articleId, url }: { articleId: string; url: string }, since: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from deliveries ${hint('deliveries_by_article')}
      where article_id = ${articleId} and event_type is null and url = ${url}
        and superseded_by is not null and acknowledged_at >= ${since}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Of what ended before a time, what did so first, with the length of its body. */
export async function endedBefore(tx: Tx, standing: Standing, before: number, limit: number): Promise<{ id: string; bytes: number }[]> {
  // SQLite uses this partial index only if the query repeats its condition literally.
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, (select ${bytesOf('body')} from delivery_bodies where delivery_id = id) as bytes from deliveries ${hint('deliveries_settled')}
      where status <> 'pending' and standing = ${standing} and settled_at <= ${before} order by settled_at limit ${limit}`.execute(tx);
  return rows;
}

/** A delivery with the response of its last attempt. */
export type Answered = Pick<DeliveryRow, 'id' | 'url' | 'event_type' | 'next_attempt_at'> & { response: string | null };

/** The newest deliveries that have failed. */
export async function newestFailed(db: Db, projectId: string | undefined, limit: number): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select newest.id, url, event_type, next_attempt_at, response from (
        select id, created_at from deliveries where ${hasFailed(projectId)} order by created_at desc limit ${limit}) as newest
      join deliveries on deliveries.id = newest.id
      ${withLastAttempt}
      order by newest.created_at desc`.execute(db);
  return rows;
}

export function countFailed(db: Db, projectId: string | undefined): Promise<number> {
  return countUpTo(db, sql`select 1 from deliveries where ${hasFailed(projectId)}`);
}

/** The standing is written out: only so is the partial index used. */
const hasFailed = (projectId: string | undefined) => sql`standing = 'failed' and ${ofProject('project_id', projectId)}`;

/** Those of these deliveries that are a project's. */
export async function answeredAmong(db: Db, ids: readonly string[], projectId: string | undefined): Promise<Answered[]> {
  const { rows } = await sql<Answered>`
    select id, url, event_type, next_attempt_at, response from deliveries ${withLastAttempt}
      where id in ${idsIn(ids)} and ${ofProject('project_id', projectId)}`.execute(db);
  return rows;
}

/** How many deliveries have arrived since a time. What a later send replaced has arrived too. */
export function countArrived(db: Db, since: number, projectId: string | undefined): Promise<number> {
  // The condition of the partial index stands here in its own words.
  const newest = (standing: Standing) => sql`select project_id from (
    select project_id from deliveries where status <> 'pending' and standing = ${standing} and settled_at >= ${since}
      order by settled_at desc limit ${maxCounted}) as newest`;
  return countUpTo(
    db,
    sql`select 1 from (${newest('delivered')} union all ${newest('outdated')}) as arrived where ${ofProject('project_id', projectId)}`,
  );
}

/** Of the oldest deliveries in these ranges those of a project, with when they are due. */
export async function dueAmong(
  db: Db,
  ranges: readonly Range[],
  limit: number,
  projectId: string | undefined,
): Promise<{ id: string; at: number }[]> {
  const { rows } = await sql<{ id: string; at: number }>`
    select deliveries.id, coalesce(next_attempt_at, deliveries.created_at) as at from (${walk(ranges, 'oldest first', undefined, limit)}) as page
      ${joinInOrder} deliveries on deliveries.id = page.id where ${ofProject('project_id', projectId)}`.execute(db);
  return rows;
}

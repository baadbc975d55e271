import { sql, type RawBuilder } from 'kysely';
import type { Page } from '../../../schema/common.ts';
import type { Delivery } from '../../../schema/deliveries.ts';
import type { DeliveryFilter } from '../../../schema/delivery-filter.ts';
import { eventTypes } from '../../../schema/events.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { Standing } from '../../db/rows/deliveries.ts';
import { AppError } from '../../errors.ts';
import { decodePosition, defaultLimit, encodePosition, type Position } from '../common/paging.ts';
import { periodOf } from '../common/period.ts';
import { listedColumns, noDelivery, toListedWithResponse, toShortDelivery, type ListedDelivery } from './rows.ts';

/** A range of one of the indexes, in which deliveries are ordered by time. */
export interface Range {
  eventType: string | null;
  standing: Standing;
  url: string | undefined;
  articleId: string | undefined;
  since: number;
  until: number;
}

export const statusOf: Record<Standing, Delivery['status']> = {
  delivered: 'delivered',
  outdated: 'delivered',
  untried: 'pending',
  retrying: 'pending',
  failed: 'failed',
  acknowledged: 'failed',
  superseded: 'failed',
  test: 'failed',
};
const standings = Object.keys(statusOf) as Standing[];
/** Publishing sends have no event type. */
const noEvent = null;

/** The ranges that together match a filter; empty if nothing can match. Throws `invalid_input` for contradictory fields or an invalid URL. */
export function rangesOf({ status, undelivered, flagged, superseded, eventType, kind, url, articleId, ...times }: DeliveryFilter): Range[] {
  if (kind === 'publish' && eventType !== undefined) throw noEventToPublish();
  if (url !== undefined && !URL.canParse(url)) throw noAddress();
  const period = periodOf(times);
  const types = eventType ? [eventType] : [...(kind === 'publish' ? [] : eventTypes), ...(kind === 'event' ? [] : [noEvent])];
  const agrees = (wanted: boolean | undefined, is: boolean) => wanted === undefined || wanted === is;
  const wanted = standings.filter(
    (standing) =>
      (status === undefined || statusOf[standing] === status) &&
      agrees(undelivered, standing === 'failed' || standing === 'retrying') &&
      agrees(flagged, standing === 'failed') &&
      agrees(superseded, standing === 'superseded' || standing === 'outdated'),
  );
  return types.flatMap((type) => wanted.map((standing) => ({ eventType: type, standing, url, articleId, ...period })));
}

function noAddress(): AppError {
  return new AppError('invalid_input', 'url: this is no URL.', {
    hint: "Give the receiver's whole address as the deliveries show it, with http:// or https://.",
    errors: [{ pointer: '/url', detail: 'This is no URL.', code: 'invalid_url' }],
  });
}

function noEventToPublish(): AppError {
  return new AppError('invalid_input', 'eventType: what goes to the publishing webhook carries no event.', {
    hint: 'Leave out eventType, or kind.',
    errors: [{ pointer: '/eventType', detail: 'What goes to the publishing webhook carries no event.', code: 'excluded' }],
  });
}

type Order = 'newest first' | 'oldest first';

/** Positions after `after`, in this order. SQLite merges the ranges while reading, without sorting. */
export function walk(ranges: readonly Range[], order: Order, after: Position | undefined, limit: number): RawBuilder<Position> {
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
  { eventType, standing, url, articleId, since, until }: Range,
  order: Order,
  after: Position | undefined,
): RawBuilder<Position> {
  const [start, far] =
    order === 'newest first'
      ? [{ created_at: until + 1, id: '' }, sql`created_at >= ${since} and (created_at, id) <`]
      : [{ created_at: since, id: '' }, sql`created_at <= ${until} and (created_at, id) >`];
  const { created_at, id } = after && after.created_at <= until ? after : start;
  return sql`select id, created_at from deliveries indexed by ${placeOf(url, articleId)} event_type is ${eventType} and standing = ${standing}
    and ${far} (${created_at}, ${id})`;
}

/** An article has so few deliveries that looking at the URL of each costs nothing. */
function placeOf(url: string | undefined, articleId: string | undefined): RawBuilder<unknown> {
  const toUrl = url === undefined ? sql`` : sql`url = ${url} and`;
  if (articleId !== undefined) return sql`deliveries_by_article where article_id = ${articleId} and ${toUrl}`;
  return url === undefined ? sql`deliveries_by_type where` : sql`deliveries_by_url where ${toUrl}`;
}

export type DeliveryListInput = DeliveryFilter & { include?: 'response'[]; limit?: number; cursor?: string };

/** A page of matching deliveries, newest first. Throws `invalid_input` for an invalid cursor. */
export async function findDeliveries(
  db: Db,
  { include = [], limit = defaultLimit, cursor, ...filter }: DeliveryListInput,
): Promise<Page<Delivery>> {
  const ranges = rangesOf(filter);
  const after = decodePosition(cursor, 'dlv');
  const columns = sql.join(listedColumns.map((column) => sql.ref(`deliveries.${column}`)));
  const { rows } = await sql<ListedDelivery & { response: string | null }>`
    select ${columns}, attempts.response from (${walk(ranges, 'newest first', after, limit + 1)}) as page
      cross join deliveries on deliveries.id = page.id
      left join attempts on attempts.delivery_id = deliveries.id and attempts.number = deliveries.attempts_made
      order by page.created_at desc, page.id desc`.execute(db);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(include.includes('response') ? toListedWithResponse : toShortDelivery),
    nextCursor: rows.length > limit && last ? encodePosition(last) : null,
  };
}

/** Throws `not_found`. */
export async function findDelivery(tx: Tx, id: string): Promise<Delivery> {
  const row = await tx
    .selectFrom('deliveries')
    .leftJoin('attempts', (join) =>
      join.onRef('attempts.delivery_id', '=', 'deliveries.id').onRef('attempts.number', '=', 'deliveries.attempts_made'),
    )
    .select([...listedColumns.map((column) => `deliveries.${column}` as const), 'attempts.response'])
    .where('deliveries.id', '=', id)
    .executeTakeFirst();
  if (!row) throw noDelivery(id);
  return toShortDelivery(row);
}

/** Index entries counted between two turns of the event loop. */
const countedAtOnce = 20_000;

/** How many deliveries a range contains. */
export async function countIn(db: Db, range: Range, pause: () => Promise<void>): Promise<number> {
  for (let counted = 0, after: Position | undefined; ; counted += countedAtOnce) {
    const { rows } = await sql<Position>`${walk([range], 'oldest first', after, 1)} offset ${countedAtOnce - 1}`.execute(db);
    if (!rows[0]) return counted + (await countRest(db, range, after));
    after = rows[0];
    await pause();
  }
}

async function countRest(db: Db, range: Range, after: Position | undefined): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${positionsIn(range, 'oldest first', after)})`.execute(db);
  return rows[0]!.count;
}

import type { Page } from '../../../schema/common.ts';
import type { Delivery } from '../../../schema/deliveries.ts';
import type { DeliveryFilter } from '../../../schema/delivery-filter.ts';
import { eventTypes } from '../../../schema/events.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { Standing } from '../../db/rows/deliveries.ts';
import { AppError } from '../../errors.ts';
import { decodePosition, defaultLimit, encodePosition, type Position } from '../common/paging.ts';
import { periodOf } from '../common/period.ts';
import { countAfter, newestIn, type Range } from './queries.ts';
import { listedColumns, noDelivery, toListedWithResponse, toShortDelivery } from './rows.ts';

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

/** These ranges without the deliveries of projects that are being imported. */
export async function ofProjectsHere(db: Db | Tx, ranges: readonly Range[]): Promise<readonly Range[]> {
  // A parameter would keep SQLite from the index of the few that arrive.
  const arriving = await db
    .selectFrom('projects')
    .select('id')
    .where(({ eb, lit }) => eb('arriving', '=', lit(1)))
    .execute();
  return arriving.length === 0 ? ranges : ranges.map((range) => ({ ...range, without: arriving.map(({ id }) => id) }));
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

export type DeliveryListInput = DeliveryFilter & { include?: 'response'[]; limit?: number; cursor?: string };

/** A page of matching deliveries, newest first. Throws `invalid_input` for an invalid cursor. */
export async function findDeliveries(
  db: Db,
  { include = [], limit = defaultLimit, cursor, ...filter }: DeliveryListInput,
): Promise<Page<Delivery>> {
  const ranges = rangesOf(filter);
  const after = decodePosition(cursor, 'dlv');
  const rows = await newestIn(db, await ofProjectsHere(db, ranges), after, limit + 1);
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
  for (let counted = 0, after: Position | undefined; ; await pause()) {
    const { count, last } = await countAfter(db, range, after, countedAtOnce);
    counted += count;
    if (!last) return counted;
    after = last;
  }
}

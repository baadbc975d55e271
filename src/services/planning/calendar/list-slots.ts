import type { Writer } from '../../../../schema/article-request.ts';
import type { CalendarPage } from '../../../../schema/calendar.ts';
import type { Page } from '../../../../schema/common.ts';
import type { Db } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageBy } from '../../common/paging.ts';
import { isAfter, type SlotPlace } from '../queries.ts';
import { slotsIn, statusOf, toSlotRow, type Slot } from './slots.ts';

export interface SlotFilter {
  from?: string;
  to?: string;
  status?: string;
  q?: string;
  limit?: number;
  cursor?: string;
}

type Range = Pick<SlotFilter, 'from' | 'to'>;

/** Slots read at a time. */
const atOnce = 200;

/** In the order of their dates. `writer`: who writes what names no writer. */
export async function listSlots(
  db: Db,
  pause: System['pause'],
  { projectId, writer }: { projectId: string; writer: Writer },
  { limit = defaultLimit, cursor, status, q, ...range }: SlotFilter,
): Promise<Page<CalendarPage['data'][number]>> {
  const words = folded(q ?? '').split(/\s+/);
  const isWanted = (slot: Slot) => (status === undefined || statusOf(slot) === status) && hasWords(slot, words);
  const found: Slot[] = [];
  const step = status === undefined && q === undefined ? limit + 1 : atOnce;
  for (let after = placeIn(cursor); ;) {
    const some = await slotsAfter(db, projectId, range, after, step);
    found.push(...some.filter(isWanted));
    if (found.length > limit || some.length < step) return pageBy(found, limit, (slot) => toSlotRow(slot, writer), cursorOf);
    after = some.at(-1)!;
    // Where few of many are wanted, other calls go in between.
    await pause(0);
  }
}

function slotsAfter(db: Db, projectId: string, { from, to }: Range, after: SlotPlace | undefined, limit: number): Promise<Slot[]> {
  let query = slotsIn(db).where('calendar_slots.project_id', '=', projectId);
  if (after) query = query.where(isAfter(after));
  else if (from !== undefined) query = query.where('date', '>=', from);
  if (to !== undefined) query = query.where('date', '<=', to);
  return query.orderBy('date').orderBy('time').orderBy('calendar_slots.id').limit(limit).execute();
}

/** Case aside, and however its letters are composed. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function hasWords({ keyword, title, article_title }: Slot, words: readonly string[]): boolean {
  const text = folded([keyword, title, article_title].join('\n'));
  return words.every((word) => text.includes(word));
}

const cursorOf = ({ date, time, id }: SlotPlace) => encodeCursor(`${date}.${time}.${id}`);

function placeIn(cursor: string | undefined): SlotPlace | undefined {
  const place = decodeCursor(cursor, /^\d{4}-\d\d-\d\d\.\d\d:\d\d\.cal_\w+$/);
  if (place === undefined) return undefined;
  const [date, time, id] = place.split('.') as [string, string, string];
  return { date, time, id };
}

import type { ArticleStatus } from '../../../../schema/articles.ts';
import type { ArticleType, NewArticle, Writer } from '../../../../schema/article-request.ts';
import type { CalendarSlot, NewSlots, SlotStatus } from '../../../../schema/calendar.ts';
import type { Db } from '../../../db/open.ts';
import type { CalendarSlotRow } from '../../../db/rows/planning.ts';
import { AppError } from '../../../errors.ts';
import type { NewWork } from '../../../queue/work.ts';
import { given, isoTime, parsed, parsedOrNull } from '../../common/wire.ts';

/** The kind of work that begins a slot's article. */
export const beginSlot = 'calendar.begin';

export const defaultTime = '09:00';

/** What the article of a slot is asked for besides keyword and title. */
export interface SlotRequest {
  articleType: ArticleType | null;
  targetWordCount: number | null;
  writer: Writer | null;
  instructions: string | null;
  topicId: string | null;
}

/** A slot with what its article says. */
export type Slot = CalendarSlotRow & {
  job_id: string | null;
  article_status: string | null;
  article_title: string | null;
  article_writer: string | null;
  article_error: string | null;
  article_changed_at: number | null;
};

/** Slots, each with its article. */
export function slotsIn(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('calendar_slots')
    .leftJoin('articles', 'articles.id', 'calendar_slots.article_id')
    .selectAll('calendar_slots')
    .select(['articles.job_id', 'articles.status as article_status', 'articles.title as article_title'])
    .select(['articles.writer as article_writer', 'articles.error as article_error', 'articles.updated_at as article_changed_at']);
}

/** Throws `not_found`. */
export async function slotRow(db: Pick<Db, 'selectFrom'>, id: string): Promise<Slot> {
  const row = await slotsIn(db).where('calendar_slots.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no slot ${id}.`, { hint: 'See calendar_list.' });
  return row;
}

const ofArticles: Partial<Record<ArticleStatus, SlotStatus>> = {
  ready: 'ready',
  published: 'published',
  failed: 'failed',
  canceled: 'failed',
};

/** Once begun, a slot stands as its article does; without it, it has failed. */
export function statusOf({ status, article_status }: Pick<Slot, 'status' | 'article_status'>): SlotStatus {
  if (status !== 'begun') return status;
  return article_status === null ? 'failed' : (ofArticles[article_status as ArticleStatus] ?? 'writing');
}

const howToRetry = 'Give the slot a new date with calendar_update to have it written again, or delete it.';

/** Why it failed or was missed. */
function errorOf(slot: Slot): CalendarSlot['error'] {
  if (slot.status !== 'begun') return parsedOrNull(slot.error);
  if (slot.article_status === null) return { code: 'article_deleted', message: `Its article was deleted. ${howToRetry}` };
  if (slot.article_status === 'canceled') return { code: 'canceled', message: `Its article was canceled. ${howToRetry}` };
  return slot.article_status === 'failed' ? parsedOrNull(slot.article_error) : null;
}

/** Whole minutes; null for one that was on time, and for one that is not written at all. */
export function minutesLate({ late, status, due_at, write_at }: Pick<Slot, 'late' | 'status' | 'due_at' | 'write_at'>): number | null {
  return late === 1 && status !== 'missed' ? Math.round((write_at - due_at) / 60_000) : null;
}

const maxInstructionsInList = 200;

/** `writer`: who writes what names no writer, as the project is set up now. */
export function toSlot(slot: Slot, writer: Writer): CalendarSlot {
  const request = requestOf(slot);
  return {
    id: slot.id,
    date: slot.date,
    time: slot.time,
    dueAt: isoTime(slot.due_at),
    status: statusOf(slot),
    keyword: slot.keyword,
    title: slot.article_title ?? slot.title,
    ...request,
    writer: (slot.article_writer as Writer | null) ?? request.writer ?? writer,
    articleId: slot.article_id,
    lateBy: minutesLate(slot),
    error: errorOf(slot),
  };
}

/** As a row of a list. */
export function toSlotRow(slot: Slot, writer: Writer): CalendarSlot {
  const { instructions, ...row } = toSlot(slot, writer);
  const isLong = instructions !== null && instructions.length > maxInstructionsInList;
  return { ...row, instructions: isLong ? `${instructions.slice(0, maxInstructionsInList).toWellFormed()}…` : instructions };
}

const nothingAsked: SlotRequest = { articleType: null, targetWordCount: null, writer: null, instructions: null, topicId: null };

export function requestOf({ request }: Pick<CalendarSlotRow, 'request'>): SlotRequest {
  return { ...nothingAsked, ...parsed<Partial<SlotRequest>>(request) };
}

/** What its article is to be. */
export function wishOf(slot: Pick<CalendarSlot, 'keyword' | 'title'> & SlotRequest): Omit<NewArticle, 'projectId'> {
  const { keyword, title, articleType, targetWordCount, writer, instructions, topicId } = slot;
  const wish = { title, articleType, targetWordCount, writer, instructions, topicId };
  return { keyword, ...given(Object.fromEntries(Object.entries(wish).map(([name, value]) => [name, value ?? undefined]))) };
}

/** What a new slot asks for. */
export function requestIn({
  articleType,
  targetWordCount,
  writer,
  instructions,
  topicId,
}: NewSlots['slots'][number]): Partial<SlotRequest> {
  return given({ articleType, targetWordCount, writer, instructions, topicId });
}

/** The work that begins its article. Slots of one project take their turns. */
export function workOf({ id, project_id, write_at }: Pick<CalendarSlotRow, 'id' | 'project_id' | 'write_at'>): NewWork {
  return { kind: beginSlot, key: id, payload: { slotId: id }, dueAt: write_at, lane: project_id };
}

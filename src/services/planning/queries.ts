import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { CalendarSlotRow } from '../../db/rows/planning.ts';
import { hint, rowsOf } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, maxCounted, ofProject } from '../common/queries.ts';

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
  first: Pick<CalendarSlotRow, 'id' | 'project_id' | 'date' | 'time' | 'status' | 'keyword' | 'due_at' | 'write_at' | 'late' | 'error'>[];
}

/** What comes next, the earliest first. */
export function slotsPlanned(db: Db, projectId: string | undefined): Promise<CountedSlots> {
  return counted(db, withStatus('planned', projectId), sql`write_at`);
}

/** What no article came of, the latest first. */
export async function slotsUnwritten(db: Db, projectId: string | undefined): Promise<CountedSlots> {
  const failed = await counted(db, withStatus('failed', projectId), sql`write_at desc`);
  const missed = await counted(db, withStatus('missed', projectId), sql`write_at desc`);
  const latest = [...failed.first, ...missed.first].toSorted((one, other) => other.write_at - one.write_at);
  return { count: Math.min(failed.count + missed.count, maxCounted), first: latest.slice(0, maxLatest) };
}

function withStatus(status: CalendarSlotRow['status'], projectId: string | undefined): RawBuilder<unknown> {
  return sql`from calendar_slots where status = ${status} and ${ofProject('project_id', projectId)}`;
}

/** What was begun late since then, the newest first. */
export function slotsBegunLate(db: Db, { since, projectId }: OverviewQuestion): Promise<CountedSlots> {
  const late = sql`from calendar_slots ${hint('calendar_late')} where late = 1 and status = 'begun' and updated_at >= ${since} and ${ofProject('project_id', projectId)}`;
  return counted(db, late, sql`updated_at desc`);
}

async function counted(db: Db, from: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<CountedSlots> {
  const { rows } = await sql<CountedSlots['first'][number]>`
    select id, project_id, date, time, status, keyword, due_at, write_at, late, error ${from} order by ${order} limit ${maxLatest}`.execute(
    db,
  );
  return { count: await countUpTo(db, sql`select 1 ${from}`), first: rows };
}

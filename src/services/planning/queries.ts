import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { CalendarSlotRow } from '../../db/rows/planning.ts';
import { rowsOf } from '../../db/sql.ts';
import { maxLatest, type OverviewQuestion } from '../common/overview.ts';
import { countUpTo, ofProject } from '../common/queries.ts';

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
  first: Pick<CalendarSlotRow, 'id' | 'project_id' | 'date' | 'time' | 'keyword' | 'due_at' | 'write_at' | 'late' | 'error'>[];
}

/** What stands so, the earliest first. */
export function slotsStanding(db: Db, status: 'planned' | 'failed' | 'missed', projectId: string | undefined): Promise<CountedSlots> {
  return counted(db, sql`from calendar_slots where status = ${status} and ${ofProject('project_id', projectId)}`, sql`write_at`);
}

/** What was begun late since then, the newest first. */
export function slotsBegunLate(db: Db, { since, projectId }: OverviewQuestion): Promise<CountedSlots> {
  const late = sql`from calendar_slots where late = 1 and status = 'begun' and updated_at >= ${since} and ${ofProject('project_id', projectId)}`;
  return counted(db, late, sql`updated_at desc`);
}

async function counted(db: Db, from: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<CountedSlots> {
  const { rows } = await sql<CountedSlots['first'][number]>`
    select id, project_id, date, time, keyword, due_at, write_at, late, error ${from} order by ${order} limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), first: rows };
}

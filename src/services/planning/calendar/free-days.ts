import type { Project } from '../../../../schema/projects.ts';
import type { Weekday } from '../../../../schema/recommendations.ts';
import type { Db } from '../../../db/open.ts';
import { openZone } from './zone.ts';

export interface WantedDays {
  /** YYYY-MM-DD. */
  from?: string;
  weeks?: number;
  weekdays?: readonly Weekday[];
}

const usual = { weeks: 4, weekdays: ['tuesday', 'thursday'] } as const;
const names: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const dayMs = 24 * 3_600_000;

/** The days of a plan on which nothing is planned yet, in order. */
export async function freeDays(
  { db, now }: { db: Db; now: number },
  { id: projectId, timezone }: Pick<Project, 'id' | 'timezone'>,
  wanted: WantedDays,
): Promise<string[]> {
  const today = (await openZone(timezone)).dayOf(now);
  const { from = dayAfter(today, 1), weeks = usual.weeks, weekdays = usual.weekdays } = wanted;
  const days = Array.from({ length: weeks * 7 }, (_, index) => dayAfter(from, index)).filter((day) => day >= today);
  const chosen = days.filter((day) => weekdays.includes(names[new Date(`${day}T00:00:00Z`).getUTCDay()]!));
  const slots = db.selectFrom('calendar_slots').select('date').where('project_id', '=', projectId).where('date', '>=', from);
  const taken = new Set((await slots.where('date', '<', dayAfter(from, weeks * 7)).execute()).map(({ date }) => date));
  return chosen.filter((day) => !taken.has(day));
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

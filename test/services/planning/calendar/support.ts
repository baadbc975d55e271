import type { CalendarPage, CalendarSlot, ChangedSlot, PlannedSlots } from '../../../../schema/calendar.ts';
import type { Article } from '../../../../schema/articles.ts';
import type { Project } from '../../../../schema/projects.ts';
import { startOfTests } from '../../../support/clock.ts';
import type { TestApp } from '../../../support/test-app.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The tests begin on a Sunday at 09:30 UTC. */
export const today = '2026-05-03';

/** The day that comes so many days after the first of the tests, in UTC. */
export function dayAfter(days: number): string {
  return new Date(startOfTests + days * day).toISOString().slice(0, 10);
}

type Slots = readonly Record<string, unknown>[];

/** What is planned has ids. */
type Planned = Omit<PlannedSlots, 'slots'> & { slots: (PlannedSlots['slots'][number] & { id: string })[] };

export const create = async ({ desk }: Pick<TestApp, 'desk'>, slots: Slots, more: Record<string, unknown> = {}) =>
  (await desk.call('calendar_create', { slots, ...more })) as Planned;

/** Plans one slot and returns it as it is listed. */
export async function plan(app: Pick<TestApp, 'desk'>, slot: Record<string, unknown>): Promise<CalendarSlot> {
  const { slots } = await create(app, [slot]);
  return slotOf(app, slots[0]!.id);
}

export const list = async ({ desk }: Pick<TestApp, 'desk'>, input: Record<string, unknown> = {}) =>
  (await desk.call('calendar_list', { limit: 100, ...input })) as CalendarPage;

export async function slotOf(app: Pick<TestApp, 'desk'>, id: string): Promise<CalendarSlot> {
  const { data } = await list(app);
  return data.find((slot) => slot.id === id)!;
}

export const update = async ({ desk }: Pick<TestApp, 'desk'>, patch: Record<string, unknown>) =>
  (await desk.call('calendar_update', patch)) as ChangedSlot;

export const articlesOf = async ({ desk }: Pick<TestApp, 'desk'>) =>
  ((await desk.call('articles_list', { limit: 100 })) as { data: Article[] }).data;

export const projectOf = async ({ desk }: Pick<TestApp, 'desk'>) => ((await desk.call('projects_list')) as { data: Project[] }).data[0]!;

/** Moves the project to another time zone. */
export async function moveTo(app: Pick<TestApp, 'desk'>, timezone: string): Promise<void> {
  const { id } = await projectOf(app);
  await app.desk.call('projects_update', { id, timezone });
}

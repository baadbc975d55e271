import type { NewSlots } from '../../../schema/calendar.ts';
import type { Project } from '../../../schema/projects.ts';
import { keywordTarget, type ActionOffer } from '../common/actions.ts';
import type { Calendar } from './calendar/calendar.ts';

/** What somebody would like to have written. */
export interface Wish extends Omit<NewSlots['slots'][number], 'date'> {
  told: Pick<ActionOffer, 'reason' | 'why' | 'evidence' | 'cause'>;
}

/** Weeks in which free days are looked for. */
const weeks = 8;

/** Of what is wished for, the first few that nothing of the project is for or near to, each to be planned on a free day. */
export async function offersToPlan(
  calendar: Pick<Calendar, 'holders' | 'similar' | 'freeDays'>,
  project: Project,
  wishes: readonly Wish[],
  limit: number,
): Promise<ActionOffer[]> {
  if (wishes.length === 0) return [];
  const keywords = wishes.map(({ keyword }) => keyword);
  const holders = await calendar.holders(project, keywords);
  const similar = await calendar.similar(project, keywords);
  const open = wishes.filter(({ keyword }, index) => holders[index] === undefined && !similar.has(keyword)).slice(0, limit);
  const days = open.length === 0 ? [] : await calendar.freeDays(project, { weeks });
  return open.slice(0, days.length).map(({ told, ...slot }, index) => ({
    ...told,
    target: keywordTarget(slot.keyword, project.language),
    operation: 'calendar_create',
    arguments: { projectId: project.id, slots: [{ date: days[index]!, ...slot }] },
  }));
}

import type { NewSlots } from '../../../schema/calendar.ts';
import type { Project } from '../../../schema/projects.ts';
import { evidence, keywordTarget, type ActionOffer } from '../common/actions.ts';
import type { Calendar } from './calendar/calendar.ts';

/** What somebody would like to have written. */
export interface Wish extends Omit<NewSlots['slots'][number], 'date'> {
  told: Pick<ActionOffer, 'reason' | 'why' | 'evidence' | 'cause'>;
}

/** Weeks in which free days are looked for. */
const weeks = 8;

/** Where no article could stand on anything. `seen`: what else there would be to do. */
export function documentsFirst({ id: projectId, name }: Project, seen: ActionOffer['evidence']): ActionOffer {
  return {
    reason: 'documents_missing',
    target: { kind: 'documents', id: projectId, about: name },
    why: 'sources_missing: there is something to write, and no document that an article could stand on. Add some with knowledge_create (url, sitemapUrl, text …); after that articles are offered.',
    evidence: [evidence('knowledge', 'No document', null), ...seen],
    operation: 'knowledge_list',
    arguments: { projectId },
    cause: 'none',
  };
}

/** Of what is wished for, the first few that nothing of the project is for or near to, each to be planned on a free day; before any document, those. */
export async function offersToPlan(
  calendar: Pick<Calendar, 'holders' | 'similar' | 'freeDays' | 'textsThere'>,
  project: Project,
  wishes: readonly Wish[],
  limit: number,
): Promise<ActionOffer[]> {
  if (wishes.length === 0) return [];
  const keywords = wishes.map(({ keyword }) => keyword);
  const holders = await calendar.holders(project, keywords);
  const similar = await calendar.similar(project, keywords);
  const open = wishes.filter(({ keyword }, index) => holders[index] === undefined && !similar.has(keyword)).slice(0, limit);
  if (open.length === 0) return [];
  if (!(await calendar.textsThere(project.id)).hasKnowledge) return [documentsFirst(project, open[0]!.told.evidence)];
  const days = await calendar.freeDays(project, { weeks });
  if (days.length === 0) return [];
  return open.map(({ told, ...slot }, index) => ({
    ...told,
    target: keywordTarget(slot.keyword, project.language),
    operation: 'calendar_create',
    arguments: { projectId: project.id, slots: [{ date: days[index % days.length]!, ...slot }] },
  }));
}

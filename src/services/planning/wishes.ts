import type { NewSlots } from '../../../schema/calendar.ts';
import type { Project } from '../../../schema/projects.ts';
import { clipAtWord } from '../../language/slug.ts';
import { evidence, keywordTarget, type ActionOffer } from '../common/actions.ts';
import type { Calendar } from './calendar/calendar.ts';

/** What somebody would like to have written. */
export interface Wish extends Omit<NewSlots['slots'][number], 'date'> {
  told: Pick<ActionOffer, 'reason' | 'why' | 'evidence' | 'cause'>;
}

/** Weeks in which free days are looked for. */
const weeks = 8;

/** Wishes that are named where documents are missing, and how long a name is, in characters. */
const maxNamed = 3;
const maxName = 24;

/** Where no article could stand on anything. `wishes`: what is to be written, if that is known. */
export function documentsFirst({ id: projectId, name, siteUrl }: Project, wishes: readonly Wish[]): ActionOffer {
  const some = wishes.slice(0, maxNamed);
  const subjects = some.map(({ keyword }) => `“${clipAtWord(keyword, maxName)}”`);
  const what = subjects.length === 0 ? 'articles' : new Intl.ListFormat('en').format(subjects);
  const host = siteUrl === null ? '' : ` (of ${new URL(siteUrl).host}, say)`;
  return {
    reason: 'documents_missing',
    target: { kind: 'documents', id: projectId, about: name },
    why: `There is no document to write ${what} from: add some with knowledge_create, by url${host}, sitemapUrl or text. This call only lists them.`,
    evidence: [evidence('knowledge', 'No document', null), ...some.flatMap(({ told }) => told.evidence)],
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
  if (!(await calendar.textsThere(project.id)).hasKnowledge) return [documentsFirst(project, open)];
  const days = await calendar.freeDays(project, { weeks });
  if (days.length === 0) return [];
  return open.map(({ told, ...slot }, index) => ({
    ...told,
    target: keywordTarget(slot.keyword, project.language),
    operation: 'calendar_create',
    arguments: { projectId: project.id, slots: [{ date: days[index % days.length]!, ...slot }] },
  }));
}

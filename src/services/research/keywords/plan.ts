import type { DiscoveredKeyword, DiscoveredKeywords } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Articles } from '../../articles/index.ts';
import { given } from '../../common/wire.ts';
import type { Calendar } from '../../planning/index.ts';

/** Articles that a plan has, and keywords that are judged for it: each takes some 100 ms, on a thread. */
export const maxPlanned = 10;
const maxJudged = 30;
/** As far as free days are looked for. */
const weeks = 26;

export interface PlanNeeds {
  calendar: Pick<Calendar, 'freeDays'>;
  articles: Pick<Articles, 'uncarried'>;
}

/** A row, and what it is a keyword on. */
export interface Plannable {
  row: Omit<DiscoveredKeyword, 'why'>;
  subject: string;
}

/** The call that plans the best rows, `most` of them, on free Tuesdays: those that nothing covers or is near to and that documents carry, one on each subject. */
export async function planOf(
  { calendar, articles }: PlanNeeds,
  project: Project,
  projectId: string | undefined,
  rows: readonly Plannable[],
  most: number,
): Promise<{ plan: DiscoveredKeywords['plan']; planned: ReadonlySet<string> }> {
  const free = rows.filter(({ row }) => !row.coveredBy && !row.near && row.documents);
  const keywords = [...new Map(free.toReversed().map(({ row, subject }) => [subject, row.keyword]))].toReversed().map(([, keyword]) => keyword); // prettier-ignore
  const days = (await calendar.freeDays(project, { weeks, weekdays: ['tuesday'] })).slice(0, Math.min(maxPlanned, most));
  const carried: string[] = [];
  for (let at = 0; carried.length < days.length && at < Math.min(keywords.length, maxJudged);) {
    const some = keywords.slice(at, Math.min(at + days.length - carried.length, maxJudged));
    const thin = await articles.uncarried(project, some.map((keyword) => ({ keyword }))); // prettier-ignore
    carried.push(...some.filter((_, index) => !thin.has(index)));
    at += some.length;
  }
  const planned = new Set(carried);
  if (carried.length === 0) return { plan: null, planned };
  const slots = carried.map((keyword, index) => ({ date: days[index]!, keyword }));
  return { plan: { operation: 'calendar_create', arguments: given({ projectId, slots }) }, planned };
}

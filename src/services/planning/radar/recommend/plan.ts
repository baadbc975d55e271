import type { Project } from '../../../../../schema/projects.ts';
import type { Weekday } from '../../../../../schema/recommendations.ts';
import type { Db } from '../../../../db/open.ts';
import type { Articles } from '../../../articles/index.ts';
import type { Written } from './write.ts';

export interface WantedDays {
  /** YYYY-MM-DD. */
  from?: string;
  weeks?: number;
  weekdays?: readonly Weekday[];
}

const usual = { weeks: 4, weekdays: ['tuesday', 'thursday'] } as const;
const names: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const dayMs = 24 * 3_600_000;

/** The days of a plan on which nothing is planned yet, in order. `today` is the project's day; days are counted without any clock. */
export async function freeDays(db: Db, projectId: string, today: string, wanted: WantedDays): Promise<string[]> {
  const { from = dayAfter(today, 1), weeks = usual.weeks, weekdays = usual.weekdays } = wanted;
  const days = Array.from({ length: weeks * 7 }, (_, index) => dayAfter(from, index)).filter((day) => day >= today);
  const chosen = days.filter((day) => weekdays.includes(names[new Date(`${day}T00:00:00Z`).getUTCDay()]!));
  const slots = db.selectFrom('calendar_slots').select('date').where('project_id', '=', projectId).where('date', '>=', from);
  const taken = new Set((await slots.where('date', '<', dayAfter(from, weeks * 7)).execute()).map(({ date }) => date));
  return chosen.filter((day) => !taken.has(day));
}

/** More are not judged: each takes some 100 ms, on a thread. */
const maxJudged = 40;

/** The keywords of a plan, the best first, and those among them on which no document says enough. */
export interface Chosen {
  keywords: string[];
  uncarried: string[];
}

/**
 * Of pieces in the order of their worth, as many keywords as there are days: those that the knowledge base carries, then those of competitors on
 * which it says too little, so that their articles would end as `insufficient_sources`, or speak of something else.
 */
export async function chosenFor(
  articles: Pick<Articles, 'uncarried'>,
  project: Project,
  written: readonly Written[],
  days: number,
): Promise<Chosen> {
  const keywordsOf = (some: readonly Written[]) => some.map(({ piece }) => piece.keyword);
  const [known, unknown] = [written.filter(({ documentId }) => documentId), written.filter(({ documentId }) => !documentId)];
  const wanted = keywordsOf(known).slice(0, maxJudged);
  const carried: string[] = [];
  const thin: string[] = [];
  while (carried.length < days && carried.length + thin.length < wanted.length) {
    const judged = carried.length + thin.length;
    const some = wanted.slice(judged, judged + days - carried.length);
    const uncarried = await articles.uncarried(project, some.map((keyword) => ({ keyword }))); // prettier-ignore
    for (const [index, keyword] of some.entries()) (uncarried.has(index) ? thin : carried).push(keyword);
  }
  const isOfRival = new Set(keywordsOf(written.filter(({ piece }) => piece.parts.demand !== null)));
  const uncarried = [...thin.filter((keyword) => isOfRival.has(keyword)), ...keywordsOf(unknown)].slice(0, days - carried.length);
  return { keywords: [...carried, ...uncarried], uncarried };
}

function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

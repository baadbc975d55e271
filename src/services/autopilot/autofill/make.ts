import type { AutofillRequest } from '../../../../schema/autofill.ts';
import type { Project } from '../../../../schema/projects.ts';
import { clipAtWord } from '../../../language/slug.ts';
import type { System } from '../../../system.ts';
import type { ArticleServices } from '../../articles/index.ts';
import { given } from '../../common/wire.ts';
import { openZone } from '../../planning/index.ts';
import { candidatesOf, LeftOut, type Candidate, type CandidateNeeds } from './candidates.ts';
import { calendarMark, type StoredPlan, type StoredSlot } from './plans.ts';
import { dateAfter, spread, type Place } from './spacing.ts';

export interface MakingNeeds extends CandidateNeeds {
  system: Pick<System, 'now' | 'turns'>;
  articles: Pick<ArticleServices['articles'], 'support'>;
}

/** What is planned, with what tells whether the calendar has changed since. */
export interface Made {
  plan: StoredPlan;
  mark: string;
}

export type Asked = Required<Pick<AutofillRequest, 'days' | 'perWeek'>>;

export const usual: Asked = { days: 30, perWeek: 3 };
/** Slots of a plan: three a week for ninety days. */
export const maxSlots = 40;
/** Each takes some 100 ms, on a thread. */
export const maxJudged = 60;
/** In characters. */
const maxLack = 160;
/** Of the first and the second slot of a day. */
export const times = ['09:00', '15:00'] as const;

/** Plans from what topics, answers of engines and the radar say now. Writes nothing: the same state gives the same plan. */
export async function makePlan(needs: MakingNeeds, project: Project, { days, perWeek }: Asked): Promise<Made> {
  const today = (await openZone(project.timezone)).dayOf(needs.system.now());
  const [from, to] = [dateAfter(today, 1), dateAfter(today, days)];
  const mark = await calendarMark(needs.calendar, project, today);
  const standing = await needs.calendar.standing(project.id, from);
  const taken = Map.groupBy(standing, ({ date }) => date);
  const places = spread({ from, days, perWeek, taken: new Map([...taken].map(([date, some]) => [date, some.length])) }).slice(0, maxSlots);
  const leftOut = new LeftOut();
  const { candidates, basedOn } = await candidatesOf(needs, project, leftOut);
  const weighed = await weigh(needs, project, candidates.slice(0, Math.min(maxJudged, 2 * places.length)));
  const chosen = weighed.slice(0, places.length);
  leftOut.add('limit', [...weighed.slice(places.length), ...candidates.slice(weighed.length)].map(({ keyword }) => keyword)); // prettier-ignore
  const slots = chosen.map((one, at) => toSlot(one, places[at]!));
  const plan = { from, to, slots, refused: [], leftOut: leftOut.rows(), basedOn, hint: hintFor({ slots, places, candidates }) };
  return { plan, mark };
}

type Weighed = Candidate & Pick<StoredSlot, 'near' | 'lack'>;

/** First those that documents carry and that nothing of the project is near to, then the others that documents carry, then the rest; each in the order of their worth. */
async function weigh({ articles, calendar }: MakingNeeds, project: Project, some: readonly Candidate[]): Promise<Weighed[]> {
  const support = await articles.support(project, some.map(({ keyword, title, articleType }) => given({ keyword, title, articleType }))); // prettier-ignore
  const similar = await calendar.similar(project, some.map(({ keyword }) => keyword)); // prettier-ignore
  const weighed = some.map((one, at): Weighed => {
    const lack = support[at]?.lack;
    return given({ ...one, near: similar.get(one.keyword)?.[0]?.keyword, lack: lack === undefined ? lack : clipAtWord(lack, maxLack) });
  });
  const place = ({ near, lack }: Weighed) => (lack !== undefined ? 2 : near === undefined ? 0 : 1);
  return weighed.toSorted((one, other) => place(one) - place(other));
}

function toSlot(one: Weighed, { date, nth }: Place): StoredSlot {
  return { date, time: times[nth], ...one };
}

interface Outcome {
  slots: readonly StoredSlot[];
  places: readonly Place[];
  candidates: readonly Candidate[];
}

function hintFor({ slots, places, candidates }: Outcome): string | null {
  if (candidates.length === 0)
    return 'There is nothing to plan from: give keywords with topics_create (topics_research finds more), ask engines your prompts with ai_visibility_run, or watch competitors with competitors_add.';
  if (places.length === 0) return 'No day of these is free: raise perWeek or days.';
  const lacking = slots.filter(({ lack }) => lack !== undefined).length;
  if (lacking > 0) return `Your documents say too little for ${lacking} of these: add some with knowledge_create before they are due.`;
  if (slots.length < places.length) return `${places.length - slots.length} more days are free, and nothing is left to plan: topics_research finds more keywords.`; // prettier-ignore
  return null;
}

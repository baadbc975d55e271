import type { DiscoveredKeywords, NotPlanned } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Articles } from '../../articles/index.ts';
import { articleTypeOf } from '../../../keywords/article-type.ts';
import { titleFor } from '../../../writing/compose/titles.ts';
import { given } from '../../common/wire.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import type { Calendar } from '../../planning/index.ts';
import { spellingsOn } from './spellings.ts';
import { Spread, type Plannable } from './spread.ts';

/** Articles that a plan has, and keywords that are judged for it: each takes some 100 ms, on a thread. */
export const maxPlanned = 10;
const maxJudged = 30;
/** As far as free days are looked for. */
const weeks = 26;

export interface PlanNeeds {
  calendar: Pick<Calendar, 'freeDays'>;
  articles: Pick<Articles, 'uncarried'>;
  knowledge: Pick<KnowledgeBase, 'retrieve'>;
}

interface Chosen {
  plan: DiscoveredKeywords['plan'];
  planned: ReadonlySet<string>;
  /** What speaks against the others, where something does. */
  notPlanned: ReadonlyMap<string, NotPlanned>;
}

/** The call that plans the best rows, `most` of them, on free Tuesdays: those that nothing covers or is near to and that documents carry, spread over them. */
export async function planOf(
  { calendar, articles, knowledge }: PlanNeeds,
  project: Project,
  projectId: string | undefined,
  rows: readonly Plannable[],
  most: number,
): Promise<Chosen> {
  const notPlanned = new Map<string, NotPlanned>();
  const open = rows.filter(({ row }) => {
    const bar = barOf(row);
    if (bar) notPlanned.set(row.keyword, bar);
    return !bar;
  });
  const spread = new Spread(open, project.language);
  const days = (await calendar.freeDays(project, { weeks, weekdays: ['tuesday'] })).slice(0, Math.min(maxPlanned, most));
  const carried: string[] = [];
  for (let judged = 0; carried.length < days.length && judged < maxJudged;) {
    const some = spread.next(Math.min(days.length - carried.length, maxJudged - judged));
    if (some.length === 0) break;
    const thin = await articles.uncarried(project, some.map((keyword) => ({ keyword }))); // prettier-ignore
    const dropped = some.filter((_, index) => thin.has(index));
    spread.drop(new Set(dropped));
    for (const keyword of dropped) notPlanned.set(keyword, 'insufficient_sources');
    carried.push(...some.filter((_, index) => !thin.has(index)));
    judged += some.length;
  }
  const planned = new Set(carried);
  for (const [keyword, reason] of spread.passedOver()) notPlanned.set(keyword, reason);
  if (carried.length === 0) return { plan: null, planned, notPlanned };
  const slots: { date: string; keyword: string; title: string }[] = [];
  const rowsOf = new Map(rows.map((one) => [one.row.keyword, one]));
  for (const [index, keyword] of carried.entries()) {
    const { row, from } = rowsOf.get(keyword)!;
    // The name of a thing out of a document is no list of things to buy.
    const articleType = from?.isThing && !row.question ? 'guide' : articleTypeOf([keyword], row.intent.label);
    const title = titleFor({ keyword, articleType }, project.language, await spellingsOn(knowledge, project, keyword, from));
    slots.push({ date: days[index]!, keyword, title });
  }
  return { plan: { operation: 'calendar_create', arguments: given({ projectId, slots }) }, planned, notPlanned };
}

/** What keeps a row out of any plan. */
function barOf({ coveredBy, documents, near }: Plannable['row']): NotPlanned | undefined {
  if (coveredBy) return 'covered';
  if (!documents) return 'insufficient_sources';
  return near ? 'near' : undefined;
}

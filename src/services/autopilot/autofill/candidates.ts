import type { AutofillPlan, AutofillSlot, AutofillSource, LeftOutFor } from '../../../../schema/autofill.ts';
import type { Project } from '../../../../schema/projects.ts';
import { clipAtWord } from '../../../language/slug.ts';
import type { System } from '../../../system.ts';
import { storedKey } from '../../common/keyword-key.ts';
import { inBatches } from '../../common/slices.ts';
import { given } from '../../common/wire.ts';
import type { PlanningServices } from '../../planning/index.ts';
import type { OpenPage, TopicServices } from '../../topics/index.ts';
import type { VisibilityServices } from '../../visibility/index.ts';
import { valueOfGap, valueOfPage } from './value.ts';

/** Something to write about, before it has a day. */
export type Candidate = Pick<AutofillSlot, 'keyword' | 'title' | 'articleType' | 'topicId' | 'source' | 'value' | 'why'> & {
  /** For the writer. */
  instructions?: string;
};

export interface CandidateNeeds {
  calendar: PlanningServices['calendar'];
  contentRadar: PlanningServices['contentRadar'];
  topics: TopicServices['topics'];
  visibility: VisibilityServices['visibility'];
  system: Pick<System, 'turns'>;
}

/** What is not planned, by why. */
export class LeftOut {
  readonly #found = new Map<LeftOutFor, string[]>();

  add(why: LeftOutFor, names: readonly string[]): void {
    if (names.length > 0) this.#found.set(why, [...(this.#found.get(why) ?? []), ...names]);
  }

  rows(): AutofillPlan['leftOut'] {
    return [...this.#found].map(([why, names]) => ({ why, count: names.length, examples: names.slice(0, maxExamples) }));
  }
}

const maxExamples = 3;
/** Keywords that are looked up at a time. */
const atOnce = 100;
/** In characters: an answer has forty of them. */
const maxWhy = 200;
const maxPrompt = 80;
/** As many as the radar ranks, and prompts that are gone into. */
export const maxRecommended = 30;
export const maxGaps = 30;

/** All that may be written, what is worth most first: each keyword once, and none that something is for. */
export async function candidatesOf(
  needs: CandidateNeeds,
  project: Project,
  leftOut: LeftOut,
): Promise<{ candidates: Candidate[]; basedOn: AutofillPlan['basedOn'] }> {
  const { open, covered } = await needs.topics.openPages(project);
  leftOut.add('taken', covered);
  const gaps = await needs.visibility.analyzeGaps({ projectId: project.id, limit: maxGaps });
  // Its own plan is not asked for, and the shortest takes least.
  const radar = await needs.contentRadar.recommend({ projectId: project.id, limit: maxRecommended, weeks: 1, weekdays: ['monday'] });
  const onPages = gaps.data.filter(({ operation }) => operation !== 'articles_create');
  leftOut.add('has_page', onPages.map(({ keyword }) => keyword)); // prettier-ignore
  const toRefresh = radar.recommendations.filter(({ kind }) => kind === 'refresh');
  leftOut.add('refresh', toRefresh.map(({ keyword, url }) => url ?? keyword)); // prettier-ignore
  const all = [
    ...open.map(fromTopic),
    ...gaps.data.flatMap((gap) => (onPages.includes(gap) ? [] : [fromGap(gap)])),
    ...radar.recommendations.flatMap((piece) => (piece.kind === 'write' ? [fromRadar(piece)] : [])),
  ];
  const basedOn: Record<AutofillSource, number> = {
    topic: open.length + covered.length,
    content_gap: gaps.data.length,
    radar: radar.recommendations.length,
  };
  return { candidates: await free(needs, project, distinct(all.toSorted(byWorth), project.language, leftOut), leftOut), basedOn };
}

/** Where two are worth the same, the order of their keywords decides: the same state gives the same plan. */
function byWorth(one: Candidate, other: Candidate): number {
  return other.value - one.value || (one.keyword < other.keyword ? -1 : 1);
}

function distinct(all: readonly Candidate[], language: string, leftOut: LeftOut): Candidate[] {
  const known = new Set<string>();
  return all.filter(({ keyword }) => {
    const key = storedKey(keyword, language);
    if (known.has(key)) leftOut.add('repeated', [keyword]);
    return !known.has(key) && known.add(key);
  });
}

async function free(
  { calendar, system }: CandidateNeeds,
  project: Project,
  all: readonly Candidate[],
  leftOut: LeftOut,
): Promise<Candidate[]> {
  const open: Candidate[] = [];
  await inBatches(all, atOnce, system.turns(), async (some) => {
    const holders = await calendar.holders(project, some.map(({ keyword }) => keyword)); // prettier-ignore
    leftOut.add('taken', some.flatMap(({ keyword }, at) => (holders[at] ? [keyword] : []))); // prettier-ignore
    open.push(...some.filter((_, at) => holders[at] === undefined));
  });
  return open;
}

const standings = {
  pillar: 'The main page of the topic',
  planned: 'A page of the topic',
  related: 'Related to the topic',
} as const;

function fromTopic({ topicId, topicName, keyword, title, articleType, searchVolume, standing }: OpenPage): Candidate {
  const searched = searchVolume === null ? 'nobody has counted its searches' : `${searchVolume} searches a month`;
  return given({
    keyword,
    title: title ?? undefined,
    articleType: articleType ?? undefined,
    topicId,
    source: 'topic' as const,
    value: valueOfPage({ searchVolume, standing }),
    why: `${standings[standing]} ${JSON.stringify(topicName)}, and nothing is for it; ${searched}.`,
  });
}

type Gap = Awaited<ReturnType<CandidateNeeds['visibility']['analyzeGaps']>>['data'][number];

function fromGap({ keyword, prompt, topicId, answers, certain, competitors, arguments: asked }: Gap): Candidate {
  const first = competitors[0]!;
  const { instructions } = asked as { instructions?: string };
  return given({
    keyword,
    topicId: topicId ?? undefined,
    instructions,
    source: 'content_gap' as const,
    value: valueOfGap({ present: first.present, answers, certain }),
    why: `${first.name} is named or cited in ${first.present} of ${answers} answers to ${JSON.stringify(clipAtWord(prompt, maxPrompt))}, ahead of you${certain ? '' : ', which may be chance'}.`,
  });
}

type Piece = Awaited<ReturnType<CandidateNeeds['contentRadar']['recommend']>>['recommendations'][number];

function fromRadar({ keyword, score, reason }: Piece): Candidate {
  return { keyword, source: 'radar', value: Math.round(score), why: clipAtWord(reason, maxWhy) };
}

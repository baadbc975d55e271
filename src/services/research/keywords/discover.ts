import type { DiscoveredKeyword, DiscoveredKeywords, KeywordDiscovery } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import { intentOf } from '../../../keywords/intent.ts';
import type { Caller } from '../../../operation.ts';
import type { Projects } from '../../account/index.ts';
import { checkCodes } from '../../common/asked-keyword.ts';
import { timeLimit } from '../../common/time-limit.ts';
import { given, isoTime } from '../../common/wire.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import { toCovering, type Calendar } from '../../planning/index.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';
import type { Asked, SuggestionWish } from '../suggestions/suggestions.ts';
import { aboutSeeds, gather, orderOf, ranking, type Candidate } from './candidates.ts';
import { keptFigures, type FigureNeeds, type Known } from './figures.ts';
import { hintFor } from './hint.ts';
import { planOf, type PlanNeeds, type Plannable } from './plan.ts';
import { measuredOf, positionsOf } from './positions.ts';
import { nothingSaid, saidOn } from './said.ts';
import { shownFor } from './shown.ts';

export interface DiscoveryNeeds extends PlanNeeds, FigureNeeds {
  projects: Projects;
  knowledge: Pick<KnowledgeBase, 'subjects' | 'questions' | 'retrieve'>;
  calendar: Pick<Calendar, 'holders' | 'similar' | 'freeDays'>;
  searchConsole: SearchConsoleServices['searchConsole'];
  suggestionsOn(wish: SuggestionWish, how: { signal: AbortSignal; told: (step: string) => void }): Promise<Asked[]>;
}

export const discoveryLimits = { suggestionMs: 25_000, weighed: 240, seeds: 20, rows: 20, merged: 20 } as const;

/** What share of the work is done when the services have been asked. */
const askedShare = 0.6;
/** How many requests are sent is not known before: after so many half of that share is done. */
const usualRequests = 25;

/** Keywords that articles could be written for, by what is stored and, where asked for, by completion services. */
export async function discover(
  needs: DiscoveryNeeds,
  input: KeywordDiscovery,
  caller: Pick<Caller, 'signal' | 'progress'>,
): Promise<DiscoveredKeywords> {
  checkCodes(input);
  const { projectId, questionsOnly = false, intent, limit = discoveryLimits.rows } = input;
  const project = await needs.projects.resolve(projectId);
  const language = input.language ?? project.language;
  const market = { country: input.country ?? project.country, language };
  const about = await known(needs, project, input.seeds ?? [], language);
  const asked = await ask(needs, about.wished, { ...market, sources: input.sources }, caller);
  const { candidates, merged } = gather({ ...about, asked }, language);
  const wanted = candidates.filter((one) => (!questionsOnly || one.isQuestion) && (!intent || intentIn(project, language, one.keyword).label === intent)); // prettier-ignore
  const some = wanted.slice(0, discoveryLimits.weighed);
  caller.progress?.(askedShare, 'Looking in the documents');
  const figures = await keptFigures(needs, project, { ...market, keywords: some.map(({ keyword }) => keyword) });
  const { isConfigured } = figures;
  const weighed = (await weigh(needs, { project, language, about, figures }, some, caller)).toSorted((one, other) =>
    compare(one.row, other.row),
  );
  const { plan, planned } = await planOf(needs, project, projectId, weighed, limit);
  // Whoever carries the plan out has seen what it rests on.
  const [first, others] = [true, false].map((isPlanned) => weighed.filter(({ row }) => planned.has(row.keyword) === isPlanned));
  const shown = [...first!, ...others!].slice(0, limit);
  caller.progress?.(1);
  return {
    projectId: project.id,
    keywords: shown.map(({ row }) => row),
    found: weighed.length,
    leftOut: wanted.length - some.length,
    ranking,
    asked: asked.filter(({ stopped }) => stopped?.reason !== 'not_named').map(toAsked),
    merged: merged.slice(0, discoveryLimits.merged),
    mergedCount: merged.length,
    plan,
    hint: hintFor({
      hasFigures: isConfigured,
      hasDocuments: about.hasDocuments,
      rows: weighed.length,
      hasPlan: plan !== null,
    }),
  };
}

type About = Awaited<ReturnType<typeof known>>;

/** What is stored that keywords can come from, and what services are asked on. */
async function known({ knowledge, searchConsole }: DiscoveryNeeds, project: Project, seeds: readonly string[], language: string) {
  const isAbout = aboutSeeds(seeds, language);
  const subjects = await knowledge.subjects(project);
  const questions = await knowledge.questions(project);
  const ofSeeds = ({ keyword, title, heading }: (typeof subjects)[number]) => isAbout(`${keyword} ${title} ${heading ?? ''}`);
  return {
    seeds,
    subjects: subjects.filter(ofSeeds),
    questions: questions.filter(ofSeeds),
    shown: (await shownFor(searchConsole, project)).filter(({ keyword }) => isAbout(keyword)),
    wished: seeds.length > 0 ? seeds : subjects.slice(0, discoveryLimits.seeds).map(({ keyword }) => keyword),
    hasDocuments: subjects.length + questions.length > 0,
  };
}

async function ask(
  { system, suggestionsOn }: DiscoveryNeeds,
  seeds: readonly string[],
  { sources, language, country }: Pick<KeywordDiscovery, 'sources'> & { language: string; country: string | null },
  { signal = system.closing, progress }: Pick<Caller, 'signal' | 'progress'>,
): Promise<Asked[]> {
  const limit = timeLimit(system, discoveryLimits.suggestionMs, AbortSignal.any([signal, system.closing]));
  let requests = 0;
  const told = (step: string) => progress?.(askedShare * (1 - usualRequests / (usualRequests + ++requests)), step);
  try {
    const asked = await suggestionsOn({ seeds, sources, language, country }, { signal: limit.signal, told });
    signal.throwIfAborted();
    return asked;
  } finally {
    await limit.end();
  }
}

const intentIn = ({ brandTerms }: Project, language: string, keyword: string) => intentOf(keyword, { language, brandTerms });

/** Each with what is known of it. A question by a pattern stays only where documents say something on it, or nobody can tell. */
async function weigh(
  needs: DiscoveryNeeds,
  { project, language, about, figures }: { project: Project; language: string; about: About; figures: Known },
  some: readonly Candidate[],
  { signal }: Pick<Caller, 'signal'>,
): Promise<Plannable[]> {
  const { store, system, calendar, knowledge, searchConsole } = needs;
  const turn = system.turns(signal);
  const keywords = some.map(({ keyword }) => keyword);
  const holders = await calendar.holders(project, keywords);
  const similar = await calendar.similar(project, keywords);
  const positionOf = await positionsOf(store.db, project, keywords, searchConsole);
  const rows: Plannable[] = [];
  for (const [index, { keyword, sources, subject, isQuestion: question, isGuess }] of some.entries()) {
    const said = about.hasDocuments ? await saidOn(knowledge, project, keyword, language) : nothingSaid;
    await turn();
    if (isGuess && about.hasDocuments && !said.documents.best) continue;
    const { label, confidence } = intentIn(project, language, keyword);
    const holder = holders[index];
    const measured = measuredOf(figures.of(keyword), positionOf(keyword));
    const row = {
      keyword,
      intent: { label, confidence },
      ...measured,
      why: { ...measured.why, ...(said.relevance === null && { relevance: 'too_few' }) },
      coveredBy: holder ? toCovering(holder) : null,
      near: holder ? undefined : similar.get(keyword)?.[0],
      question,
      ...said,
      sources,
    };
    rows.push({ row: given(row), subject });
  }
  return rows;
}

function compare(one: DiscoveredKeyword, other: DiscoveredKeyword): number {
  const others = orderOf(other);
  return orderOf(one).map((value, index) => value - others[index]!).find((difference) => difference !== 0) ?? 0; // prettier-ignore
}

function toAsked({ source, answers, requests, kept, leftOut, stopped }: Asked): DiscoveredKeywords['asked'][number] {
  const oldest = Math.min(...answers.map(({ askedAt }) => askedAt));
  return { source, requests, kept, keptSince: answers.length === 0 ? null : isoTime(oldest), leftOut, why: stopped };
}

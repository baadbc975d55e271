import type { DiscoveredKeyword, DiscoveredKeywords, KeywordDiscovery } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import { isQuestion, patternsOn } from '../../../keywords/expansion.ts';
import type { Caller } from '../../../operation.ts';
import type { Projects } from '../../account/index.ts';
import { allAsAsked, checkCodes } from '../../common/asked-keyword.ts';
import { saidOnce } from '../../common/said-once.ts';
import { given } from '../../common/wire.ts';
import type { KnowledgeBase } from '../../knowledge/index.ts';
import { toCovering, type Calendar } from '../../planning/index.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';
import { ask, servicesAsked, type AskingNeeds } from './ask.ts';
import { aboutSeeds, gather, orderOf, ranking, type Candidate } from './candidates.ts';
import { keptFigures, type FigureNeeds, type Known } from './figures.ts';
import { hintFor } from './hint.ts';
import { intentOn } from './intent.ts';
import { measuredOf } from './measured.ts';
import { questionsOnThings } from './patterns.ts';
import { outlineBeside } from './outline.ts';
import { maxPlanned, planOf, type PlanNeeds } from './plan.ts';
import { positionsOf } from './positions.ts';
import { pagesAsked, relatedOn } from './related.ts';
import { saidOn } from './said.ts';
import { shownFor } from './shown.ts';

export interface DiscoveryNeeds extends PlanNeeds, FigureNeeds, AskingNeeds {
  projects: Projects;
  knowledge: Pick<KnowledgeBase, 'subjects' | 'questions' | 'outline' | 'beginning' | 'retrieve'>;
  calendar: Pick<Calendar, 'holders' | 'similar' | 'freeDays'>;
  searchConsole: SearchConsoleServices['searchConsole'];
}

export const discoveryLimits = { judged: 1_000, weighed: 240, seeds: 20, shown: 100, rows: 20, merged: 20 } as const;

/** What share of the work is done when the services have been asked. */
const askedShare = 0.6;

/** A row, why what is null in it is so, and what it is a keyword on. */
interface Weighed extends Pick<Candidate, 'subject' | 'from'> {
  row: Omit<DiscoveredKeyword, 'why'> & { why: Record<string, string> };
}

/** Keywords that articles could be written for, by what is stored and, where asked for, by completion services. */
export async function discover(
  needs: DiscoveryNeeds,
  input: KeywordDiscovery,
  caller: Pick<Caller, 'signal' | 'progress'>,
): Promise<DiscoveredKeywords> {
  checkCodes(input);
  const seeds = allAsAsked('seeds', input.seeds ?? []);
  const { projectId, questionsOnly = false, intent, limit = discoveryLimits.rows, sources } = input;
  const project = await needs.projects.resolve(projectId);
  const language = input.language ?? project.language;
  const market = { country: input.country ?? project.country, language };
  const about = await stored(needs, project, seeds, { language, questionsOnly, signal: caller.signal });
  const { services, seedPages } = await ask(needs, project, { ...market, seeds: about.wished, sources }, { ...caller, share: askedShare });
  const pages = await relatedOn(needs, project, { market, ...about });
  const { candidates, merged } = gather({ ...about, pages, asked: services }, language);
  caller.progress?.(askedShare, 'Looking in the documents');
  const asking = candidates.filter((one) => !questionsOnly || one.isQuestion);
  const known = await keptFigures(needs, project, { ...market, keywords: asking.slice(0, discoveryLimits.judged).map(({ keyword }) => keyword) }); // prettier-ignore
  const wanted = asking.filter(({ keyword }) => intent === undefined || intentOn(keyword, { project, language, known }).label === intent);
  const weighed = await weigh(needs, { project, ...market, about, known }, wanted.slice(0, discoveryLimits.weighed), caller);
  const { plan, planned, notPlanned } = await planOf(needs, project, projectId, weighed, limit);
  // Whoever carries the plan out has seen what it rests on.
  const [first, others] = [true, false].map((isPlanned) => weighed.filter(({ row }) => planned.has(row.keyword) === isPlanned));
  const { why, rows } = saidOnce(
    [...first!, ...others!].slice(0, limit).map(({ row }) => given({ ...row, notPlanned: notPlanned.get(row.keyword) })),
  );
  const found = weighed.length;
  const outline = about.hasDocuments ? await outlineBeside(needs.knowledge, project, weighed, about.isAbout) : [];
  caller.progress?.(1);
  return {
    projectId: project.id,
    keywords: rows,
    why,
    found,
    leftOut: Math.max(0, wanted.length - discoveryLimits.weighed),
    ranking,
    asked: [...servicesAsked(services), ...pagesAsked(pages, seedPages), ...about.read, ...known.asked.filter(({ source }) => source !== 'results')], // prettier-ignore
    merged: merged.slice(0, discoveryLimits.merged),
    mergedCount: merged.length,
    plan,
    ...(outline.length > 0 && { outline }),
    hint: hintFor({
      hasFigures: known.isConfigured,
      hasDocuments: about.hasDocuments,
      rows: rows.length,
      found,
      planned: planned.size,
      wanted: Math.min(maxPlanned, limit, found),
      notPlanned: [...notPlanned.values()],
      hasOutline: outline.length > 0,
    }),
  };
}

type About = Awaited<ReturnType<typeof stored>>;

interface Stored extends Pick<Caller, 'signal'> {
  language: string;
  questionsOnly: boolean;
}

/** What is stored that keywords can come from, and what services are asked on. */
async function stored(needs: DiscoveryNeeds, project: Project, seeds: readonly string[], { language, questionsOnly, signal }: Stored) {
  const isAbout = aboutSeeds(seeds, language);
  const allSubjects = await needs.knowledge.subjects(project);
  const allQuestions = await needs.knowledge.questions(project);
  const ofSeeds = ({ keyword, title, heading }: (typeof allSubjects)[number]) => isAbout(`${keyword} ${title} ${heading ?? ''}`);
  const [subjects, questions] = [allSubjects.filter(ofSeeds), allQuestions.filter(ofSeeds)];
  const { shown: searches, asked: read } = await shownFor(needs, project);
  const shown = searches.filter(({ keyword }) => isAbout(keyword)).slice(0, discoveryLimits.shown);
  const hasDocuments = allSubjects.length + allQuestions.length > 0;
  const named = seeds.filter((seed) => !isQuestion(seed, language)).map((keyword) => ({ keyword, from: null }));
  const things = [...named, ...subjects.filter(({ isThing }) => isThing).map((from) => ({ keyword: from.keyword, from }))];
  const patterns = hasDocuments
    ? await questionsOnThings({ knowledge: needs.knowledge, turn: needs.system.turns(signal), questionsOnly }, project, things, language)
    : named.map(({ keyword }) =>
        patternsOn(keyword, language).map(({ question }) => ({ keyword: question, subject: keyword, from: null })),
      );
  return {
    isAbout,
    patterns,
    subjects,
    questions,
    shown,
    read,
    /** Those whose results pages are looked for. */
    keywords: [...seeds, ...[...subjects, ...questions, ...shown].map(({ keyword }) => keyword)],
    wished: seeds.length > 0 ? seeds : allSubjects.slice(0, discoveryLimits.seeds).map(({ keyword }) => keyword),
    hasDocuments,
  };
}

/** Each with what is known of it, best first. A question by a pattern stays only where documents say something on it, or nobody can tell. */
async function weigh(
  needs: DiscoveryNeeds,
  { project, country, language, about, known }: { project: Project; country: string | null; language: string; about: About; known: Known },
  some: readonly Candidate[],
  { signal }: Pick<Caller, 'signal'>,
): Promise<Weighed[]> {
  const { store, system, calendar, knowledge } = needs;
  const turn = system.turns(signal);
  const keywords = some.map(({ keyword }) => keyword);
  const holders = await calendar.holders(project, keywords);
  const similar = await calendar.similar(project, keywords);
  const measuring = {
    known,
    language,
    positionOf: await positionsOf(store.db, project, { keywords, country, language }, needs.searchConsole),
  };
  const rows: Weighed[] = [];
  for (const [index, { keyword, sources, subject, isQuestion: question, isGuess, from }] of some.entries()) {
    const said = about.hasDocuments ? await saidOn(knowledge, project, keyword, language, from) : { relevance: null };
    await turn();
    if (isGuess && about.hasDocuments && !said.documents) continue;
    const { label, confidence } = intentOn(keyword, { project, language, known });
    const holder = holders[index];
    const { why, ...measured } = measuredOf(measuring, keyword);
    const row = {
      keyword,
      intent: { label, confidence },
      ...measured,
      coveredBy: holder ? toCovering(holder) : undefined,
      near: holder ? undefined : similar.get(keyword)?.[0],
      question,
      ...said,
      sources,
      why: said.relevance === null ? { ...why, relevance: 'too_few' } : why,
    };
    rows.push({ row: given(row), subject, from });
  }
  return rows.toSorted((one, other) => compare(one.row, other.row));
}

function compare(one: Weighed['row'], other: Weighed['row']): number {
  const others = orderOf(other);
  return orderOf(one).map((value, index) => value - others[index]!).find((difference) => difference !== 0) ?? 0; // prettier-ignore
}

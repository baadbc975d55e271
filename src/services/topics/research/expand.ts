import type { Project } from '../../../../schema/projects.ts';
import type { ResearchSource } from '../../../../schema/topic-plan.ts';
import { AppError } from '../../../errors.ts';
import { isQuestion } from '../../../keywords/expansion.ts';
import type { SuggestSource } from '../../../providers/suggest/suggest.ts';
import type { System } from '../../../system.ts';
import { asAsked } from '../../common/asked-keyword.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import type { ResearchServices } from '../../research/index.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';
import { aboutTopic } from './about.ts';
import { isAboutTopic, relatedIn, saysEnough, subjectsFor, wholeFirst, type Documents, type Subject } from './documents.ts';
import type { Embedding } from './embed.ts';
import { nearestFirst } from './nearest.ts';

export interface Expanding
  extends Documents, Embedding, Pick<ResearchServices, 'suggestionsOn'>, Pick<SearchConsoleServices, 'searchConsole'> {
  system: System;
}

/** What one source says. */
export interface Heard extends Pick<ResearchSource, 'source' | 'requests' | 'reason' | 'detail'> {
  /** Each once. */
  found: readonly string[];
  /** Of these, those that are about the topic. */
  about: readonly string[];
}

export interface Expanded {
  heard: Heard[];
  /** By keyword, how often the site was shown for it. */
  impressions: ReadonlyMap<string, number>;
  /** By keyword, what the documents are about. */
  subjects: ReadonlyMap<string, Subject>;
  /** Of these where none says enough, those that stand for the topic, each with its place. */
  related: ReadonlyMap<string, number>;
  /** Those that are neither, whole documents first, then the nearest. */
  others: string[];
}

interface How {
  attempt: JobAttempt;
  sources: readonly SuggestSource[] | undefined;
  turn: () => Promise<void>;
}

/** A completion service is asked once a second, so this is what it takes most of the time of a research. */
const askingMs = 180_000;
/** Keywords that services are asked about, the pillar first. */
const maxAsked = 6;
const maxQueries = 100;
/** Half a year, one a week. */
const maxNear = 26;

/** What is said around a topic: by what the site is shown for, by the project's documents, and by what services complete. */
export async function expand(needs: Expanding, project: Project, seeds: readonly [string, ...string[]], how: How): Promise<Expanded> {
  const { language } = project;
  const about = (found: readonly string[]) => aboutTopic(found, seeds, { language, turn: how.turn });
  const shown = await queriesWith(needs, project, seeds[0]);
  const queries = [...shown.impressions.keys()];
  const subjects = await subjectsFor(needs, project, seeds, how.turn);
  const fit = subjects.filter(isAboutTopic);
  const nearest = await nearestFirst(needs, project, seeds[0], subjects, how.attempt.signal);
  const unfit = (some: readonly Subject[]) => some.filter((one) => !isAboutTopic(one));
  const related = keywordsOf(unfit(subjects.some(saysEnough) ? [] : relatedIn(nearest))).slice(0, maxNear);
  const none = subjects.length > 0 ? undefined : { reason: 'none', detail: 'No document of the project has a subject that can be told.' };
  const heard = [
    toHeard('search_console', queries, await about(queries), shown.why),
    toHeard('documents', keywordsOf(subjects), [...keywordsOf(fit), ...related], none),
  ];
  for (const { source, answers, requests, stopped } of await suggestions(needs, project, seeds.slice(0, maxAsked), how)) {
    const found = questionsFirst([...new Set(answers.flatMap(({ completions }) => completions).map(asAsked))], language);
    heard.push({ ...toHeard(source, found, await about(found), stopped ?? undefined), requests });
  }
  return {
    heard,
    impressions: shown.impressions,
    subjects: new Map(subjects.map((subject) => [subject.keyword, subject])),
    related: new Map(related.map((keyword, place) => [keyword, place])),
    others: keywordsOf(wholeFirst(unfit(nearest))).filter((keyword) => !related.includes(keyword)),
  };
}

const keywordsOf = (some: readonly { keyword: string }[]): string[] => [...new Set(some.map(({ keyword }) => keyword))];

interface Why {
  reason: string;
  detail: string;
}

function toHeard(source: Heard['source'], found: readonly string[], about: readonly string[], why?: Why): Heard {
  return { source, found, about, requests: 0, reason: why?.reason ?? null, detail: why?.detail ?? null };
}

/** What Google shows the site for that holds the pillar keyword, from what is stored. */
async function queriesWith({ searchConsole }: Expanding, { id: projectId }: Project, pillar: string) {
  try {
    const report = await searchConsole.query({ projectId, dimensions: ['query'], query: pillar, sort: 'impressions', limit: maxQueries });
    const rows = (report.data ?? []).flatMap(({ query, impressions: times }) =>
      query === undefined ? [] : [[asAsked(query), times] as const],
    );
    return { impressions: new Map(rows) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { impressions: new Map<string, number>(), why: { reason: error.code, detail: error.message } };
  }
}

/** Asks as much as there is time for. A job that is canceled meanwhile stops it. */
async function suggestions(
  { system, suggestionsOn }: Expanding,
  { language, country }: Project,
  seeds: readonly string[],
  { attempt, sources }: How,
) {
  const stop = new AbortController();
  const cancelTimer = system.after(askingMs, () => stop.abort());
  let telling = Promise.resolve();
  const told = (step: string) => {
    telling = telling.then(async () => {
      if (stop.signal.aborted) return;
      await attempt.report(`expand: ${step}`, 0.2).catch((error: unknown) => stop.abort(error));
    });
  };
  try {
    const signal = AbortSignal.any([attempt.signal, stop.signal]);
    return await suggestionsOn({ seeds, language, country, sources }, { signal, told });
  } finally {
    cancelTimer();
    await telling;
  }
}

function questionsFirst(keywords: readonly string[], language: string): string[] {
  const { true: questions = [], false: others = [] } = Object.groupBy(keywords, (keyword) => `${isQuestion(keyword, language)}` as const);
  return [...questions, ...others];
}

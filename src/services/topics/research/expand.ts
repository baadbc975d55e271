import type { Project } from '../../../../schema/projects.ts';
import type { ResearchSource } from '../../../../schema/topic-plan.ts';
import { AppError } from '../../../errors.ts';
import { isQuestion } from '../../../keywords/expansion.ts';
import type { SuggestSource } from '../../../providers/suggest/suggest.ts';
import type { System } from '../../../system.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import type { KnowledgeServices } from '../../knowledge/index.ts';
import type { ResearchServices } from '../../research/index.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';

export interface Expanding extends Pick<ResearchServices, 'suggestionsOn'>, Pick<SearchConsoleServices, 'searchConsole'> {
  system: System;
  knowledge: Pick<KnowledgeServices['knowledge'], 'subjects'>;
}

export interface Expanded {
  keywords: string[];
  /** By keyword, how often the site was shown for it. */
  impressions: ReadonlyMap<string, number>;
  sources: ResearchSource[];
}

/** A completion service is asked once a second, so this is what it takes most of the time of a research. */
const askingMs = 180_000;
/** Keywords that services are asked about, the pillar first. */
const maxAsked = 6;
const maxQueries = 100;
const maxLength = 200;
/** Found keywords that are looked at. */
const maxFound = 2_000;

/** What is said around a topic: by what the site is shown for, by the project's documents, and by what services complete. */
export async function expand(
  needs: Expanding,
  project: Project,
  seeds: readonly [string, ...string[]],
  { attempt, sources }: { attempt: JobAttempt; sources: readonly SuggestSource[] | undefined },
): Promise<Expanded> {
  const shown = await queriesWith(needs, project, seeds[0]);
  const subjects = (await needs.knowledge.subjects(project)).map(({ keyword }) => keyword);
  const none = { reason: 'none', detail: 'No document of the project has a subject that can be told.' };
  const asked = await suggestions(needs, project, seeds.slice(0, maxAsked), { attempt, sources });
  const completions = asked.map(({ answers }) => answers.flatMap((answer) => answer.completions));
  const keywords = [...shown.impressions.keys(), ...subjects, ...questionsFirst(completions.flat(), project.language)];
  return {
    keywords: [...new Set(keywords.map(tidied))].filter((keyword) => keyword !== '' && keyword.length <= maxLength).slice(0, maxFound),
    impressions: shown.impressions,
    sources: [
      heard('topic', seeds.length),
      heard('documents', subjects.length, subjects.length === 0 ? none : undefined),
      shown.source,
      ...asked.map(({ source, requests, stopped }, index): ResearchSource => {
        const found = new Set(completions[index]).size;
        return { source, found, requests, reason: stopped?.reason ?? null, detail: stopped?.detail ?? null };
      }),
    ],
  };
}

const tidied = (keyword: string): string => keyword.replace(/\s+/gu, ' ').trim();

function heard(source: ResearchSource['source'], found: number, why?: { reason: string; detail: string }): ResearchSource {
  return { source, found, requests: 0, ...(why ?? { reason: null, detail: null }) };
}

/** What Google shows the site for that holds the pillar keyword, from what is stored. */
async function queriesWith({ searchConsole }: Expanding, { id: projectId }: Project, pillar: string) {
  try {
    const report = await searchConsole.query({ projectId, dimensions: ['query'], query: pillar, sort: 'impressions', limit: maxQueries });
    const impressions = new Map(
      (report.data ?? []).flatMap(({ query, impressions: times }) => (query === undefined ? [] : [[query, times] as const])),
    );
    return { impressions, source: heard('search_console', impressions.size) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { impressions: new Map<string, number>(), source: heard('search_console', 0, { reason: error.code, detail: error.message }) };
  }
}

/** Asks as much as there is time for. A job that is canceled meanwhile stops it. */
async function suggestions(
  { system, suggestionsOn }: Expanding,
  { language, country }: Project,
  seeds: readonly string[],
  { attempt, sources }: { attempt: JobAttempt; sources: readonly SuggestSource[] | undefined },
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

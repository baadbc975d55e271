import type { PromptCandidates, SeedKind } from '../../../../schema/prompt-explorer.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db } from '../../../db/open.ts';
import type { Seed } from '../../../visibility/explore/candidates.ts';
import { AppError } from '../../../errors.ts';
import type { KnowledgeServices } from '../../knowledge/index.ts';
import type { ResearchServices } from '../../research/index.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';
import { topicKeywordsOf, trackedKeywordsOf } from './queries.ts';

export interface Seeding {
  db: Db;
  knowledge: Pick<KnowledgeServices['knowledge'], 'questions'>;
  searchConsole: Pick<SearchConsoleServices['searchConsole'], 'query'>;
  results: Pick<ResearchServices['results'], 'kept'>;
}

/** What one source gave, or why it gave nothing. */
export interface Source {
  kind: SeedKind;
  seeds: Seed[];
  why: string;
}

/** Looked through at most. */
const seedLimits = { topicKeywords: 300, trackedKeywords: 200, queries: 100, pages: 200, questions: 200 } as const;
/** A topic is about its pillar keyword, asked for often or not. */
export const pillarDemand = 0.3;
/** A place among the first so many counts as more to gain from. */
const maxPosition = 100;

/** All that people ask or look for, as far as it is stored: nothing is asked of the network. */
export async function seedsFor(needs: Seeding, project: Project, topicId: string | undefined): Promise<Source[]> {
  const own = await topicKeywordsOf(needs.db, { projectId: project.id, topicId }, seedLimits.topicKeywords);
  const tracked = await trackedKeywordsOf(needs.db, project.id, seedLimits.trackedKeywords);
  const keywords = [...own, ...tracked].map(({ keyword }) => keyword);
  return [
    await resultsQuestions(needs, project, keywords.slice(0, seedLimits.pages)),
    await searchQueries(needs, project),
    {
      kind: 'tracked_keyword',
      why: 'No keyword is tracked. See rankings_track.',
      seeds: tracked.map(({ keyword, position }) => ({
        kind: 'tracked_keyword',
        text: keyword,
        why: `You track “${keyword}”, ${position === null ? 'and no position is known.' : `and stand at ${position}.`}`,
        demand: position === null ? 0 : 1 - Math.min(position, maxPosition) / maxPosition,
      })),
    },
    {
      kind: 'topic_keyword',
      why: 'No topic has a keyword. See topics_create.',
      seeds: own.map(({ keyword, name, is_pillar: isPillar }) => ({
        kind: 'topic_keyword',
        text: keyword,
        why: `“${keyword}” is ${isPillar === 1 ? 'the pillar keyword' : 'a keyword'} of the topic “${name}”.`,
        demand: isPillar * pillarDemand,
      })),
    },
    await documentQuestions(needs, project),
  ];
}

export function toldOf(sources: readonly Source[]): PromptCandidates['sources'] {
  return sources.map(({ kind, seeds, why }) => ({ kind, count: seeds.length, why: seeds.length > 0 ? null : why }));
}

/** What Google shows as asked by others, on the results pages that are kept. */
async function resultsQuestions({ results }: Seeding, { language, country }: Project, keywords: readonly string[]): Promise<Source> {
  const kept = [...(await results.kept({ language, country }, keywords)).values()];
  const seeds = kept.flatMap(({ keyword, questions }) =>
    questions.map((text, place): Seed => {
      const why = `The results page for “${keyword}” shows it as asked by others.`;
      return { kind: 'results_question', text, why, demand: 1 / (place + 1) };
    }),
  );
  return {
    kind: 'results_question',
    seeds: seeds.slice(0, seedLimits.questions),
    why: 'No results page with questions is kept of these keywords. keywords_discover and rankings_check keep some.',
  };
}

/** What Google shows the site for, by what is stored. */
async function searchQueries({ searchConsole }: Seeding, { id: projectId }: Project): Promise<Source> {
  try {
    const report = await searchConsole.query({ projectId, dimensions: ['query'], sort: 'impressions', limit: seedLimits.queries });
    const rows = (report.data ?? []).flatMap(({ query, impressions }) => (query === undefined ? [] : [{ query, impressions }]));
    const most = Math.max(1, ...rows.map(({ impressions }) => impressions));
    const seeds = rows.map(({ query, impressions }): Seed => {
      const why = `Google showed the site ${impressions.toLocaleString('en')} times for “${query}”.`;
      return { kind: 'search_query', text: query, why, demand: Math.log1p(impressions) / Math.log1p(most) };
    });
    return { kind: 'search_query', seeds, why: 'Google showed the site for nothing in the last 30 days.' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: 'search_query', seeds: [], why: error.message };
  }
}

async function documentQuestions({ knowledge }: Seeding, project: Project): Promise<Source> {
  const seeds = (await knowledge.questions(project)).map(({ keyword, title }): Seed => ({
    kind: 'document_question',
    text: keyword,
    why: `The document “${title}” asks it.`,
    demand: 0.5,
  }));
  return { kind: 'document_question', seeds, why: 'No document of the knowledge base asks a question.' };
}

import type { FindableKind, LinkDiscoveryJob } from '../../../../schema/link-discovery.ts';
import { howToConfigure } from '../../../../schema/providers.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Given } from '../given.ts';
import { dayMs } from '../prospects/cadence.ts';
import { answersSinceDays } from './candidates.ts';

/** What there is to find pages by. */
export interface Means {
  project: Pick<Project, 'id' | 'brandTerms'>;
  hasCompetitors: boolean;
  /** Lately. */
  hasAnswers: boolean;
  hasSubjects: boolean;
  hasOwnPages: boolean;
  hasProvider: boolean;
}

/** In codes, and what to do about it. */
export interface Lack {
  why: string;
  hint: string;
}

/** What keeps a kind from being found, or most of it; null where nothing does. */
export function lackOf(kind: FindableKind, means: Means): Lack | null {
  const tooFew = (hint: string): Lack => ({ why: 'too_few', hint });
  switch (kind) {
    case 'cited':
      if (!means.hasCompetitors) return tooFew('No competitor is tracked: add some with competitors_add.');
      return means.hasAnswers
        ? null
        : tooFew('No answer of an engine was read lately: hand some in with ai_answers_submit, or ask with ai_visibility_run.');
    case 'broken_link':
      return means.hasOwnPages
        ? null
        : tooFew('No page of the project was read that could replace one: posts_refresh or audit_start reads them.');
    case 'mention':
      if (means.project.brandTerms.every((term) => term === '')) {
        const hint = `The project has no names to look for: set them with projects_update { id: "${means.project.id}", brandTerms }.`;
        return { why: 'not_applicable', hint };
      }
      return means.hasProvider ? null : noProvider;
    case 'resource_page':
      if (!means.hasSubjects) return tooFew('The project has no topics: make some with topics_create, or give keywords.');
      return means.hasProvider ? null : noProvider;
  }
}

const noProvider: Lack = {
  why: 'integration_required',
  hint: `Nobody looks results pages up: only pages that are known already are read. serper: ${howToConfigure('serper')}`,
};

/** It is missing for all: a site is offered a page. */
const noOwnPages = 'No page of yours was read, so none can be offered, nor replace what is gone: posts_refresh reads them; do it first.';

/** As it stands before a search. */
export async function meansOf(
  { store: { db }, system, competitors, results }: Pick<Given, 'store' | 'system' | 'competitors' | 'results'>,
  project: Project,
  keywords: readonly string[],
): Promise<Means> {
  const { id } = project;
  const since = system.now() - answersSinceDays * dayMs;
  const answers = db.selectFrom('ai_answers').select('id').where('project_id', '=', id).where('asked_at', '>=', since).limit(1);
  const own = db.selectFrom('crawled_pages').select('id').where('project_id', '=', id).where('origin', '=', 'own').limit(1);
  return {
    project,
    hasCompetitors: (await competitors.ofProject(id)).length > 0,
    hasAnswers: (await answers.executeTakeFirst()) !== undefined,
    hasSubjects: keywords.length > 0,
    hasOwnPages: (await own.executeTakeFirst()) !== undefined,
    hasProvider: (await results.providersOf(id)).length > 0,
  };
}

/** What keeps a search from more, told before it begins: each thing once, with the kinds that it is missing for. */
export function missingFor(kinds: readonly FindableKind[], means: Means): LinkDiscoveryJob['missing'] {
  const lacks = kinds.flatMap((kind) => {
    const lack = kind === 'broken_link' ? null : lackOf(kind, means);
    return lack ? [{ kind, ...lack }] : [];
  });
  return [
    ...[...Map.groupBy(lacks, ({ hint }) => hint)].map(([hint, same]) => ({ kinds: same.map(({ kind }) => kind), hint })),
    ...(means.hasOwnPages ? [] : [{ kinds: [...kinds], hint: noOwnPages }]),
  ];
}

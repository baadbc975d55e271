import type { AskedSource, KeywordDiscovery } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Caller } from '../../../operation.ts';
import type { System } from '../../../system.ts';
import { timeLimit } from '../../common/time-limit.ts';
import { askOnSeeds, type SeedPages } from '../results/ask-seeds.ts';
import type { Results } from '../results/results.ts';
import type { Asked, SuggestionWish } from '../suggestions/suggestions.ts';
import { oldestOf } from './figures.ts';

export interface AskingNeeds {
  system: System;
  results: Pick<Results, 'requireProvider' | 'ask' | 'kept'>;
  suggestionsOn(wish: SuggestionWish, how: { signal: AbortSignal; told: (step: string) => void }): Promise<Asked[]>;
}

/** Time for all that are asked within one call. */
export const askingMs = 25_000;
/** How many requests are sent is not known before: after so many half of the work's share is done. */
const usualRequests = 25;

type Wish = Omit<SuggestionWish, 'sources'> & Pick<KeywordDiscovery, 'sources'>;

export interface Answered {
  services: Asked[];
  /** What was looked up on the seeds; null where nobody named `results`. */
  seedPages: SeedPages | null;
}

/** Asks completion services on the seeds and, where `results` is named, whoever looks results pages up. What is done is told as a part of `share`. */
export async function ask(
  { system, results, suggestionsOn }: AskingNeeds,
  project: Project,
  { sources, ...wish }: Wish,
  { signal = system.closing, progress, share }: Pick<Caller, 'signal' | 'progress'> & { share: number },
): Promise<Answered> {
  const limit = timeLimit(system, askingMs, AbortSignal.any([signal, system.closing]));
  let requests = 0;
  const told = (step: string) => progress?.(share * (1 - usualRequests / (usualRequests + ++requests)), step);
  const how = { signal: limit.signal, told };
  try {
    const [services, seedPages] = await Promise.all([
      suggestionsOn({ ...wish, sources: sources?.filter((source) => source !== 'results') }, how),
      sources?.includes('results') ? askOnSeeds(results, project, wish, how) : null,
    ]);
    signal.throwIfAborted();
    return { services, seedPages };
  } finally {
    await limit.end();
  }
}

/** As the answer tells it; services that nobody named are none. */
export function servicesAsked(services: readonly Asked[]): AskedSource[] {
  return services
    .filter(({ stopped }) => stopped?.reason !== 'not_named')
    .map(({ source, answers, requests, kept, stopped }) => {
      return { source, requests, kept, keptSince: oldestOf(answers.map(({ askedAt }) => askedAt)), why: stopped };
    });
}

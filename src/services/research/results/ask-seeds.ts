import type { AskedSource } from '../../../../schema/keywords.ts';
import type { Project } from '../../../../schema/projects.ts';
import { AppError } from '../../../errors.ts';
import type { SearchQuestion } from '../../../providers/search/search.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import type { Results } from './results.ts';

/** How often seeds were looked up, what that cost, and what stood in the way of more. */
export type SeedPages = Pick<AskedSource, 'requests' | 'cost' | 'why'>;

/** The first ten: a page more is a call more. */
const depth = 10;

/** Has results pages looked up of those seeds of which none is kept, as long as nothing stands in the way. What goes wrong is told, never thrown. */
export async function askOnSeeds(
  results: Pick<Results, 'requireProvider' | 'ask' | 'kept'>,
  { id }: Pick<Project, 'id'>,
  { seeds, country, language }: { seeds: readonly string[] } & Pick<SearchQuestion, 'country' | 'language'>,
  { signal, told }: { signal: AbortSignal; told: (step: string) => void },
): Promise<SeedPages> {
  const kept = await results.kept({ country, language }, seeds);
  let requests = 0;
  let cost: number | null = 0;
  try {
    for (const seed of seeds.filter((one) => !kept.has(writtenKey(one)))) {
      signal.throwIfAborted();
      const provider = await results.requireProvider(id);
      const question: SearchQuestion = { keyword: seed, country, language, device: 'desktop', depth };
      const refusal = provider.cannot(question);
      if (refusal !== null) return { requests, cost, why: { reason: 'not_applicable', detail: refusal } };
      told(`${provider.provider}: ${seed}`);
      const answer = await results.ask(id, provider, question, { signal });
      requests++;
      cost = cost === null || answer.cost === null ? null : cost + answer.cost;
    }
    return { requests, cost, why: null };
  } catch (error) {
    if (signal.aborted) return { requests, cost, why: { reason: 'time', detail: 'There was no time for more. What was said is kept, so asking again goes on.' } }; // prettier-ignore
    if (!(error instanceof AppError)) throw error;
    return { requests, cost, why: { reason: error.code, detail: [error.message, error.hint].filter(Boolean).join(' ') } };
  }
}

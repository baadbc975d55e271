import { howToConfigure } from '../../../../schema/providers.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { createSearchProvider } from '../../../providers/search/index.ts';
import type { AskOptions, SearchProvider, SearchQuestion, SearchResults } from '../../../providers/search/search.ts';
import type { System } from '../../../system.ts';
import type { Integrations } from '../../account/index.ts';
import { keepResults, keptResults, type KeptQuestion, type KeptResults } from './kept.ts';

/** Results pages: asked of search providers, and kept for all who compare. For other groups only. */
export interface Results {
  /** Who looks results pages up for a project, those first that are preferred. */
  providersOf(projectId: string, db?: Pick<Tx, 'selectFrom'>): Promise<SearchProvider[]>;
  /** The same. Throws `integration_required` where there is nobody. */
  requireProvider(projectId: string): Promise<SearchProvider>;
  /** Always asks anew, and keeps the answer. Rejects as `SearchProvider.search` does. */
  ask(projectId: string, provider: SearchProvider, question: SearchQuestion, options?: AskOptions): Promise<SearchResults>;
  /** What is kept, by `writtenKey`: of each keyword the newest page. */
  kept(question: KeptQuestion, keywords: readonly string[]): Promise<Map<string, KeptResults>>;
}

/** In the order in which they are preferred: the first two look Google up. */
const searchProviders: readonly SearchProvider['provider'][] = ['serper', 'dataforseo', 'brave', 'searxng'];

interface Needs {
  store: Store;
  system: System;
  integrations: Pick<Integrations, 'findAll' | 'meter'>;
}

export function createResults({ store, system, integrations }: Needs): Results {
  async function providersOf(projectId: string, db?: Pick<Tx, 'selectFrom'>): Promise<SearchProvider[]> {
    const configured = await integrations.findAll(projectId, searchProviders, db);
    return configured.map(({ provider, settings }) =>
      createSearchProvider(system, provider as SearchProvider['provider'], settings, integrations.meter(projectId, provider)),
    );
  }

  return {
    providersOf,

    async requireProvider(projectId) {
      const [first] = await providersOf(projectId);
      if (first) return first;
      throw new AppError('integration_required', `Nobody is configured who looks results pages up: ${searchProviders.join(', ')}.`, {
        hint: searchProviders.map((name) => `${name}: ${howToConfigure(name)}`).join(' Or '),
      });
    },

    async ask(_projectId, provider, question, options) {
      const results = await provider.search(question, options);
      const { engine, provider: name } = provider;
      await store.write((tx) => keepResults(tx, { engine, provider: name, question, results }, system.now()));
      return results;
    },

    kept: (question, keywords) => keptResults(store.db, question, keywords, system.now()),
  };
}

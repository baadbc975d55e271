import { createSearchProvider } from '../../providers/search/index.ts';
import type { SearchProvider } from '../../providers/search/search.ts';
import type { System } from '../../system.ts';
import type { Integrations } from '../account/index.ts';
import type { ProvidersOf } from './serving.ts';

/** In the order in which they are preferred. */
const names: readonly SearchProvider['provider'][] = ['serper', 'dataforseo', 'brave', 'searxng'];

/** Search providers that a project has configured. */
export function providersFrom(system: System, integrations: Pick<Integrations, 'findAll' | 'meter'>): ProvidersOf {
  return async (projectId, db) => {
    const configured = await integrations.findAll(projectId, names, db);
    return configured.map(({ provider, settings }) =>
      createSearchProvider(system, provider as SearchProvider['provider'], settings, integrations.meter(projectId, provider)),
    );
  };
}

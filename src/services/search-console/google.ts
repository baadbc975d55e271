import { createSearchConsole, type SearchConsole } from '../../providers/search-console/search-console.ts';
import type { System } from '../../system.ts';
import type { Integrations } from '../account/index.ts';

/** How somebody connects it, in a hint. */
export const waysToConnect = 'the command copydesk search-console login, or integrations_set { provider: search-console }';

/** Google as a project has connected it; undefined where it has not. */
export type Google = (projectId: string) => Promise<SearchConsole | undefined>;

/** Keeps each client while its settings are the same: it holds a token. */
export function createGoogle(system: System, integrations: Pick<Integrations, 'find' | 'meter'>): Google {
  const open = new Map<string, { settings: string; client: SearchConsole }>();
  return async (projectId) => {
    const configured = await integrations.find(projectId, 'search-console');
    if (!configured) {
      open.delete(projectId);
      return undefined;
    }
    const settings = JSON.stringify(configured.settings);
    const kept = open.get(projectId);
    if (kept?.settings === settings) return kept.client;
    const client = createSearchConsole(system, configured.settings, integrations.meter(projectId, 'search-console'));
    open.set(projectId, { settings, client });
    return client;
  };
}

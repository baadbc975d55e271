import type { ProviderSettings } from '../../../schema/integrations.ts';
import type { System } from '../../system.ts';
import type { Meter } from '../meter.ts';
import { createBrave } from './brave.ts';
import { createDataForSeoSearch } from './dataforseo.ts';
import type { SearchProvider } from './search.ts';
import { createSearxng } from './searxng.ts';
import { createSerper } from './serper.ts';

/** Whoever looks results pages up, with its settings. */
export function createSearchProvider(
  system: System,
  provider: SearchProvider['provider'],
  settings: ProviderSettings,
  meter: Meter,
): SearchProvider {
  const { baseUrl, apiKey = '', username = '', password = '' } = settings;
  const at = baseUrl === undefined ? {} : { baseUrl };
  const login = password === '' ? undefined : { username, password };
  if (provider === 'searxng') return createSearxng(system, { baseUrl: baseUrl ?? '', login }, meter);
  if (provider === 'serper') return createSerper(system, { ...at, apiKey }, meter);
  if (provider === 'brave') return createBrave(system, { ...at, apiKey }, meter);
  return createDataForSeoSearch(system, { ...at, username, password }, meter);
}

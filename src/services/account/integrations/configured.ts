import type { Provider, ProviderSettings } from '../../../../schema/integrations.ts';

/** A provider's settings, from the environment or else from the project. */
export interface Configured {
  provider: Provider;
  settings: ProviderSettings;
  by: 'environment' | 'settings';
}

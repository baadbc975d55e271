import type { Provider, ProviderSettings } from '../../../../schema/integrations.ts';

/** A provider as it is set: by the environment, else by what is stored with the project. */
export interface Configured {
  provider: Provider;
  settings: ProviderSettings;
  by: 'environment' | 'settings';
}

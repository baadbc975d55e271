import { createImageModel, type ImageModel } from '../../../providers/image/generate.ts';
import { createChatModel, type ChatModel } from '../../../providers/llm/index.ts';
import { createGhost } from '../../../providers/publish/ghost.ts';
import type { PublishTarget } from '../../../providers/publish/target.ts';
import { createWordPress } from '../../../providers/publish/wordpress.ts';
import type { Provider, ProviderSettings } from '../../../../schema/integrations.ts';
import type { System } from '../../../system.ts';

/** A provider's settings, from the environment or else from the project. */
export interface Configured {
  provider: Provider;
  settings: ProviderSettings;
  by: 'environment' | 'settings';
}

const openAi = 'https://api.openai.com/v1';

export function chatModel(system: System, { provider, settings }: Configured): ChatModel {
  const { baseUrl, apiKey, model = '', contextTokens, inputPrice, outputPrice } = settings;
  return createChatModel(system, {
    provider: provider === 'anthropic' ? 'anthropic' : 'openai',
    baseUrl,
    apiKey,
    model,
    contextTokens,
    inputPrice,
    outputPrice,
  });
}

export function imageModel(system: System, { settings }: Configured): ImageModel {
  const { baseUrl = openAi, apiKey, model = '' } = settings;
  return createImageModel(system, { baseUrl, apiKey, model });
}

export function publishTarget(system: System, { provider, settings }: Configured): PublishTarget {
  const { siteUrl = '', username = '', applicationPassword = '', adminApiKey = '', categories } = settings;
  if (provider === 'ghost') return createGhost(system, { siteUrl, adminApiKey });
  return createWordPress(system, { siteUrl, username, applicationPassword, categories });
}

/** Checks that a provider works; returns what was found. Throws `provider_refused`, `provider_failed`, `rate_limited`. */
export async function reach(system: System, configured: Configured, signal: AbortSignal | undefined): Promise<string> {
  const { provider, settings } = configured;
  if (provider === 'wordpress' || provider === 'ghost') return (await publishTarget(system, configured).check(signal)).detail;
  await (provider === 'image' ? imageModel(system, configured) : chatModel(system, configured)).check(signal);
  return `${settings.model} answered.`;
}

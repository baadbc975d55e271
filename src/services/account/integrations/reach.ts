import { createAnswerEngine, type AnswerProvider } from '../../../providers/answer/index.ts';
import { createEmbeddings } from '../../../providers/embeddings/embeddings.ts';
import { createImageModel, type ImageModel } from '../../../providers/image/generate.ts';
import { createChatModel, type ChatModel } from '../../../providers/llm/index.ts';
import { checkMailServer, mailServerOf } from '../../../providers/mail/smtp.ts';
import { createGhost } from '../../../providers/publish/ghost.ts';
import type { Meter } from '../../../providers/meter.ts';
import type { PublishTarget } from '../../../providers/publish/target.ts';
import { createWordPress } from '../../../providers/publish/wordpress.ts';
import { createSearchConsole } from '../../../providers/search-console/search-console.ts';
import { createSearchProvider } from '../../../providers/search/index.ts';
import type { SearchProvider } from '../../../providers/search/search.ts';
import type { Provider, ProviderSettings } from '../../../../schema/integrations.ts';
import type { System } from '../../../system.ts';

/** A provider's settings, from the environment or else from the project. */
export interface Configured {
  provider: Provider;
  settings: ProviderSettings;
  by: 'environment' | 'settings';
}

const openAi = 'https://api.openai.com/v1';

export function chatModel(system: System, { provider, settings }: Configured, meter: Meter): ChatModel {
  const { baseUrl, apiKey, model = '', contextTokens, inputPrice, outputPrice } = settings;
  return createChatModel(system, {
    provider: provider === 'anthropic' ? 'anthropic' : 'openai',
    baseUrl,
    apiKey,
    model,
    contextTokens,
    inputPrice,
    outputPrice,
    meter,
  });
}

export function imageModel(system: System, { settings }: Configured, meter: Meter): ImageModel {
  const { baseUrl = openAi, apiKey, model = '' } = settings;
  return createImageModel(system, { baseUrl, apiKey, model, meter });
}

export function publishTarget(system: System, { provider, settings }: Configured): PublishTarget {
  const { siteUrl = '', username = '', applicationPassword = '', adminApiKey = '', categories } = settings;
  if (provider === 'ghost') return createGhost(system, { siteUrl, adminApiKey });
  return createWordPress(system, { siteUrl, username, applicationPassword, categories });
}

type Check = (system: System, configured: Configured, meter: Meter, signal: AbortSignal | undefined) => Promise<string>;

const answered = ({ settings }: Configured) => `${settings.model} answered.`;

const askModel: Check = async (system, configured, meter, signal) => {
  await chatModel(system, configured, meter).check(signal);
  return answered(configured);
};

const askTarget: Check = async (system, configured, _meter, signal) => (await publishTarget(system, configured).check(signal)).detail;

const askSearch: Check = (system, { provider, settings }, meter, signal) =>
  createSearchProvider(system, provider as SearchProvider['provider'], settings, meter).check(signal);

const askEngine: Check = (system, { provider, settings }, meter, signal) =>
  createAnswerEngine(provider as AnswerProvider, { system, settings, meter }).check(signal);

/** How each provider is tested: none is left out. */
const checks: Record<Provider, Check> = {
  openai: askModel,
  anthropic: askModel,
  perplexity: askEngine,
  gemini: askEngine,
  judge: askModel,
  async image(system, configured, meter, signal) {
    await imageModel(system, configured, meter).check(signal);
    return answered(configured);
  },
  embeddings: (system, { settings }, meter, signal) => createEmbeddings(system, settings, meter).check(signal),
  searxng: askSearch,
  serper: askSearch,
  brave: askSearch,
  dataforseo: askSearch,
  'search-console': (system, { settings }, meter, signal) => createSearchConsole(system, settings, meter).check(signal),
  wordpress: askTarget,
  ghost: askTarget,
  smtp: (system, { settings }) => checkMailServer(system, mailServerOf(settings)),
};

/**
 * Checks that a provider works; returns what was found. What it bills for that is counted. Throws `cap_reached`, `prices_missing`, `provider_refused`,
 * `provider_failed`, `rate_limited`.
 */
export const reach: Check = (system, configured, meter, signal) => checks[configured.provider](system, configured, meter, signal);

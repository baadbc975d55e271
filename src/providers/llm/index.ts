import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { unmetered } from '../meter.ts';
import { createAnthropicProtocol } from './anthropic.ts';
import type { ChatModel, ChatProvider, ChatSettings } from './chat.ts';
import { createConversation } from './complete.ts';
import type { Line } from './exchange.ts';
import { createOpenAiProtocol } from './openai.ts';

export type { ChatModel, ChatRequest, ChatSettings, TokenUsage } from './chat.ts';
export { fit, type Part } from './budget.ts';
export { estimateTokens } from '../../language/token-estimate.ts';

const defaults: Readonly<Record<ChatProvider, { baseUrl: string; contextTokens: number }>> = {
  openai: { baseUrl: 'https://api.openai.com/v1', contextTokens: 128_000 },
  anthropic: { baseUrl: 'https://api.anthropic.com', contextTokens: 200_000 },
};
/** For models on other servers than their maker's: local servers silently cut longer prompts. */
const cautiousContextTokens = 8_192;

const defaultTimeoutMs = 600_000;
const defaultIdleMs = 120_000;

/** Creates the client for a language model; sends nothing yet. Throws `invalid_input` if the base URL is invalid. */
export function createChatModel(system: System, settings: ChatSettings): ChatModel {
  const { provider, model, timeoutMs = defaultTimeoutMs, idleMs = defaultIdleMs } = settings;
  const own = defaults[provider];
  const base = baseUrlOf(settings.baseUrl ?? own.baseUrl);
  const protocol = provider === 'openai' ? createOpenAiProtocol(base.hostname) : createAnthropicProtocol();
  const path = base.pathname.replace(/\/+$/, '');
  const isOwnHost = base.hostname === new URL(own.baseUrl).hostname;
  const line: Line = {
    system,
    protocol,
    // Many write Anthropic's URL with the version, as for other providers.
    url: `${base.origin}${provider === 'anthropic' ? path.replace(/\/v1$/, '') : path}${protocol.path}${base.search}`,
    host: base.host,
    apiKey: settings.apiKey,
    timeoutMs,
    idleMs,
    meter: settings.meter ?? unmetered,
  };
  const contextTokens = settings.contextTokens ?? (isOwnHost ? own.contextTokens : cautiousContextTokens);
  return { provider, model, contextTokens, ...createConversation(line, { ...settings, contextTokens }) };
}

function baseUrlOf(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new AppError('invalid_input', 'The base URL of the language model is not an http or https URL.', {
    hint: 'Give an address such as https://api.openai.com/v1 or http://127.0.0.1:11434/v1.',
  });
}

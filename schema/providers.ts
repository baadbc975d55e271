import type { Integration, IntegrationSettings, Provider } from './integrations.ts';

export type ProviderField = Exclude<keyof IntegrationSettings, 'provider' | 'projectId'>;

/** The settings of a provider. */
interface Fields {
  required: readonly ProviderField[];
  optional: readonly ProviderField[];
}

interface ProviderRule extends Fields {
  capabilities: Integration['capabilities'];
  /** What it is for; followed by how to set it. */
  purpose: string;
}

export const secretFields: readonly ProviderField[] = [
  'apiKey',
  'password',
  'serviceAccount',
  'clientSecret',
  'refreshToken',
  'applicationPassword',
  'adminApiKey',
];

/** Everything about a provider except how it is called. */
export const providers: Record<Provider, ProviderRule> = {
  openai: {
    capabilities: ['write'],
    purpose: 'Writes articles with any OpenAI-compatible model: OpenAI, Ollama, llama.cpp, LM Studio, vLLM, OpenRouter',
    required: ['model'],
    optional: ['baseUrl', 'apiKey', 'contextTokens', 'inputPrice', 'outputPrice'],
  },
  anthropic: {
    capabilities: ['write'],
    purpose: 'Writes articles with a Claude model',
    required: ['apiKey', 'model'],
    optional: ['baseUrl', 'contextTokens', 'inputPrice', 'outputPrice'],
  },
  judge: {
    capabilities: ['judge'],
    purpose:
      'Has any OpenAI-compatible model, a small one will do, judge the claims that the rules are unsure of, and a sample of the others, in drafts of agents and of models',
    required: ['model'],
    optional: ['baseUrl', 'apiKey', 'contextTokens', 'inputPrice', 'outputPrice'],
  },
  image: {
    capabilities: ['image'],
    purpose:
      'Makes featured images over any OpenAI-compatible images endpoint; without it they are drawn here from the title and the brand',
    required: ['model'],
    optional: ['baseUrl', 'apiKey'],
  },
  embeddings: {
    capabilities: ['embeddings'],
    purpose: 'Groups keywords by meaning with any OpenAI-compatible embeddings endpoint; a local Ollama will do',
    required: ['model'],
    optional: ['baseUrl', 'apiKey'],
  },
  searxng: {
    capabilities: ['search'],
    purpose: 'Looks up results pages at a SearXNG of your own, where json is among search.formats of its settings.yml',
    required: ['baseUrl'],
    optional: [],
  },
  serper: {
    capabilities: ['search'],
    purpose: "Looks up Google's results pages over serper.dev",
    required: ['apiKey'],
    optional: ['baseUrl'],
  },
  brave: {
    capabilities: ['search'],
    purpose: "Looks up Brave's results pages over its Search API",
    required: ['apiKey'],
    optional: ['baseUrl'],
  },
  dataforseo: {
    capabilities: ['search', 'keyword-data'],
    purpose: "Knows search volume, difficulty, ranked keywords and Google's results pages",
    required: ['username', 'password'],
    optional: ['baseUrl'],
  },
  'search-console': {
    capabilities: ['search-console'],
    purpose: 'Reads Google Search Console, with a service account that is a user of the property, or as a person by OAuth',
    required: [],
    optional: ['serviceAccount', 'clientId', 'clientSecret', 'refreshToken', 'baseUrl'],
  },
  wordpress: {
    capabilities: ['publish'],
    purpose: 'Publishes to WordPress over its REST API',
    required: ['siteUrl', 'username', 'applicationPassword'],
    optional: ['categories', 'status'],
  },
  ghost: {
    capabilities: ['publish'],
    purpose: 'Publishes to Ghost over its Admin API',
    required: ['siteUrl', 'adminApiKey'],
    optional: ['status'],
  },
};

export const providerNames = Object.keys(providers) as Provider[];

export function fieldsOf(provider: Provider): ProviderField[] {
  return [...providers[provider].required, ...providers[provider].optional];
}

export function howToConfigure(provider: Provider): string {
  const { purpose, required, optional } = providers[provider];
  const also = optional.length > 0 ? `, optionally ${optional.join(', ')}` : '';
  const variables = required.map((field) => variableOf(provider, field)).join(', ');
  return `${purpose}. Set ${required.join(', ')}${also} with integrations_set, or ${variables} in the environment.`;
}

/** Such as `COPYDESK_WORDPRESS_APPLICATION_PASSWORD` for WordPress's applicationPassword. */
export function variableOf(provider: Provider, field: string): string {
  return `COPYDESK_${provider.replace('-', '_')}_${field.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
}

/** What is wrong with these fields for this provider, by field; empty if they are right. */
export function faultsOf(provider: Provider, given: Readonly<Record<string, unknown>>): { field: string; detail: string }[] {
  const { required } = providers[provider];
  const known: readonly string[] = fieldsOf(provider);
  const strange = Object.keys(given).filter((field) => !known.includes(field));
  const addressed = (['baseUrl', 'siteUrl'] as const).filter((field) => holdsMore(given[field]));
  const missing = required.filter((field) => given[field] === undefined);
  return [
    ...strange.map((field) => ({ field, detail: `${provider} has no ${field}; it takes ${known.join(', ')}.` })),
    ...addressed.map((field) => ({ field, detail: `${field} is shown to who may read: give it without a user, a password or a query.` })),
    ...missing.map((field) => ({ field, detail: `${provider} needs ${field}.` })),
  ];
}

function holdsMore(address: unknown): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url !== null && (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '');
}

/** The origin a provider's secrets are sent to; empty for the provider's own default. */
export function originOf({ baseUrl, siteUrl }: { baseUrl?: string; siteUrl?: string }): string {
  return URL.parse(baseUrl ?? siteUrl ?? '')?.origin ?? '';
}

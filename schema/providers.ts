import type { Integration, IntegrationSettings, Provider, ProviderSettings } from './integrations.ts';
import { mailServerFault } from './mail.ts';
import { missingParts, neededPartsOf, partsOf } from './provider-parts.ts';

export type ProviderField = Exclude<keyof IntegrationSettings, 'provider' | 'projectId'>;

/** The settings of a provider. */
interface Fields {
  required: readonly ProviderField[];
  /** All fields of one of these are required too. */
  eitherOf?: readonly (readonly ProviderField[])[];
  optional: readonly ProviderField[];
  /** Of the optional ones those of which all are given, or none. */
  together?: readonly ProviderField[];
  /** Where the price of its calls is from. Absent where nobody bills them: they are not counted. */
  prices?: 'tokens' | 'call' | 'reported';
  /** Calls a month at most unless its settings say otherwise: where each one is billed. */
  startingCap?: number;
}

interface ProviderRule extends Fields {
  capabilities: Integration['capabilities'];
  /** What it is for; followed by how to set it. */
  purpose: string;
}

const startingCap = 1000;

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
    capabilities: ['write', 'answer'],
    purpose:
      'Writes articles, and answers prompts for AI visibility, with any OpenAI-compatible model: OpenAI (which searches the web for answers), Ollama, llama.cpp, LM Studio, vLLM, OpenRouter',
    required: ['model'],
    optional: ['baseUrl', 'apiKey', 'contextTokens', 'searchPrice'],
    prices: 'tokens',
  },
  anthropic: {
    capabilities: ['write', 'answer'],
    purpose: 'Writes articles, and answers prompts for AI visibility, with a Claude model and its web search',
    required: ['apiKey', 'model'],
    optional: ['baseUrl', 'contextTokens', 'searchPrice'],
    prices: 'tokens',
  },
  perplexity: {
    capabilities: ['answer'],
    purpose: 'Answers prompts for AI visibility over the Agent API of Perplexity, with model perplexity/sonar unless another is set',
    required: ['apiKey'],
    optional: ['baseUrl', 'model'],
    prices: 'reported',
    startingCap,
  },
  gemini: {
    capabilities: ['answer'],
    purpose: 'Answers prompts for AI visibility with a Gemini model, grounded with Google Search',
    required: ['apiKey', 'model'],
    optional: ['baseUrl', 'searchPrice'],
    prices: 'tokens',
    startingCap,
  },
  judge: {
    capabilities: ['judge'],
    purpose:
      'Has any OpenAI-compatible model, a small one will do, judge the claims that the rules are unsure of, and a sample of the others, in drafts of agents and of models, and how answers in other languages than English speak of brands',
    required: ['model'],
    optional: ['baseUrl', 'apiKey', 'contextTokens'],
    prices: 'tokens',
  },
  image: {
    capabilities: ['image'],
    purpose:
      'Makes featured images over any OpenAI-compatible images endpoint; without it they are drawn here from the title and the brand',
    required: ['model'],
    optional: ['baseUrl', 'apiKey'],
    prices: 'call',
  },
  embeddings: {
    capabilities: ['embeddings'],
    purpose: 'Groups keywords by meaning with any OpenAI-compatible embeddings endpoint; a local Ollama will do',
    required: ['model'],
    optional: ['baseUrl', 'apiKey'],
    prices: 'call',
  },
  searxng: {
    capabilities: ['search'],
    purpose: 'Looks up results pages at a SearXNG of your own, where json is among search.formats of its settings.yml',
    required: ['baseUrl'],
    optional: ['username', 'password'],
    together: ['username', 'password'],
    prices: 'call',
  },
  serper: {
    capabilities: ['search'],
    purpose: "Looks up Google's results pages over serper.dev",
    required: ['apiKey'],
    optional: ['baseUrl'],
    prices: 'call',
    startingCap,
  },
  brave: {
    capabilities: ['search'],
    purpose: "Looks up Brave's results pages over its Search API",
    required: ['apiKey'],
    optional: ['baseUrl'],
    prices: 'call',
    startingCap,
  },
  dataforseo: {
    capabilities: ['search', 'keyword-data'],
    purpose: "Knows search volume, difficulty, ranked keywords and Google's results pages",
    required: ['username', 'password'],
    optional: ['baseUrl'],
    prices: 'reported',
    startingCap,
  },
  'search-console': {
    capabilities: ['search-console'],
    purpose:
      'Reads Google Search Console, with a service account that is a user of the property, or as a person by OAuth (the command copydesk search-console login)',
    required: [],
    eitherOf: [['serviceAccount'], ['clientId', 'clientSecret', 'refreshToken']],
    optional: ['baseUrl'],
    prices: 'call',
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
  smtp: {
    capabilities: ['mail'],
    purpose:
      'Sends outreach mails over a mail server: smtps://host:465, or smtp://host:587, which must offer STARTTLS unless it is on this machine',
    required: ['baseUrl', 'sender'],
    optional: ['username', 'password'],
    together: ['username', 'password'],
  },
};

export const providerNames = Object.keys(providers) as Provider[];

const priceFields = { tokens: ['inputPrice', 'outputPrice'], call: ['callPrice'], reported: [] } as const;

export function fieldsOf(provider: Provider): ProviderField[] {
  return [...new Set([...neededOf(provider), ...optionalOf(provider)])];
}

function neededOf(provider: Provider): ProviderField[] {
  const { required, eitherOf = [] } = providers[provider];
  return [...required, ...eitherOf.flat()];
}

function optionalOf(provider: Provider): ProviderField[] {
  const { optional, prices } = providers[provider];
  return prices === undefined ? [...optional] : [...optional, ...priceFields[prices], 'monthlyCallCap', 'monthlyCostCap'];
}

export function howToConfigure(provider: Provider): string {
  const { purpose, required, eitherOf } = providers[provider];
  const named = (name: (field: ProviderField) => string) => {
    const either = eitherOf?.map((fields) => fields.map(name).join(' and ')).join(', or ');
    return [...required.map(name), ...(either === undefined ? [] : [`either ${either}`])].join(', ');
  };
  const variables = named((field) =>
    (partsOf(field).length > 0 ? neededPartsOf(field) : [field]).map((one) => variableOf(provider, one)).join(', '),
  );
  const whole = (field: ProviderField) => (partsOf(field).length > 0 ? `${field} (${partsOf(field).join(', ')})` : field);
  const settings = `${named(whole)}, optionally ${optionalOf(provider).join(', ')}`;
  return `${purpose}. Set ${settings} with integrations_set, or ${variables} in the environment.`;
}

/** Such as `COPYDESK_WORDPRESS_APPLICATION_PASSWORD` for WordPress's applicationPassword. */
export function variableOf(provider: Provider, field: string): string {
  return `${variablesOf(provider)}${field.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase();
}

/** How the variables of a provider begin. */
export function variablesOf(provider: Provider): string {
  return `COPYDESK_${provider.replaceAll('-', '_')}_`.toUpperCase();
}

/** What is wrong with these fields for this provider, by field; empty if they are right. */
export function faultsOf(provider: Provider, given: Readonly<Record<string, unknown>>): { field: string; detail: string }[] {
  const known: readonly string[] = fieldsOf(provider);
  const strange = Object.keys(given).filter((field) => !known.includes(field));
  return [
    ...strange.map((field) => ({ field, detail: `${provider} has no ${field}; it takes ${known.join(', ')}.` })),
    ...missingOf(provider, given).map((field) => ({ field, detail: `${provider} needs ${field}.` })),
    ...missingParts(given).map((field) => ({ field, detail: `${provider} needs ${field.replace('/', '.')}.` })),
    ...credentialFaults(provider, given),
  ];
}

/** What is wrong with what proves who asks, and where it must not stand. */
export function credentialFaults(provider: Provider, given: Readonly<Record<string, unknown>>): { field: string; detail: string }[] {
  const addressed = (['baseUrl', 'siteUrl'] as const).filter((field) => holdsMore(given[field]));
  const login = fieldsOf(provider).filter((field) => field === 'username' || /password$/i.test(field));
  const instead = login.length === 0 ? '' : ` ${login.join(' and ')} are fields of their own.`;
  return [
    ...addressed.map((field) => ({
      field,
      detail: `${field} is shown to who may read: give it without a user, a password or a query.${instead}`,
    })),
    ...(String(given['username'] ?? '').includes(':')
      ? [{ field: 'username', detail: 'username is shown to who may read, and holds no colon.' }]
      : []),
    ...mailServerFault(provider === 'smtp', given['baseUrl']),
    ...ambiguous(provider, given),
    ...wrongKey(given['serviceAccount']),
  ];
}

/** Of stored secrets those that go with what is given: none of another way than the one that is begun, nor of a login that is left out. */
export function goingWith(provider: Provider, given: ProviderSettings, stored: ProviderSettings): ProviderSettings {
  const { eitherOf = [], together = [] } = providers[provider];
  const isBegun = (fields: readonly ProviderField[]) => fields.some((field) => given[field] !== undefined);
  const begun = eitherOf.find(isBegun);
  const others = new Set<string>([
    ...(begun ? eitherOf.filter((fields) => fields !== begun).flat() : []),
    ...(isBegun(together) ? [] : together),
  ]);
  return Object.fromEntries(Object.entries(stored).filter(([field]) => !others.has(field)));
}

/** The fields that must be given too. Of several ways it is the one begun with, or else the first. */
export function missingOf(provider: Provider, given: Readonly<Record<string, unknown>>): ProviderField[] {
  const { required, eitherOf = [], together = [] } = providers[provider];
  const lacks = (fields: readonly ProviderField[]) => fields.filter((field) => given[field] === undefined);
  const lacking = lacks(together);
  const begun = eitherOf.find((fields) => lacks(fields).length === 0) ?? eitherOf.find((fields) => lacks(fields).length < fields.length);
  return [...lacks([...required, ...(begun ?? eitherOf[0] ?? [])]), ...(lacking.length < together.length ? lacking : [])];
}

/** Two ways at once leave open which is meant. */
function ambiguous(provider: Provider, given: Readonly<Record<string, unknown>>): { field: string; detail: string }[] {
  const { eitherOf = [] } = providers[provider];
  const [first, second] = eitherOf.filter((fields) => fields.some((field) => given[field] !== undefined));
  return second ? [{ field: second[0]!, detail: `Give either ${first!.join(', ')} or ${second.join(', ')}, not both.` }] : [];
}

/** The text itself never appears: it holds a private key. */
function wrongKey(serviceAccount: unknown): { field: string; detail: string }[] {
  if (serviceAccount === undefined || isServiceAccount(serviceAccount)) return [];
  const detail = 'serviceAccount must be the whole JSON of a service account key: an object with client_email, private_key and token_uri.';
  return [{ field: 'serviceAccount', detail }];
}

function isServiceAccount(text: unknown): boolean {
  try {
    const key = JSON.parse(String(text)) as Record<string, unknown> | null;
    const hasText = (name: string) => typeof key?.[name] === 'string' && key[name] !== '';
    return hasText('client_email') && hasText('private_key') && URL.canParse(String(key?.['token_uri']));
  } catch {
    return false;
  }
}

/** The prices that a cap of costs lacks; empty where there is no such cap, or the provider reports what its calls cost. */
export function missingPrices(provider: Provider, given: Readonly<Record<string, unknown>>): ProviderField[] {
  const { prices } = providers[provider];
  if (prices === undefined || given['monthlyCostCap'] === undefined) return [];
  return priceFields[prices].filter((field) => given[field] === undefined);
}

function holdsMore(address: unknown): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  return url !== null && (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '');
}

/** The origin a provider's secrets are sent to; empty for the provider's own default. */
export function originOf({ baseUrl, siteUrl }: { baseUrl?: string; siteUrl?: string }): string {
  const url = URL.parse(baseUrl ?? siteUrl ?? '');
  // Only the schemes of the web have an origin of their own.
  return url === null ? '' : url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin;
}

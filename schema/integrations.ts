import { z } from 'zod';
import { ProjectId, Timestamp } from './common.ts';
import { MailSender } from './mail.ts';

const Capability = z.enum([
  'write',
  'judge',
  'search',
  'suggest',
  'keyword-data',
  'search-console',
  'embeddings',
  'answer',
  'mail',
  'image',
  'publish',
]);

/** The providers that can be configured; `extractive` is built in. */
export const Provider = z.enum([
  'openai',
  'anthropic',
  'perplexity',
  'gemini',
  'judge',
  'image',
  'embeddings',
  'searxng',
  'serper',
  'brave',
  'dataforseo',
  'search-console',
  'wordpress',
  'ghost',
  'smtp',
]);

export const Integration = z.object({
  provider: z.string().describe('The name of the provider.'),
  capabilities: z.array(Capability).describe('What it can do.'),
  configured: z.boolean().describe('Whether it can be used now.'),
  configuredBy: z
    .enum(['built-in', 'environment', 'settings'])
    .nullable()
    .describe('The environment goes before what was set here; null where not configured.'),
  settings: z.record(z.string(), z.unknown()).nullable().describe('What is set; secrets are never shown. null where not configured.'),
  healthy: z.boolean().nullable().describe('Whether its last check succeeded; null where it was never checked.'),
  lastCheckedAt: Timestamp.nullable().describe('When it was last checked.'),
  lastError: z.string().nullable().describe('The reason the provider gave at the last check.'),
  caps: z
    .object({
      calls: z.number().nullable().describe('Calls a month at most; null where there is no such cap.'),
      cost: z.number().nullable().describe('US dollars a month at most; null where there is no such cap.'),
    })
    .nullable()
    .describe('Above them it is not asked until the month is over; null where nobody bills it.'),
  spent: z
    .object({
      calls: z.number().int().describe('Calls, as the provider bills them: tests, retries and failures too.'),
      cost: z.number().nullable().describe('What they cost, in US dollars; null where the price of one of them is not known.'),
      month: z.string().describe('The month in UTC, such as 2026-05.'),
    })
    .nullable()
    .describe('This month, by whoever shares its settings; null where nobody bills it.'),
  howToConfigure: z.string().describe('What to do to use it.'),
});

const secret = (max: number) => z.string().trim().min(1).max(max);
const name = z.string().trim().min(1).max(200);
const url = z.url({ protocol: /^https?$/ }).max(2000);
/** A mail server's begins with smtp or smtps. */
const serverUrl = z.url({ protocol: /^(?:https?|smtps?)$/ }).max(2000);
const price = z.number().min(0).max(10_000);

export const IntegrationSettings = z.strictObject({
  provider: Provider.describe('Which.'),
  baseUrl: serverUrl.optional().describe('Root.'),
  apiKey: secret(500).optional().describe('Key.'),
  model: name.optional().describe('Name.'),
  contextTokens: z.number().int().min(4000).max(10_000_000).optional().describe('Window.'),
  inputPrice: price.optional().describe('USD/M.'),
  outputPrice: price.optional().describe('Written.'),
  searchPrice: price.optional().describe('Search.'),
  callPrice: price.optional().describe('Call.'),
  monthlyCallCap: z.number().int().min(0).max(1_000_000_000).optional().describe('Monthly.'),
  monthlyCostCap: z.number().min(0).max(1_000_000_000).optional().describe('USD.'),
  siteUrl: url.optional().describe('Site.'),
  username: name.optional().describe('User.'),
  password: secret(200).optional().describe('Login.'),
  serviceAccount: secret(8000).optional().describe('JSON.'),
  clientId: name.optional().describe('Google.'),
  clientSecret: secret(200).optional().describe('Google.'),
  refreshToken: secret(1000).optional().describe('Google.'),
  applicationPassword: secret(200).optional().describe('Login.'),
  categories: z.array(name).max(20).optional().describe('Posts.'),
  adminApiKey: secret(200).optional().describe('Key.'),
  status: z.enum(['publish', 'draft']).optional().describe('Posts.'),
  sender: MailSender.partial().optional().describe('fromName, from, replyTo, postalAddress, dailyCap.'),
  projectId: ProjectId,
});

export const TestedIntegration = z.object({
  provider: z.string().describe('The provider.'),
  healthy: z.boolean().describe('Whether it answered as it should.'),
  detail: z.string().describe('What was found, or the reason it gave.'),
  checkedAt: Timestamp.describe('When it was checked.'),
});

export const DeletedIntegration = z.object({
  provider: z.string().describe('The provider that was forgotten.'),
  deleted: z.literal(true).describe('Always true.'),
});

export type Provider = z.infer<typeof Provider>;
export type Integration = z.infer<typeof Integration>;
export type IntegrationSettings = z.output<typeof IntegrationSettings>;
export type TestedIntegration = z.infer<typeof TestedIntegration>;
export type DeletedIntegration = z.infer<typeof DeletedIntegration>;
/** A provider's settings, with its secrets. */
export type ProviderSettings = Omit<IntegrationSettings, 'provider' | 'projectId'>;

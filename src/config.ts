import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { IntegrationSettings, type Provider, type ProviderSettings } from '../schema/integrations.ts';
import { neededPartsOf, partsOf } from '../schema/provider-parts.ts';
import {
  credentialFaults,
  fieldsOf,
  missingOf,
  missingPrices,
  providerNames,
  variableOf,
  type ProviderField,
} from '../schema/providers.ts';
import { SiteUrl } from '../schema/projects.ts';
import { AppError, copydesk } from './errors.ts';

/** The configuration of a process, validated once and frozen. */
export interface Config {
  /** The folder of the database and the key file. */
  readonly home: string;
  readonly host: string;
  readonly port: number;
  /** Absolute URLs made in the background start with this; no slash at the end. */
  readonly publicUrl: string;
  /** `Host` values accepted besides the loopback names and the public URL's. */
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may call the desk from a browser, with a key, besides those of its own hosts. */
  readonly allowedOrigins: readonly string[];
  /** CIDR networks that may be dialled in production even though they are private. */
  readonly allowedNetworks: readonly string[];
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** The site of the first project of a new database. */
  readonly siteUrl: string | undefined;
  /** `NODE_ENV=production`, or listening beyond loopback: webhooks need https, private addresses are refused. */
  readonly production: boolean;
  /** Trust `X-Forwarded-*` (only behind a proxy that sets them). */
  readonly trustProxy: boolean;
  /** Offer only operations that read and show no secret. */
  readonly readOnly: boolean;
  /** Agents without a key, and actions, may do what else a person must approve: send mail. */
  readonly agentsMaySend: boolean;
  /** How long a rotated signing secret still signs deliveries created before the rotation, in milliseconds. */
  readonly rotationWindowMs: number;
  /** Concurrent deliveries in this process. */
  readonly deliveryConcurrency: number;
  /** Concurrent deliveries to one receiver (origin), over all processes. */
  readonly receiverConcurrency: number;
  /** Attempts before a delivery has failed. */
  readonly maxAttempts: number;
  /** How long delivered and acknowledged failed deliveries are kept, in milliseconds. */
  readonly retentionMs: number;
  /** How long unacknowledged failed deliveries are kept, in milliseconds. */
  readonly failedRetentionMs: number;
  /** How long an article waits for an agent's draft, in milliseconds. */
  readonly draftDeadlineMs: number;
  /** The Chromium that renders pages. Default: the machine's own, at the usual places. */
  readonly chromium: string | undefined;
  /** Ask no service that is asked without being configured: keyless suggestions of keywords. */
  readonly offline: boolean;
  /** The OAuth client that a login to Google asks with. */
  readonly googleClientId: string | undefined;
  readonly googleClientSecret: string | undefined;
  /** External services configured by the environment, for every project. */
  readonly providers: Partial<Record<Provider, ProviderSettings>>;
}

export { copydesk };

export type ConfigOverrides = Partial<Omit<Config, 'production'>>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const word = z.string().trim().min(1, { error: 'expected a text that is not empty' });
const flag = z.stringbool({ error: 'expected true or false' });
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const origin = z.string().refine((text) => /^https?:/i.test(text) && URL.canParse(text) && new URL(text).origin === text.toLowerCase(), {
  error: ({ input }) => `expected origins such as https://app.example.com, not '${String(input)}'`,
});
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .trim()
    .refine((text) => isWholeNumber(text, least, most), {
      error: ({ input }) => `expected a whole number from ${least} to ${most}, not '${String(input)}'`,
    })
    .transform(Number);
const dayMs = 86_400_000;
const daysToMs = (days: number) => days * dayMs;
const webUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });

/** The environment variables, as in the table of docs/configuration.md. */
const settings: readonly { variable: string; field: keyof ConfigOverrides; shape: z.ZodType }[] = [
  { variable: 'COPYDESK_HOME', field: 'home', shape: word },
  { variable: 'COPYDESK_HOST', field: 'host', shape: word },
  { variable: 'COPYDESK_PORT', field: 'port', shape: wholeNumber(0, 65_535) },
  { variable: 'COPYDESK_PUBLIC_URL', field: 'publicUrl', shape: webUrl },
  { variable: 'COPYDESK_ALLOWED_HOSTS', field: 'allowedHosts', shape: list },
  { variable: 'COPYDESK_ALLOWED_ORIGINS', field: 'allowedOrigins', shape: list.pipe(z.array(origin)) },
  { variable: 'COPYDESK_ALLOWED_NETWORKS', field: 'allowedNetworks', shape: list },
  { variable: 'COPYDESK_LOG_LEVEL', field: 'logLevel', shape: z.enum(logLevels, { error: `expected one of ${logLevels.join(', ')}` }) },
  { variable: 'COPYDESK_SITE_URL', field: 'siteUrl', shape: SiteUrl },
  { variable: 'COPYDESK_TRUST_PROXY', field: 'trustProxy', shape: flag },
  { variable: 'COPYDESK_READ_ONLY', field: 'readOnly', shape: flag },
  { variable: 'COPYDESK_AGENTS_MAY_SEND', field: 'agentsMaySend', shape: flag },
  {
    variable: 'COPYDESK_ROTATION_WINDOW_SECONDS',
    field: 'rotationWindowMs',
    shape: wholeNumber(0, 604_800).transform((seconds) => seconds * 1000),
  },
  { variable: 'COPYDESK_DELIVERY_CONCURRENCY', field: 'deliveryConcurrency', shape: wholeNumber(1, 1024) },
  { variable: 'COPYDESK_RECEIVER_CONCURRENCY', field: 'receiverConcurrency', shape: wholeNumber(1, 256) },
  { variable: 'COPYDESK_MAX_ATTEMPTS', field: 'maxAttempts', shape: wholeNumber(1, 20) },
  { variable: 'COPYDESK_RETENTION_DAYS', field: 'retentionMs', shape: wholeNumber(1, 3650).transform(daysToMs) },
  { variable: 'COPYDESK_FAILED_RETENTION_DAYS', field: 'failedRetentionMs', shape: wholeNumber(1, 3650).transform(daysToMs) },
  { variable: 'COPYDESK_DRAFT_DEADLINE_DAYS', field: 'draftDeadlineMs', shape: wholeNumber(1, 365).transform(daysToMs) },
  { variable: 'COPYDESK_CHROMIUM', field: 'chromium', shape: word },
  { variable: 'COPYDESK_OFFLINE', field: 'offline', shape: flag },
  { variable: 'COPYDESK_GOOGLE_CLIENT_ID', field: 'googleClientId', shape: IntegrationSettings.shape.clientId },
  { variable: 'COPYDESK_GOOGLE_CLIENT_SECRET', field: 'googleClientSecret', shape: IntegrationSettings.shape.clientSecret },
];

/** Flags override the environment, which overrides defaults. Every variable can also be given as `…_FILE`, the path of a file with the value. */
export function readConfig(overrides: ConfigOverrides = {}, environment: NodeJS.ProcessEnv = process.env): Config {
  const fromEnvironment: Record<string, unknown> = {};
  for (const { variable, field, shape } of settings) {
    const text = readVariable(variable, environment);
    if (text === undefined) continue;
    const value = shape.safeParse(text);
    if (!value.success) throw invalid(variable, reasonOf(value.error));
    fromEnvironment[field] = value.data;
  }
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  for (const [field, value] of Object.entries(given)) {
    const fault = typeof value === 'string' ? whyRefused(field, value) : undefined;
    if (fault !== undefined) throw invalid(field, fault);
  }
  const merged = { ...defaults(), providers: readProviders(environment), ...fromEnvironment, ...given } as Omit<
    Config,
    'production' | 'publicUrl'
  > & { publicUrl?: string };
  return Object.freeze({
    ...merged,
    home: resolve(merged.home),
    publicUrl: (merged.publicUrl ?? defaultPublicUrl(merged.host, merged.port)).replace(/\/+$/, ''),
    production: environment['NODE_ENV'] === 'production' || !isLoopbackName(merged.host),
  });
}

/** Why a setting's text is invalid, by field name; undefined if it is valid. */
export function whyRefused(field: string, text: string): string | undefined {
  const value = settings.find((setting) => setting.field === field)?.shape.safeParse(text);
  return value === undefined || value.success ? undefined : reasonOf(value.error);
}

function reasonOf(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'not valid';
}

/** Digits only: other forms that JavaScript accepts (0x5, 1e1, nothing) are mistakes in a setting. */
export function isWholeNumber(text: string, min: number, max: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}

/** Whether a host reaches only this machine. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function defaults() {
  return {
    home: join(homedir(), '.copydesk'),
    host: '127.0.0.1',
    port: 4141,
    allowedHosts: [],
    allowedOrigins: [],
    allowedNetworks: [],
    logLevel: 'info' as const,
    siteUrl: undefined,
    trustProxy: false,
    readOnly: false,
    agentsMaySend: false,
    rotationWindowMs: 3_600_000,
    deliveryConcurrency: 64,
    receiverConcurrency: 4,
    maxAttempts: 5,
    retentionMs: 30 * dayMs,
    failedRetentionMs: 90 * dayMs,
    draftDeadlineMs: 7 * dayMs,
    chromium: undefined,
    offline: false,
    googleClientId: undefined,
    googleClientSecret: undefined,
  };
}

/** Where the desk is reached if no public URL is set. */
export function defaultPublicUrl(host: string, port: number): string {
  return `http://${urlHost(host)}:${port}`;
}

/** A host as written in a URL. A server that listens on all interfaces is reached over loopback. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

/** One variable of a provider is enough for the environment to configure it; all its required ones must then be set. */
function readProviders(environment: NodeJS.ProcessEnv): Config['providers'] {
  const read: Config['providers'] = {};
  for (const provider of providerNames) {
    const given: Record<string, unknown> = {};
    for (const field of fieldsOf(provider)) {
      if (partsOf(field).length > 0) {
        const whole = readParts(provider, field, environment);
        if (whole !== undefined) given[field] = whole;
        continue;
      }
      const variable = variableOf(provider, field);
      const text = readVariable(variable, environment);
      if (text === undefined) continue;
      const value = IntegrationSettings.shape[field].safeParse(valueOf(field, text));
      if (!value.success) throw invalid(variable, reasonOf(value.error));
      given[field] = value.data;
    }
    if (Object.keys(given).length === 0) continue;
    const [missing] = [...missingOf(provider, given), ...missingPrices(provider, given)];
    if (missing) throw lacking(variableOf(provider, partsOf(missing)[0] ?? missing), provider);
    const [fault] = credentialFaults(provider, given);
    if (fault) throw invalid(variableOf(provider, fault.field), fault.detail.replace(/\.$/, ''));
    read[provider] = given;
  }
  return read;
}

/** A field that consists of others, each from its own variable; undefined where none of them is set. */
function readParts(provider: Provider, field: ProviderField, environment: NodeJS.ProcessEnv): unknown {
  const read = partsOf(field).flatMap((part) => {
    const text = readVariable(variableOf(provider, part), environment);
    return text === undefined ? [] : [[part, valueOf(part, text)] as const];
  });
  if (read.length === 0) return undefined;
  const whole = Object.fromEntries(read);
  const value = IntegrationSettings.shape[field].safeParse(whole);
  if (!value.success) throw invalid(variableOf(provider, String(value.error.issues[0]!.path[0])), reasonOf(value.error));
  const missing = neededPartsOf(field).find((part) => !(part in whole));
  if (missing !== undefined) throw lacking(variableOf(provider, missing), provider);
  return value.data;
}

function valueOf(field: string, text: string): unknown {
  if (field === 'categories') return list.parse(text);
  return /Price$|Tokens$|Cap$/.test(field) && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function readVariable(variable: string, environment: NodeJS.ProcessEnv): string | undefined {
  const direct = environment[variable];
  if (direct !== undefined && direct !== '') return direct;
  const file = environment[`${variable}_FILE`];
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw invalid(`${variable}_FILE`, 'the file cannot be read', cause);
  }
}

function invalid(variable: string, detail: string, cause?: unknown): AppError {
  return new AppError('invalid_input', `${variable}: ${detail}.`, { cause, hint: `Mend or unset ${variable}.` });
}

function lacking(variable: string, provider: Provider): AppError {
  const login = `${copydesk} search-console login obtains it, with the client in COPYDESK_GOOGLE_CLIENT_ID and COPYDESK_GOOGLE_CLIENT_SECRET.`;
  return new AppError('invalid_input', `${variable} is needed with the other variables of ${provider}.`, {
    hint: `Set ${variable}, or unset the others.${variable.endsWith('_REFRESH_TOKEN') ? ` ${login}` : ''}`,
  });
}

import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Meter } from '../meter.ts';
import { askService, cleanWords, failureOf, type Service, type ServiceAnswer, type ServiceRequest } from '../service.ts';
import { errorIn, readableIn, rowsIn, type AnalyticsRow } from './answers.ts';
import { credentialsIn, secretsIn, type Credentials, type GoogleSettings } from './credentials.ts';
import { baseOf } from './hosts.ts';
import { createTokens } from './token.ts';

export type Dimension = 'query' | 'page' | 'country' | 'device' | 'date';

export interface AnalyticsQuestion {
  /** First and last day (YYYY-MM-DD, Pacific time). */
  startDate: string;
  endDate: string;
  dimensions: readonly Dimension[];
  /** Days are chosen by the dates alone. */
  filters?: readonly { dimension: Exclude<Dimension, 'date'>; operator: 'equals' | 'contains'; expression: string }[];
  /** 1 to 25,000. */
  rowLimit: number;
  startRow: number;
}

/** Google's Search Console API. Each call rejects with `provider_refused`, `provider_failed`, `rate_limited` or as the meter does. */
export interface SearchConsole {
  /** The properties that may be read. */
  properties(signal?: AbortSignal): Promise<string[]>;
  /** Final figures of type web, most clicks first; by date, in its order. */
  query(property: string, question: AnalyticsQuestion, signal?: AbortSignal): Promise<AnalyticsRow[]>;
  /** Says which properties may be read. Rejects where there are none. */
  check(signal?: AbortSignal): Promise<string>;
}

/** The most that one call answers. */
export const maxRows = 25_000;

/** 25,000 long queries with long addresses. */
const maxBytes = 32 * 1024 * 1024;
const deadlineMs = 120_000;
const maxNamed = 20;

export function createSearchConsole(system: System, settings: GoogleSettings, meter: Meter): SearchConsole {
  const serviceOf = (host: 'token' | 'sites' | 'query'): Service => ({
    system,
    name: 'Search Console',
    configured: baseOf(host, settings),
    secrets: secretsIn(settings),
  });
  let read: Credentials | undefined;
  const credentials = () => (read ??= credentialsIn(settings));
  const tokens = createTokens(serviceOf('token'), `${baseOf('token', settings)}/token`, credentials);

  async function ask(host: 'sites' | 'query', path: string, request: Omit<ServiceRequest, 'url'>) {
    const service = serviceOf(host);
    const token = await tokens.get(request.signal);
    const known: Service = { ...service, secrets: [...service.secrets, token] };
    const url = `${baseOf(host, settings)}/webmasters/v3/sites${path}`;
    const answer = await meter.spend(1, () => askService(known, { ...request, url, headers: { authorization: `Bearer ${token}` } }));
    if (answer.status === 401) tokens.forget(token);
    return { service: known, answer };
  }

  async function properties(signal?: AbortSignal): Promise<string[]> {
    const { service, answer } = await ask('sites', '', { signal });
    const found = answer.status === 200 ? readableIn(answer.json) : undefined;
    if (!found) throw refusal(service, answer, credentials());
    return found.map((property) => cleanWords(service, property));
  }

  return {
    properties,

    async query(property, { filters = [], ...question }, signal) {
      const json = {
        ...question,
        type: 'web',
        dataState: 'final',
        ...(filters.length > 0 && { dimensionFilterGroups: [{ groupType: 'and', filters }] }),
      };
      const path = `/${encodeURIComponent(property)}/searchAnalytics/query`;
      const { service, answer } = await ask('query', path, { json, signal, deadlineMs, maxBytes });
      const rows = answer.status === 200 ? rowsIn(answer.json, question.dimensions.length, question.rowLimit) : undefined;
      if (!rows) throw refusal(service, answer, credentials(), property);
      return rows;
    },

    async check(signal) {
      const found = await properties(signal);
      const who = credentials();
      if (found.length === 0) throw new AppError('provider_refused', 'Google answers, but shows no property.', { hint: howToAdd(who) });
      const named = found.slice(0, maxNamed).join(', ');
      const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
      return `May read ${named}${more}. Set the one of the site with projects_update { searchConsoleProperty }.`;
    },
  };
}

function howToAdd(credentials: Credentials): string {
  const who = credentials.by === 'person' ? 'the person who allowed this' : credentials.email;
  return `Add ${who} as a user of the property: Search Console, Settings, Users and permissions.`;
}

const quota = /quota|rateLimit|dailyLimit|RESOURCE_EXHAUSTED|RATE_LIMIT/i;
const notEnabled = /accessNotConfigured|SERVICE_DISABLED/;
const wrongScope = /insufficientPermissions|ACCESS_TOKEN_SCOPE_INSUFFICIENT/;

/** Google uses 403 for quotas, for an API that is not enabled, and for who may not see the property. */
function refusal(service: Service, answer: ServiceAnswer, credentials: Credentials, property?: string): AppError {
  const { said, reasons } = errorIn(answer.json);
  const has = (kind: RegExp) => reasons.some((reason) => kind.test(reason));
  if (answer.status === 429 || (answer.status === 403 && has(quota)))
    return failureOf(service, { ...answer, status: 429 }, { said, hint: 'Go on in 15 minutes; if Google still refuses, tomorrow.' });
  if (answer.status === 401)
    return failureOf(service, answer, {
      said,
      hint: 'Try again with a new token; if Google still refuses, renew what integrations_set holds.',
    });
  if (answer.status === 403) {
    const hint = has(notEnabled)
      ? 'Enable the Google Search Console API in the project of the Google Cloud console that the key or client belongs to.'
      : has(wrongScope)
        ? 'Allow it anew, with the scope webmasters.readonly: the command copydesk search-console login does.'
        : `${howToAdd(credentials)} integrations_test names those that may be read; a domain property is written sc-domain:example.com.`;
    return failureOf(service, answer, { said, hint });
  }
  if (answer.status === 404 && property !== undefined)
    return failureOf(service, answer, { said, hint: 'See the name of the property: integrations_test names those that may be read.' });
  return failureOf(service, answer, { said });
}

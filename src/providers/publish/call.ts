import { AppError } from '../../errors.ts';
import { NetworkError } from '../../net/errors.ts';
import type { OutboundRequest, OutboundResponse, System } from '../../system.ts';
import { parseJson } from '../json.ts';
import { cleanWords } from '../service.ts';

/** Who we talk to, for error messages. */
export interface Site {
  /** WordPress or Ghost. */
  cms: string;
  host: string;
  /** What must never appear in an error, even if the site repeats it. */
  secrets: readonly string[];
}

/** Who calls, and which site. */
export interface Caller {
  system: System;
  home: URL;
  site: Site;
}

export interface Answer {
  status: number;
  /** Undefined if the body is not JSON. */
  json: unknown;
  response: OutboundResponse;
}

/** What is asked of a route of the site's API. */
export interface Ask {
  method?: OutboundRequest['method'];
  query?: Record<string, string>;
  json?: unknown;
  /** Bytes instead of JSON, with their headers. */
  upload?: { bytes: Uint8Array; headers: Record<string, string> };
  signal?: AbortSignal | undefined;
}

type Call = Omit<Ask, 'query'> & { url: string; configured: URL; headers?: Record<string, string> };

const usualDeadlineMs = 30_000;
const uploadDeadlineMs = 120_000;
/** A post is returned with its full content. */
const maxBytes = 8 * 1024 * 1024;
const maxRedirects = 5;

/** One call to a site the operator configured. Any status counts as an answer. Throws `provider_failed`, `address_refused` or the reason of `signal`. */
export async function call(system: System, { url, configured, method, headers, json, upload, signal }: Call): Promise<Answer> {
  const isJson = json !== undefined;
  const type = isJson ? { 'content-type': 'application/json' } : upload?.headers;
  const response = await dial(system, {
    url,
    method,
    headers: { accept: 'application/json', 'user-agent': 'Copydesk/1.0', ...headers, ...type },
    body: isJson ? Buffer.from(JSON.stringify(json)) : upload?.bytes,
    signal,
    deadlineMs: upload ? uploadDeadlineMs : usualDeadlineMs,
    maxBytes,
    configured: configured.href,
  });
  return { status: response.status, json: response.truncated ? undefined : jsonIn(response.body), response };
}

/** Where a site's address leads. */
export interface Landing {
  answer: Answer;
  /** The last URL on the same origin. */
  url: URL;
  /** The other origin it redirects to, if any; not visited. */
  elsewhere: URL | null;
}

/** Follows redirects from `start` within the configured origin only: what is elsewhere may be another's, or inside a private network. Throws as `call`. */
export async function land(system: System, start: URL, request: Omit<Call, 'url'>): Promise<Landing> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const answer = await call(system, { ...request, url: url.href });
    const target = redirectOf(answer);
    const isElsewhere = target !== null && target.origin !== request.configured.origin;
    if (target === null || isElsewhere || redirects === maxRedirects) return { answer, url, elsewhere: isElsewhere ? target : null };
    url = target;
  }
}

function redirectOf({ status, response: { headers, url } }: Answer): URL | null {
  const location = status >= 300 && status <= 399 ? headers['location'] : undefined;
  return location === undefined ? null : URL.parse(location, url);
}

async function dial(system: System, request: OutboundRequest): Promise<OutboundResponse> {
  try {
    return await system.request(request);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (error.code === 'aborted') request.signal?.throwIfAborted();
    const isRefused = error.code === 'address_refused' || error.code === 'invalid_url' || error.code === 'https_required';
    throw new AppError(isRefused ? 'address_refused' : 'provider_failed', error.message, {
      cause: error,
      hint: isRefused ? 'Correct the address of the site.' : 'See that the site is up, and try again.',
    });
  }
}

/** The error for a failed answer. `said` is the provider's own message, `hint` what helps if it refused. */
export function failureOf(
  { site, system }: Caller,
  { status, response }: Answer,
  { said = '', hint }: { said?: string; hint?: string | undefined } = {},
): AppError {
  const words = cleanWords(site, said);
  const detail = `${site.cms} at ${site.host} answered ${status}${words ? `: ${words}` : '.'}`;
  if (status === 429) {
    const retryAfterSeconds = secondsUntil(response.headers['retry-after'], system.now());
    return new AppError('rate_limited', detail, { ...(retryAfterSeconds !== null && { retryAfterSeconds }), hint: 'Publish again later.' });
  }
  if (status >= 500 || status === 408 || status === 425) {
    return new AppError('provider_failed', detail, { hint: 'See that the site is in order, and try again.' });
  }
  if (status >= 300 && status <= 399) return movedAway(site, redirectOf({ status, json: undefined, response }));
  if (status >= 200 && status <= 299) return notJson(site, response);
  const usual =
    status === 413 ? 'Let the web server there take larger uploads, or use a smaller image.' : 'Mend what it names, and try again.';
  return new AppError('provider_refused', detail, { hint: hint ?? usual });
}

function movedAway(site: Site, target: URL | null): AppError {
  const where = target ? ` to ${target.host}` : '';
  return new AppError('provider_refused', `${site.cms} at ${site.host} redirects${where}; an article is not sent on.`, {
    hint: 'Configure the address to which it redirects.',
  });
}

function notJson(site: Site, { truncated }: OutboundResponse): AppError {
  if (truncated)
    return new AppError('provider_failed', `The answer of ${site.cms} at ${site.host} was cut off.`, { hint: 'Publish again.' });
  return new AppError('provider_refused', `${site.host} answered with something that ${site.cms}'s API does not say.`, {
    hint: `See that the address is right, and that no plugin, proxy or log-in page stands before ${site.cms}'s API.`,
  });
}

/** The seconds that `Retry-After` (seconds or a date) asks for, at most a day; null if it is neither. */
function secondsUntil(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : null;
}

function jsonIn(body: Buffer): unknown {
  return parseJson(body.toString('utf8').replace(/^\uFEFF/, ''));
}

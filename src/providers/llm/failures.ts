import { AppError, Declined, type ErrorCode } from '../../errors.ts';
import type { NetworkError } from '../../net/errors.ts';
import { parseJson } from '../json.ts';
import { at, textAt } from './protocol.ts';

/** Why an attempt at an answer failed, and whether the next may succeed. */
export class Failure extends Error {
  /** What the caller gets if no further attempt succeeds. */
  readonly error: AppError;
  readonly isTransient: boolean;
  /** How long the provider asks us to wait. */
  readonly waitMs: number | undefined;

  constructor(error: AppError, { isTransient = false, waitMs }: { isTransient?: boolean; waitMs?: number } = {}) {
    super(error.message);
    this.error = error;
    this.isTransient = isTransient;
    this.waitMs = waitMs;
  }
}

/** Who we talk to, for error messages. */
export interface Party {
  host: string;
  apiKey?: string;
}

/** How much of a provider's message is passed on, in characters. */
const maxMessageLength = 300;
/** How much of an error's body is read. */
const maxErrorLength = 65_536;

/** The error types providers use inside an answer, as the equivalent HTTP statuses. */
const statusOfKind: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  context_length_exceeded: 400,
  content_filter: 400,
  invalid_prompt: 400,
  authentication_error: 401,
  billing_error: 402,
  insufficient_quota: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  overloaded_error: 529,
};

const declined: ReadonlySet<string> = new Set(['content_filter', 'invalid_prompt']);
/** How providers word it that the content, and nothing else of a request, is why they refuse it. */
const ofContent = /content (?:filter|management|polic)/i;

const mayPassStatuses = new Set([408, 409, 425, 429]);

const hints: Readonly<Record<number, string>> = {
  401: 'See that the API key is right.',
  402: 'See to the credit of the account at the provider.',
  403: 'See that the API key is right and may use this model.',
  404: 'See that the base URL (for OpenAI-compatible servers it mostly ends with /v1) and the name of the model are right.',
  413: 'Ask for less at once, or choose a model with a larger context.',
  429: 'Try again later, or raise the limits of the account at the provider.',
};

/** The failure for an unsuccessful status. `waitMs` is what its headers ask for. */
export function failureOfStatus(status: number, body: Buffer, party: Party, waitMs: number | undefined): Failure {
  const report = reportIn(body, party.apiKey);
  const isOutOfCredit = status === 429 && kindsOf(report).some((kind) => statusOfKind[kind] === 402);
  const words = reportText(report, party.apiKey);
  return judge(isOutOfCredit ? 402 : status, `${party.host} answered ${status}${words && `: ${words}`}`, { waitMs, report });
}

/** The failure a provider reports in the middle of an answer. */
export function failureOfReport(report: unknown, party: Party): Failure {
  const code = Number(at(report, 'code') ?? at(report, 'status'));
  const isStatus = code >= 400 && code <= 599;
  const status = isStatus ? code : (kindsOf(report).map((kind) => statusOfKind[kind])[0] ?? 500);
  const words = reportText(report, party.apiKey);
  return judge(status, `${party.host} broke its answer off with an error${words && `: ${words}`}`, { report });
}

function judge(status: number, said: string, { waitMs, report }: { waitMs?: number; report: unknown }): Failure {
  const isTransient = mayPassStatuses.has(status) || status >= 500;
  const code: ErrorCode = status === 429 ? 'rate_limited' : isTransient ? 'provider_failed' : 'provider_refused';
  const isDeclined = status === 400 && (kindsOf(report).some((kind) => declined.has(kind)) || ofContent.test(said));
  const error = new (isDeclined ? Declined : AppError)(code, sentence(said), {
    hint:
      hints[status] ??
      (isTransient ? 'Try again later.' : 'Change what the provider objects to: the model, its settings or the length of the request.'),
    retryAfterSeconds: waitMs === undefined ? undefined : Math.ceil(waitMs / 1000),
  });
  return new Failure(error, { isTransient, waitMs });
}

/** The failure for a network error. */
export function failureOfNetwork(error: NetworkError): Failure {
  const { code, message } = error;
  const isTransient = code === 'connect' || code === 'dns' || code === 'reset' || code === 'timeout' || code === 'internal';
  const isAddress = code === 'address_refused' || code === 'invalid_url' || code === 'https_required';
  const hint = 'See that the server runs and that the base URL of the model is right.';
  return new Failure(new AppError(isAddress ? 'provider_refused' : 'provider_failed', message, { hint, cause: error }), { isTransient });
}

/** Why a server rejects a request, raw: its message and the parameters it names, but not the request text it may repeat. */
export function objectionIn(body: Buffer): string {
  const report = reportIn(body, undefined);
  if (typeof report === 'string') return report;
  const details = at(report, 'detail');
  const parts = Array.isArray(details) ? details.flatMap((one: unknown) => [at(one, 'msg'), at(one, 'loc')].flat()) : [details];
  return [at(report, 'message'), at(report, 'param'), ...parts].filter((part) => typeof part === 'string').join(' ');
}

/** A provider's error message or a model's refusal: one line, cut, and never with the key in it. */
export function cleanWords(raw: string, apiKey: string | undefined): string {
  const line = raw.replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  const letters = Array.from(withoutKey(line, apiKey));
  return letters.length > maxMessageLength ? `${letters.slice(0, maxMessageLength).join('')}…` : letters.join('');
}

/** Providers repeat keys whole or in part. */
function withoutKey(text: string, apiKey: string | undefined): string {
  if (!apiKey) return text;
  const beginning = apiKey.slice(0, 8).replaceAll(/\W/g, '\\$&');
  return text.replaceAll(apiKey, '[key]').replaceAll(new RegExp(`${beginning}[^\\s"'<>]*`, 'g'), '[key]');
}

function reportIn(body: Buffer, apiKey: string | undefined): unknown {
  const text = body.toString('utf8', 0, maxErrorLength);
  const parsed = parseJson(text);
  if (parsed !== undefined) return at(parsed, 'error') ?? parsed;
  if (/^\s*</.test(text)) return '';
  // A key cut off at the end would not be recognised.
  return body.length > maxErrorLength ? withoutKey(text, apiKey).slice(0, -(apiKey?.length ?? 0) || undefined) : text;
}

function reportText(report: unknown, apiKey: string | undefined): string {
  const words =
    typeof report === 'string' ? report : (textAt(report, 'message') ?? textAt(report, 'detail') ?? textAt(report, 'detail', 0, 'msg'));
  const upstream = textAt(report, 'metadata', 'raw');
  return cleanWords([words, upstream].filter((part) => part !== undefined).join(' '), apiKey);
}

function kindsOf(report: unknown): string[] {
  return [textAt(report, 'code'), textAt(report, 'type')].filter(
    (kind) => kind !== undefined && Object.hasOwn(statusOfKind, kind),
  ) as string[];
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

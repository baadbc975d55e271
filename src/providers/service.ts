import { AppError } from '../errors.ts';
import { clipAtWord } from '../language/slug.ts';
import { NetworkError } from '../net/errors.ts';
import type { OutboundRequest, OutboundResponse, System } from '../system.ts';
import { visibleText } from './html.ts';
import { parseJson } from './json.ts';
import { waitAskedFor } from './retry-after.ts';

/** An outside service that answers JSON, for calls and for error messages. */
export interface Service {
  system: Pick<System, 'request' | 'now'>;
  /** As people know it: Serper, DataForSEO. */
  name: string;
  /** The address that the operator configured, or the service's own. Secrets go to its origin only. */
  configured: string;
  /** What must never appear in an error, even if the service repeats it. */
  secrets: readonly string[];
}

export interface ServiceRequest {
  url: string;
  /** POST where there is a body, else GET. */
  method?: OutboundRequest['method'];
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form. */
  form?: Record<string, string>;
  /** Sent as they are, with their headers. */
  upload?: { bytes: Uint8Array; headers: Record<string, string> };
  /** Default 30 s, with an upload 120 s. */
  deadlineMs?: number;
  /** Default 8 MiB. */
  maxBytes?: number;
  signal?: AbortSignal | undefined;
}

/** Any status counts as an answer. */
export interface ServiceAnswer {
  /** The address that was asked, without its query. */
  asked: string;
  status: number;
  headers: Record<string, string>;
  /** Undefined if the body is not JSON, or was cut off. */
  json: unknown;
  body: Buffer;
  truncated: boolean;
}

const usualDeadlineMs = 30_000;
const uploadDeadlineMs = 120_000;
const usualMaxBytes = 8 * 1024 * 1024;
const maxMessageLength = 240;
/** How much of a message is read, in characters. */
const maxRead = 4000;

/** Asks once. Throws `provider_failed`, `provider_refused` for an address that may not be dialled, or the reason of `signal`. */
export async function askService(service: Service, request: ServiceRequest): Promise<ServiceAnswer> {
  const sent = bodyOf(request);
  const { status, headers, body, truncated } = await dial(service, {
    url: request.url,
    method: request.method ?? (sent ? 'POST' : 'GET'),
    headers: { accept: 'application/json', 'user-agent': 'Copydesk/1.0', ...request.headers, ...sent?.headers },
    body: sent?.bytes,
    deadlineMs: request.deadlineMs ?? (request.upload ? uploadDeadlineMs : usualDeadlineMs),
    maxBytes: request.maxBytes ?? usualMaxBytes,
    configured: service.configured,
    signal: request.signal,
  });
  const asked = request.url.replace(/[?#].*$/s, '');
  return { asked, status, headers, body, truncated, json: truncated ? undefined : parseJson(body.toString('utf8').replace(/^\uFEFF/, '')) };
}

function bodyOf({ json, form, upload }: ServiceRequest): { bytes: string | Uint8Array; headers: Record<string, string> } | undefined {
  if (json !== undefined) return { bytes: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
  if (form === undefined) return upload;
  return { bytes: new URLSearchParams(form).toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
}

/** What follows `Basic` in the header `Authorization` (RFC 7617). */
export function basicOf(username: string, password: string): string {
  return Buffer.from(`${username}:${password}`).toString('base64');
}

async function dial({ system, name }: Service, request: OutboundRequest): Promise<OutboundResponse> {
  try {
    return await system.request(request);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (error.code === 'aborted') request.signal?.throwIfAborted();
    const isRefused = error.code === 'address_refused' || error.code === 'invalid_url' || error.code === 'https_required';
    throw new AppError(isRefused ? 'provider_refused' : 'provider_failed', `${name} cannot be reached: ${error.message}`, {
      cause: error,
      hint: isRefused ? `Correct the address of ${within(name)}.` : `See that ${within(name)} is up and its address right, and try again.`,
    });
  }
}

/**
 * The error for an answer that is none of what was asked for. `said` is the service's own message; `hint` what helps where it refuses. 402 and 429 may
 * be about credit: who knows a service gives the hint that fits.
 */
export function failureOf(service: Service, answer: ServiceAnswer, { said = '', hint }: { said?: string; hint?: string } = {}): AppError {
  const { name, system } = service;
  const words = cleanWords(service, said);
  const detail = `${name} answered ${answer.status}${words ? `: ${words.replace(/[^.!?…]$/u, '$&.')}` : '.'}`;
  const waitMs = waitAskedFor(answer.headers, system.now());
  const wait = waitMs === undefined ? {} : { retryAfterSeconds: Math.min(Math.ceil(waitMs / 1000), 86_400) };
  const later = wait.retryAfterSeconds ? `Try again in ${wait.retryAfterSeconds} s.` : 'Try again later.';
  if (answer.status === 429) return new AppError('rate_limited', detail, { hint: hint ?? later, ...wait });
  if (answer.status >= 500 || answer.status === 408 || answer.status === 425)
    return new AppError('provider_failed', detail, { hint: later, ...wait });
  if (answer.status >= 200 && answer.status <= 299) return notUnderstood(service, answer, hint);
  return new AppError('provider_refused', detail, { hint: hint ?? usualHint(service, answer, words) });
}

function usualHint(service: Service, answer: ServiceAnswer, words: string): string {
  const { status, asked } = answer;
  if (status >= 300 && status <= 399) return redirectHint(service, answer);
  if (status === 404 || status === 405) return `See that the address is right: ${asked} was asked.`;
  const noWords = `See that the address is that of ${within(service.name)}, and that no proxy stands before it.`;
  return usualHints[status] ?? (words === '' ? noWords : 'Mend what it names, and try again.');
}

function redirectHint({ configured, secrets }: Service, { headers }: ServiceAnswer): string {
  const target = URL.parse(headers['location'] ?? '', configured);
  if (!target || target.origin === URL.parse(configured)?.origin)
    return 'See that the address is right to the end of its path, and that no log-in page stands before it: nothing is sent on.';
  const shown = cleanWords({ secrets: secrets.map((secret) => secret.toLowerCase()) }, `${target.protocol}//${target.host}`);
  return `Configure the address to which it redirects (${shown}), unless a log-in page stands there: nothing is sent on.`;
}

const usualHints: Readonly<Record<number, string>> = {
  401: 'See that the key is right, and set it anew with integrations_set.',
  402: 'See to the credit of the account at the provider.',
  403: 'See that the key is right and may do this, and set another with integrations_set.',
};

function notUnderstood({ name }: Service, { truncated }: ServiceAnswer, hint: string | undefined): AppError {
  if (truncated) return new AppError('provider_failed', `The answer of ${within(name)} was cut off.`, { hint: 'Try again later.' });
  return new AppError('provider_refused', `What answers is not what ${within(name)} answers.`, {
    hint: hint ?? `See that the address is that of ${within(name)}, and that no log-in page or proxy stands before it.`,
  });
}

/** A name where no sentence begins. */
const within = (name: string): string => name.replace(/^The /, 'the ');

/** A service's message made safe for our errors: one line of plain text, cut, without secrets. */
export function cleanWords({ secrets }: Pick<Service, 'secrets'>, said: string): string {
  // The longest first, and in one go: a short secret may stand in a longer one, or in what takes its place.
  const forms = [...new Set(secrets.flatMap(formsOf))].toSorted((one, other) => other.length - one.length);
  const any = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const words = visibleBeginning(said, forms);
  return clipAtWord(any === '' ? words : words.replace(new RegExp(any, 'g'), '[not shown]'), maxMessageLength);
}

/** What may be shown of as much as is read. Where that ends in a secret, its beginning goes: it would not be known for one. */
function visibleBeginning(said: string, secrets: readonly string[]): string {
  if (said.length <= maxRead) return visibleText(said);
  // Half a tag, character reference or character.
  const words = visibleText(said.slice(0, maxRead).replace(/(<[^<>]*|&[#\w]*|[\uD800-\uDBFF])$/, ''));
  const begun = secrets.flatMap((secret) => {
    const lengths = Array.from({ length: Math.min(secret.length, words.length) }, (_, at) => at + 1);
    return lengths.filter((length) => words.endsWith(secret.slice(0, length)));
  });
  return words.slice(0, words.length - Math.max(0, ...begun)).trimEnd();
}

/** A secret as it is, and as it stands in an address, a form and JSON, also in one line: services quote what they were sent. */
function formsOf(secret: string): string[] {
  const inForm = new URLSearchParams({ secret }).toString().slice('secret='.length);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = [secret, encodeURIComponent(secret.toWellFormed()), inForm, inJson];
  return [...forms, ...forms.map(visibleText)].filter((form) => form !== '');
}

import type { AttemptError, DeliveryResponse } from '../../schema/deliveries.ts';
import type { Dial } from '../system.ts';
import { NetworkError } from '../net/errors.ts';
import { signatureHeader } from './sign.ts';

/** For one whole attempt: connection, TLS, headers and body. */
export const deadlineMs = 10_000;
/** How much of an answer's body is kept. */
const maxKeptBytes = 16 * 1024;

const commonHeaders = { 'Content-Type': 'application/json', 'User-Agent': 'Service-Webhook/1.0' } as const;

export interface EventAttempt {
  deliveryId: string;
  eventType: string;
  body: string;
  secret: string;
  /** Milliseconds since the epoch; the signature's timestamp. */
  now: number;
}

/** The headers of one attempt at an event delivery (contract 6.2). */
export function eventHeaders({ deliveryId, eventType, body, secret, now }: EventAttempt): Record<string, string> {
  return {
    ...commonHeaders,
    'X-Service-Signature': signatureHeader(secret, body, Math.floor(now / 1000)),
    'X-Service-Event': eventType,
    'X-Service-Delivery': deliveryId,
  };
}

/** The headers of one attempt at sending an article (contract 4.4). `token` is the endpoint's secret. */
export function publishingHeaders(token: string): Record<string, string> {
  return { ...commonHeaders, 'X-Webhook-Secret': token };
}

/** Marks a test send. */
export const testHeader = { 'X-Service-Test': 'true' } as const;

/** Removes the token from what is kept of an attempt: some receivers echo what they were sent. */
export function withoutToken<Kept extends { response: DeliveryResponse }>(kept: Kept, token: string): Kept {
  const clean = JSON.parse(JSON.stringify(kept).replaceAll(token, '[not shown]')) as Kept;
  const { response } = clean;
  if (!('body' in response) || !response.truncated) return clean;
  return { ...clean, response: { ...response, body: cutBefore(response.body, token) } };
}

/** All tokens begin with the same four characters (`pwt_`), so fewer give nothing away, and an ordinary truncated body may end with them. */
const tellingLength = 4;

/** If the body was truncated inside a token, cuts it before the token. */
function cutBefore(body: string, token: string): string {
  for (let length = token.length - 1; length >= tellingLength; length--)
    if (body.endsWith(token.slice(0, length))) return body.slice(0, -length);
  return body;
}

export interface Post {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: string;
  httpsOnly: boolean;
}

/** Makes one attempt. Never throws: any failure becomes the response. `onFault` is told of faults on our side. */
export async function post(
  request: Dial,
  { url, method, headers, body, httpsOnly }: Post,
  onFault: (fault: unknown) => void,
): Promise<DeliveryResponse> {
  try {
    const answer = await request({ url, method, headers, body, deadlineMs, maxBytes: maxKeptBytes, httpsOnly });
    const { status, truncated, durationMs } = answer;
    return { status, headers: answer.headers, body: answer.body.toString('utf8'), truncated, durationMs: Math.round(durationMs) };
  } catch (error) {
    const failure = error instanceof NetworkError ? error : new NetworkError('internal', 'The attempt could not be made.');
    const { code, message, durationMs } = failure;
    if (code === 'internal') onFault(error);
    return { error: { code, message }, durationMs: Math.round(durationMs) };
  }
}

/** The kind of failure a response is; null for a success. */
export function errorClassOf(response: DeliveryResponse): AttemptError | null {
  if ('error' in response) return response.error.code;
  return response.status >= 200 && response.status <= 299 ? null : 'status';
}

import type { AttemptError, DeliveryResponse } from '../../schema/deliveries.ts';
import type { Dial } from '../system.ts';
import { NetworkError } from '../net/errors.ts';
import { signatureHeader } from './sign.ts';

/** The whole of one attempt: connection, TLS, headers and body. */
const deadlineMs = 10_000;
/** How much of an answer's body is kept. */
const keptBytes = 16 * 1024;

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

/** Marks what is only a test. */
export const testHeader = { 'X-Service-Test': 'true' } as const;

/** What may be kept of an attempt that carried a token: there are receivers that answer with what they were sent. */
export function withoutToken<Kept>(kept: Kept, token: string): Kept {
  return JSON.parse(JSON.stringify(kept).replaceAll(token, '[not shown]')) as Kept;
}

export interface Post {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: string;
  httpsOnly: boolean;
}

/** One attempt. Never throws: whatever happened is the response that is kept. */
export async function post(request: Dial, { url, method, headers, body, httpsOnly }: Post): Promise<DeliveryResponse> {
  try {
    const answer = await request({ url, method, headers, body, deadlineMs, maxBytes: keptBytes, httpsOnly });
    const { status, truncated, durationMs } = answer;
    return { status, headers: answer.headers, body: answer.body.toString('utf8'), truncated, durationMs: Math.round(durationMs) };
  } catch (error) {
    const known = error instanceof NetworkError;
    return {
      error: { code: known ? error.code : 'internal', message: known ? error.message : 'The attempt could not be made.' },
      durationMs: known ? Math.round(error.durationMs) : 0,
    };
  }
}

/** What kind of failure a response is; null for a success. */
export function errorClassOf(response: DeliveryResponse): AttemptError | null {
  if ('error' in response) return response.error.code;
  return response.status >= 200 && response.status <= 299 ? null : 'status';
}

import type { AttemptError, DeliveryResponse } from '../../schema/deliveries.ts';
import type { Dial } from '../system.ts';
import { errorClassOf, eventHeaders, post, publishingHeaders, testHeader, withoutToken } from './post.ts';

/** All that one attempt needs. It is signed as it begins. */
export interface Outgoing {
  deliveryId: string;
  kind: 'event' | 'publish';
  eventType: string | null;
  url: string;
  method: 'POST' | 'PUT';
  /** The exact bytes to send. */
  body: string;
  /** The signing secret, or the publishing endpoint's token. */
  secret: string;
  test: boolean;
}

/** What became of an attempt. Its long parts are JSON already: so they are kept, and so they pass cheaply from one thread to another. */
export interface Sent {
  /** Milliseconds since the epoch. */
  startedAt: number;
  requestHeaders: string;
  response: string;
  durationMs: number;
  /** Null for a success. */
  error: AttemptError | null;
  /** The receiver's `Retry-After`, if it asks to wait. */
  retryAfter?: string;
  /** A fault on our side, for the log. */
  fault?: unknown;
}

/** What is kept of an attempt that our own side did not let come about. */
export function unsent(code: 'signing' | 'internal', message: string, startedAt: number): Sent {
  const response: DeliveryResponse = { error: { code, message }, durationMs: 0 };
  return { startedAt, requestHeaders: '{}', response: JSON.stringify(response), durationMs: 0, error: code };
}

/** Makes one attempt. Never throws. */
export async function attempt(
  request: Dial,
  { deliveryId, kind, eventType, url, method, body, secret, test }: Outgoing,
  { startedAt, httpsOnly }: { startedAt: number; httpsOnly: boolean },
): Promise<Sent> {
  const own =
    kind === 'publish' ? publishingHeaders(secret) : eventHeaders({ deliveryId, eventType: eventType ?? '', body, secret, now: startedAt });
  const headers = test ? { ...own, ...testHeader } : own;
  let fault: unknown;
  const received = await post(request, { url, method, headers, body, httpsOnly }, (thrown) => {
    fault = thrown;
  });
  const kept = { headers, response: received };
  const { headers: sent, response } = kind === 'publish' ? withoutToken(kept, secret) : kept;
  const asksToWait = 'status' in received && (received.status === 429 || received.status === 503);
  return {
    startedAt,
    requestHeaders: JSON.stringify(sent),
    response: JSON.stringify(response),
    durationMs: response.durationMs,
    error: errorClassOf(response),
    ...(asksToWait && { retryAfter: received.headers['retry-after'] }),
    ...(fault !== undefined && { fault }),
  };
}

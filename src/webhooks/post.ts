import type { DeliveryResponse } from '../../schema/deliveries.ts';
import type { Dial } from '../system.ts';
import { NetworkError } from '../net/errors.ts';
import { signatureHeader } from './sign.ts';

const userAgent = 'Service-Webhook/1.0';
/** The whole of one attempt: connection, TLS, headers and body. */
const deadlineMs = 10_000;
/** How much of an answer's body is kept. */
const keptBytes = 16 * 1024;

export interface EventPost {
  deliveryId: string;
  eventType: string;
  url: string;
  body: string;
  secret: string;
  /** Milliseconds since the epoch; the signature's timestamp. */
  now: number;
  httpsOnly: boolean;
}

/** One attempt at one event delivery. Never throws: whatever happened is the response that is kept. */
export async function postEvent(request: Dial, post: EventPost): Promise<DeliveryResponse> {
  try {
    const answer = await request({
      url: post.url,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': userAgent,
        'X-Service-Signature': signatureHeader(post.secret, post.body, Math.floor(post.now / 1000)),
        'X-Service-Event': post.eventType,
        'X-Service-Delivery': post.deliveryId,
      },
      body: post.body,
      deadlineMs,
      maxBytes: keptBytes,
      httpsOnly: post.httpsOnly,
    });
    const { status, headers, truncated, durationMs } = answer;
    return { status, headers, body: answer.body.toString('utf8'), truncated, durationMs: Math.round(durationMs) };
  } catch (error) {
    const known = error instanceof NetworkError;
    return {
      error: { code: known ? error.code : 'internal', message: known ? error.message : 'The attempt could not be made.' },
      durationMs: known ? Math.round(error.durationMs) : 0,
    };
  }
}

export function isDelivered(response: DeliveryResponse): boolean {
  return 'status' in response && response.status >= 200 && response.status <= 299;
}

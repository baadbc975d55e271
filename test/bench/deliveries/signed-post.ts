import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

/** What the desk keeps of an attempt. */
export interface Attempt {
  startedAt: number;
  requestHeaders: Record<string, string>;
  response: { status: number; durationMs: number; headers: object; body: string; truncated: boolean };
}

export interface SignedPoster {
  /** Sends one event as the desk does, and throws where the receiver does not take it. */
  post(deliveryId: string, body: string): Promise<void>;
  /** The same, and returns what happened. */
  attempt(deliveryId: string, body: string): Promise<Attempt>;
}

/** The bare way out: one pool of connections, and the headers and the signature of an event delivery. */
export function createSignedPoster(url: string, connections: number): SignedPoster {
  const { origin, pathname: path } = new URL(url);
  const pool = new Pool(origin, { connections });
  const send = async (headers: Record<string, string>, body: string) => {
    const answer = await pool.request({ path, method: 'POST', headers, body });
    if (answer.statusCode !== 204) throw new Error(`The receiver answered ${answer.statusCode}.`);
    return answer;
  };
  return {
    async post(deliveryId, body) {
      const answer = await send(headersOf(deliveryId, body), body);
      await answer.body.dump();
    },
    async attempt(deliveryId, body) {
      const startedAt = Date.now();
      const requestHeaders = headersOf(deliveryId, body);
      const answer = await send(requestHeaders, body);
      const text = await answer.body.text();
      const durationMs = Date.now() - startedAt;
      return {
        startedAt,
        requestHeaders,
        response: { status: answer.statusCode, durationMs, headers: answer.headers, body: text, truncated: false },
      };
    },
  };
}

const secret = `whsec_${'s'.repeat(43)}`;

function headersOf(deliveryId: string, body: string): Record<string, string> {
  const seconds = Math.floor(Date.now() / 1000);
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhook/1.0',
    'X-Service-Signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`,
    'X-Service-Event': 'article.ready',
    'X-Service-Delivery': deliveryId,
  };
}

/** An event of exactly so many bytes. */
export function eventOf(index: number, bytes: number): string {
  const event = {
    id: `evt_${String(index).padStart(32, '0')}`,
    type: 'article.ready',
    createdAt: new Date().toISOString(),
    data: { text: '' },
  };
  event.data.text = 'x'.repeat(bytes - JSON.stringify(event).length);
  return JSON.stringify(event);
}

import { createHmac } from 'node:crypto';
import { Pool } from 'undici';

export interface SignedPoster {
  /** Sends one event as the desk does, and throws where the receiver does not take it. */
  post(deliveryId: string, body: string): Promise<void>;
  close(): Promise<void>;
}

/** The bare way out: one pool of connections, and the headers and the signature of an event delivery. */
export function createSignedPoster(url: string, connections: number): SignedPoster {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections });
  const secret = `whsec_${'s'.repeat(43)}`;
  return {
    async post(deliveryId, body) {
      const seconds = Math.floor(Date.now() / 1000);
      const { statusCode, body: answer } = await pool.request({
        path: pathname,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Service-Webhook/1.0',
          'X-Service-Signature': `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')}`,
          'X-Service-Event': 'article.ready',
          'X-Service-Delivery': deliveryId,
        },
        body,
      });
      await answer.dump();
      if (statusCode !== 204) throw new Error(`The receiver answered ${statusCode}.`);
    },
    close: () => pool.close(),
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

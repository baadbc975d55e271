import type { Dispatcher } from 'undici';
import type { OutboundResponse } from '../system.ts';
import { discardBody, readBody } from './body.ts';
import type { Pools } from './pools.ts';
import { redirectLocation, type Hop } from './redirect.ts';

export type Answer = Omit<OutboundResponse, 'durationMs'>;

export interface Redirect {
  status: number;
  location: string;
}

export interface ExchangeOptions {
  maxBytes: number;
  signal: AbortSignal;
  /** Whether a redirect is wanted as such, or is an answer like any other. */
  follow: boolean;
}

/** Sends the request of one hop and takes in its answer. Throws what undici throws; `signal` ends it at once, in whatever stage. */
export async function exchange(hop: Hop, pools: Pools, { maxBytes, signal, follow }: ExchangeOptions): Promise<Answer | Redirect> {
  const { url, method, headers, body, trusted } = hop;
  const lease = pools.lease(url.origin, trusted);
  try {
    const asked = lease.pool.request({ path: url.pathname + url.search, method, headers, body, signal });
    const answer = await unlessAborted(asked, signal);
    const location = follow ? redirectLocation(answer.statusCode, answer.headers) : undefined;
    if (location !== undefined) {
      discardBody(answer.body);
      return { status: answer.statusCode, location };
    }
    const received = flatten(answer.headers);
    return {
      url: url.href,
      status: answer.statusCode,
      headers: received,
      ...(await readBody(answer.body, received['content-encoding'], maxBytes)),
    };
  } finally {
    lease.release(signal.aborted);
  }
}

/** undici heeds a signal only once it is connected; a look-up or a connection attempt may hang until long after the deadline. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function flatten(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}

import type { Connect, Dial, OutboundRequest, OutboundResponse } from '../system.ts';
import { attend } from './attend.ts';
import { acceptedEncodings } from './body.ts';
import { createConnect } from './connect.ts';
import { bareHost, explainFailure, NetworkError } from './errors.ts';
import { exchange, type Cut } from './exchange.ts';
import { createPolicy, notUrl } from './guard.ts';
import { createPlaces, type Place, type Places } from './place.ts';
import { createResolve, type Resolve } from './resolve.ts';
import { createPools, type Pools } from './pools.ts';
import { followRedirect, impersonal, type Hop } from './redirect.ts';

export interface DialOptions {
  production: boolean;
  allowedNetworks: readonly string[];
  /** Default: this machine's own name resolution. */
  resolve?: Resolve;
}

export interface Network {
  /** Rejects with `NetworkError` if there is no answer. */
  request: Dial;
  /** Rejects with `NetworkError`. */
  connect: Connect;
  /** Refuses new requests, waits for those in flight (each has its deadline) and closes all connections. */
  close(): Promise<void>;
}

interface Way {
  pools: Pools;
  places: Places;
  /** How many requests are under way. */
  count: number;
  /** Resolved when none is any more, for whoever waits for it. */
  quiet?: PromiseWithResolvers<void>;
}

/** The only way to the network: every address is checked when it is dialled, at every hop. Throws `AppError` if a network is not in CIDR notation. */
export function createDial({ production, allowedNetworks, resolve = createResolve() }: DialOptions): Network {
  const policy = createPolicy({ production, allowedNetworks });
  const way: Way = { pools: createPools(policy, resolve), places: createPlaces(policy), count: 0 };
  const make: Dial = (one) => dial(one, way);
  const connect = createConnect(policy, resolve);
  let closed = false;
  const refuseClosed = () => Promise.reject(new NetworkError('aborted', 'This process is shutting down and dials no more.'));
  return {
    request(request) {
      if (closed) return refuseClosed();
      return request.onData ? attend(request, request.onData, make) : make(request);
    },
    connect: (server) => (closed ? refuseClosed() : connect(server)),
    async close() {
      closed = true;
      if (way.count > 0) await (way.quiet ??= Promise.withResolvers<void>()).promise;
      await way.pools.destroy();
    },
  };
}

/** Follows redirects to the final answer. */
async function dial(request: OutboundRequest, way: Way): Promise<OutboundResponse> {
  const { deadlineMs, signal, maxRedirects = 0, httpsOnly = false } = request;
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  const cut = cutAfter(deadlineMs, signal);
  let dialled: Place | undefined;
  way.count++;
  try {
    let hop = firstHop(request, way.places);
    for (let redirects = 0; ; redirects++) {
      const { place, trusted } = hop;
      const problem = place.problem({ httpsOnly, trusted });
      if (problem) throw new NetworkError(problem.code, problem.message);
      dialled = place;
      const outcome = await exchange(hop, way.pools, request, cut);
      if ('body' in outcome) {
        signal?.throwIfAborted();
        outcome.durationMs = elapsed();
        return outcome;
      }
      if (redirects === maxRedirects)
        throw new NetworkError('too_many_redirects', `${bareHost(place.url)} redirects once more after ${maxRedirects} redirects.`);
      hop = followRedirect(hop, outcome, way.places);
    }
  } catch (thrown) {
    if (signal?.aborted) throw new NetworkError('aborted', 'The request was given up by its caller.', elapsed());
    if (!dialled) throw thrown;
    const { url } = dialled;
    if (cut.isCut) throw new NetworkError('timeout', `${bareHost(url)} did not answer within ${deadlineMs / 1000} s.`, elapsed());
    throw explainFailure(thrown, url, elapsed());
  } finally {
    cut.stop();
    if (--way.count === 0) way.quiet?.resolve();
  }
}

function firstHop({ url, method = 'GET', headers: given = {}, body, configured }: OutboundRequest, places: Places): Hop {
  const place = places.find(url);
  if (!place) throw new NetworkError('invalid_url', notUrl);
  const trusted = configured !== undefined && places.find(configured)?.origin === place.origin;
  const headers = configured === undefined || trusted ? given : impersonal(given);
  const isSettled = method !== 'GET' || Object.keys(headers).some((name) => name.toLowerCase() === 'accept-encoding');
  return { place, method, headers: isSettled ? headers : { ...headers, 'accept-encoding': acceptedEncodings }, body, trusted };
}

/** Cuts after `deadlineMs` of real time, or when the caller aborts. */
function cutAfter(deadlineMs: number, callers: AbortSignal | undefined): Cut & { stop(): void } {
  const cut: Cut = { isCut: false, onCut: () => {} };
  const now = () => {
    cut.isCut = true;
    cut.onCut();
  };
  const timer = setTimeout(now, Math.min(deadlineMs, 2 ** 31 - 1));
  callers?.addEventListener('abort', now);
  if (callers?.aborted) now();
  return Object.assign(cut, {
    stop() {
      clearTimeout(timer);
      callers?.removeEventListener('abort', now);
    },
  });
}

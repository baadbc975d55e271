import type { Connect, Dial, OutboundRequest, OutboundResponse } from '../system.ts';
import { attend } from './attend.ts';
import { acceptedEncodings } from './body.ts';
import { createConnect } from './connect.ts';
import { bareHost, explainFailure, NetworkError } from './errors.ts';
import { exchange, type Answer, type Cut } from './exchange.ts';
import { createPolicy, notUrl, urlProblem, type Policy, type UrlProblem } from './guard.ts';
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
  policy: Policy;
  pools: Pools;
}

/** The only way to the network: every address is checked when it is dialled, at every hop. Throws `AppError` if a network is not in CIDR notation. */
export function createDial({ production, allowedNetworks, resolve = createResolve() }: DialOptions): Network {
  const policy = createPolicy({ production, allowedNetworks });
  const pools = createPools(policy, resolve);
  const underWay = new Set<Promise<OutboundResponse>>();
  const connect = createConnect(policy, resolve);
  let closed = false;
  const refuseClosed = () => {
    if (closed) throw new NetworkError('aborted', 'This process is shutting down and dials no more.');
  };
  return {
    async request(request) {
      refuseClosed();
      const make: Dial = (one) => dial(one, { policy, pools });
      const answer = request.onData ? attend(request, request.onData, make) : make(request);
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    },
    async connect(server) {
      refuseClosed();
      return connect(server);
    },
    async close() {
      closed = true;
      await Promise.allSettled(underWay);
      await pools.destroy();
    },
  };
}

async function dial(request: OutboundRequest, way: Way): Promise<OutboundResponse> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  const cut = cutAfter(request.deadlineMs, request.signal);
  const trail: URL[] = [];
  try {
    const answer = await follow(request, way, cut, trail);
    request.signal?.throwIfAborted();
    return { ...answer, durationMs: elapsed() };
  } catch (thrown) {
    const url = trail.at(-1);
    if (request.signal?.aborted) throw new NetworkError('aborted', 'The request was given up by its caller.', elapsed());
    if (!url) throw thrown;
    if (cut.isCut) throw new NetworkError('timeout', `${bareHost(url)} did not answer within ${request.deadlineMs / 1000} s.`, elapsed());
    throw explainFailure(thrown, url, elapsed());
  } finally {
    cut.stop();
  }
}

/** Follows redirects to the final answer. Every URL that is dialled is appended to `trail`. */
async function follow(request: OutboundRequest, { policy, pools }: Way, cut: Cut, trail: URL[]): Promise<Answer> {
  const { maxRedirects = 0, maxBytes, httpsOnly, onData, isWanted } = request;
  let hop = firstHop(request);
  for (let redirects = 0; ; redirects++) {
    const { url, trusted } = hop;
    refuse(urlProblem(url, policy, { httpsOnly, trusted }));
    trail.push(url);
    const outcome = await exchange(hop, pools, { maxBytes, onData, isWanted, cut, follow: maxRedirects > 0 });
    if (!('location' in outcome)) return outcome;
    if (redirects === maxRedirects)
      throw new NetworkError('too_many_redirects', `${bareHost(url)} redirects once more after ${maxRedirects} redirects.`);
    hop = followRedirect(hop, outcome.status, outcome.location);
  }
}

function firstHop({ url: text, method = 'GET', headers: given = {}, body, configured }: OutboundRequest): Hop {
  const url = URL.parse(text);
  if (!url) throw new NetworkError('invalid_url', notUrl);
  const trusted = configured !== undefined && URL.parse(configured)?.origin === url.origin;
  const headers = configured === undefined || trusted ? given : impersonal(given);
  const isSettled = method !== 'GET' || Object.keys(headers).some((name) => name.toLowerCase() === 'accept-encoding');
  return { url, method, headers: isSettled ? headers : { ...headers, 'accept-encoding': acceptedEncodings }, body, trusted };
}

function refuse(problem: UrlProblem | null): void {
  if (problem) throw new NetworkError(problem.code, problem.message);
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

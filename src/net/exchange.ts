import type { Dispatcher } from 'undici';
import type { OutboundRequest, OutboundResponse } from '../system.ts';
import { gatherBody, type BodySink } from './body.ts';
import { bareHost, NetworkError } from './errors.ts';
import type { Pools } from './pools.ts';
import { redirectLocation, type Hop } from './redirect.ts';

export type Answer = Omit<OutboundResponse, 'durationMs'>;

export interface Redirect {
  status: number;
  location: string;
}

/** Cuts an exchange short. */
export interface Cut {
  isCut: boolean;
  /** Called at the cut; set by the exchange that is to be cut. */
  onCut: () => void;
}

export interface ExchangeOptions extends Pick<OutboundRequest, 'maxBytes' | 'onData' | 'isWanted'> {
  cut: Cut;
  /** Whether to return a redirect as a `Redirect`, rather than as an ordinary answer. */
  follow: boolean;
}

/** How many 1xx answers may come before the real one. */
const maxInterim = 1000;

const unwanted = new Error('The rest of the answer is not wanted.');

/**
 * Sends the request of one hop and receives its answer. Rejects with undici's error; `cut` ends it at once, at any stage.
 * Uses undici's dispatcher directly: its streams and signals would double the cost of the exchange.
 */
export function exchange(
  { url, method, headers, body, trusted }: Hop,
  pools: Pools,
  { maxBytes, onData, isWanted, cut, follow }: ExchangeOptions,
): Promise<Answer | Redirect> {
  return new Promise((resolve, reject) => {
    const lease = pools.lease(url.origin, trusted);
    let controller: Dispatcher.DispatchController | undefined;
    let sink: BodySink | undefined;
    let isDone = false;
    let hasEnded = false;
    let interim = 0;

    function finish(settle: () => void, restIsUnwanted: boolean): void {
      if (isDone) return;
      isDone = true;
      cut.onCut = () => {};
      lease.release(cut.isCut);
      if (!restIsUnwanted) return onceFree(settle);
      settle();
      controller?.abort(unwanted);
    }

    function breakOff(reason: unknown): void {
      if (sink) sink.fail();
      else finish(() => reject(reason), true);
    }

    cut.onCut = () => breakOff(unwanted);
    if (cut.isCut) return breakOff(unwanted);
    lease.pool.dispatch(
      { path: url.pathname + url.search, method, headers, body: body ?? null },
      {
        onRequestStart(given) {
          controller = given;
          // It may have waited for a connection past the deadline.
          if (isDone) given.abort(unwanted);
        },
        onResponseStart(_, status, given) {
          if (isDone) return;
          if (status < 200) {
            if (++interim > maxInterim) breakOff(new NetworkError('protocol', `${bareHost(url)} sends interim answers without end.`));
            return;
          }
          const location = follow ? redirectLocation(status, given) : undefined;
          if (location !== undefined) return finish(() => resolve({ status, location }), true);
          const received = flatten(given);
          sink = gatherBody(received['content-encoding'], {
            maxBytes: status < 300 && isWanted?.(received) === false ? 0 : maxBytes,
            onData: status < 300 ? onData : undefined,
            done: (taken) => finish(() => resolve({ url: url.href, status, headers: received, ...taken }), taken.truncated || !hasEnded),
            pause: () => controller?.pause(),
            resume: () => controller?.resume(),
          });
        },
        onResponseData: (_, chunk) => sink?.write(chunk),
        onResponseEnd() {
          hasEnded = true;
          sink?.end();
        },
        onResponseError: (_, error) => breakOff(error),
      },
    );
  });
}

/**
 * Runs `settle` when undici has the connection of a complete answer back. It takes it back by `setImmediate` once its parser has returned: who
 * sent the next request before that would open another connection.
 */
function onceFree(settle: () => void): void {
  queueMicrotask(() => setImmediate(settle));
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    flat[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  }
  return flat;
}

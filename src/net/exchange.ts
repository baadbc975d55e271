import type { Dispatcher } from 'undici';
import type { OutboundRequest, OutboundResponse } from '../system.ts';
import { gatherBody, noBody, type BodySink } from './body.ts';
import { bareHost, NetworkError } from './errors.ts';
import type { Lease, Pools } from './pools.ts';
import { redirectLocation, type Hop, type Redirect } from './redirect.ts';

/** Cuts an exchange short. */
export interface Cut {
  isCut: boolean;
  /** Called at the cut; set by the exchange that is to be cut. */
  onCut: () => void;
}

type Headers = Record<string, string | string[] | undefined>;

/** How many 1xx answers may come before the real one. */
const maxInterim = 1000;

const unwanted = new Error('The rest of the answer is not wanted.');

/**
 * Sends the request of one hop and receives its answer, whose duration is left at 0; a redirect is an ordinary answer unless redirects are to be
 * followed. Rejects with undici's error; `cut` ends it at once, at any stage.
 */
export function exchange(hop: Hop, pools: Pools, request: OutboundRequest, cut: Cut): Promise<OutboundResponse | Redirect> {
  return new Promise((resolve, reject) => new Exchange(hop, request, cut, { resolve, reject }).begin(pools));
}

interface Outcome {
  resolve(outcome: OutboundResponse | Redirect): void;
  reject(reason: unknown): void;
}

/** Uses undici's dispatcher directly: its streams and signals would double the cost of the exchange. One object, for there are thousands a second. */
class Exchange implements Dispatcher.DispatchHandler {
  private readonly hop: Hop;
  private readonly request: OutboundRequest;
  private readonly cut: Cut;
  private readonly outcome: Outcome;
  private lease: Lease | undefined;
  private controller: Dispatcher.DispatchController | undefined;
  private answer: OutboundResponse | undefined;
  private sink: BodySink | undefined;
  private maxBytes: number;
  private isDone = false;
  private hasEnded = false;
  private interim = 0;

  constructor(hop: Hop, request: OutboundRequest, cut: Cut, outcome: Outcome) {
    this.hop = hop;
    this.request = request;
    this.cut = cut;
    this.outcome = outcome;
    this.maxBytes = request.maxBytes;
  }

  begin(pools: Pools): void {
    const { place, method, headers, body = null, trusted } = this.hop;
    this.cut.onCut = () => this.breakOff(unwanted);
    if (this.cut.isCut) return this.breakOff(unwanted);
    this.lease = pools.lease(place.origin, trusted);
    this.lease.pool.dispatch({ path: place.path, method, headers, body }, this);
  }

  onRequestStart(given: Dispatcher.DispatchController): void {
    this.controller = given;
    // It may have waited for a connection past the deadline.
    if (this.isDone) given.abort(unwanted);
  }

  onResponseStart(_: unknown, status: number, given: Headers): void {
    if (this.isDone) return;
    if (status < 200) {
      if (++this.interim > maxInterim)
        this.breakOff(new NetworkError('protocol', `${bareHost(this.hop.place.url)} sends interim answers without end.`));
      return;
    }
    const location = this.request.maxRedirects ? redirectLocation(status, given) : undefined;
    if (location !== undefined) return this.finish({ status, location }, true);
    const headers = flatten(given);
    if (status < 300 && this.request.isWanted?.(headers) === false) this.maxBytes = 0;
    this.answer = { url: this.hop.place.href, status, headers, body: noBody, truncated: false, durationMs: 0 };
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    if (this.isDone) return;
    this.sink ??= this.gather(this.answer!);
    this.sink.write(chunk);
  }

  onResponseEnd(): void {
    this.hasEnded = true;
    if (this.sink) this.sink.end();
    else if (this.answer) this.finish(this.answer, false);
  }

  onResponseError(_: unknown, error: Error): void {
    this.breakOff(error);
  }

  private gather(answer: OutboundResponse): BodySink {
    return gatherBody(answer.headers['content-encoding'], {
      maxBytes: this.maxBytes,
      declaredBytes: Number(answer.headers['content-length']) || 0,
      onData: answer.status < 300 ? this.request.onData : undefined,
      done: (taken) => this.finish(Object.assign(answer, taken), taken.truncated || !this.hasEnded),
      pause: () => this.controller?.pause(),
      resume: () => this.controller?.resume(),
    });
  }

  /** Once the headers are there, what has arrived of the body is the answer. */
  private breakOff(reason: unknown): void {
    if (this.isDone) return;
    if (this.sink) this.sink.fail();
    else if (this.answer) this.finish(Object.assign(this.answer, { truncated: true }), true);
    else if (this.isFirstEnd()) {
      this.outcome.reject(reason);
      this.controller?.abort(unwanted);
    }
  }

  private finish(outcome: OutboundResponse | Redirect, restIsUnwanted: boolean): void {
    if (!this.isFirstEnd()) return;
    const { resolve } = this.outcome;
    if (restIsUnwanted) {
      resolve(outcome);
      this.controller?.abort(unwanted);
      return;
    }
    // undici has the connection back by `setImmediate`, once its parser has returned. Whoever sent the next request before that would open another.
    queueMicrotask(() => setImmediate(resolve, outcome));
  }

  private isFirstEnd(): boolean {
    if (this.isDone) return false;
    this.isDone = true;
    this.cut.onCut = () => {};
    this.lease?.release(this.cut.isCut);
    return true;
  }
}

/** Joins repeated headers in place: undici makes the object for us alone. */
function flatten(headers: Headers): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = value.join(', ');
  }
  return headers as Record<string, string>;
}

import { randomBytes, randomFillSync } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as realSleep } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { V7Generator } from 'uuidv7';

/** One call to the outside. */
export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Total time in milliseconds for name look-up, connection, TLS, headers and body, over all hops. */
  deadlineMs: number;
  /** At most this many bytes of the answer's body are kept; the rest is not read. */
  maxBytes: number;
  /** How many redirects may be followed, each judged anew. Default 0: a 3xx is an answer like any other. */
  maxRedirects?: number;
  /** Refuse http. */
  httpsOnly?: boolean;
  /** The operator himself configured this address: private ranges are allowed, never the forbidden ones. */
  trusted?: boolean;
  signal?: AbortSignal;
  /**
   * Takes the body of a 2xx answer as it arrives, decoded; nothing of it is kept then. Returns false when no more is wanted.
   * Any other answer's body is kept as ever. What it throws ends the request, which rejects with just that.
   */
  onData?: (chunk: Buffer) => boolean | void;
  /** With `onData`: the longest silence after a piece of the body, in milliseconds. Default: the deadline alone rules. */
  idleMs?: number;
}

export interface OutboundResponse {
  /** The URL that answered, after redirects. */
  url: string;
  status: number;
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Record<string, string>;
  body: Buffer;
  /** True where the body was longer than `maxBytes`, broke off, or was not complete at the deadline. */
  truncated: boolean;
  durationMs: number;
}

export type Dial = (request: OutboundRequest) => Promise<OutboundResponse>;

/** Stops a timer. Calling it twice, or after the timer has run, does nothing. */
export type Cancel = () => void;

/** The door to time, chance and the network: nothing else in the house reads a clock, draws a random number or opens a socket. */
export interface System {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A time-sortable, unguessable identifier such as `art_0199…`. */
  id(prefix: string): string;
  random(bytes: number): Buffer;
  /** Runs `task` once after `ms`. With an injected clock nothing ever fires: due work is run by hand. */
  after(ms: number, task: () => void): Cancel;
  /**
   * Waits in real time, whatever the clock says: for turns of the event loop, for another process's lock, for a busy provider.
   * Rejects as soon as `signal` is aborted.
   */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  request: Dial;
  log: Logger;
  /** Aborted when the process is asked to end: whoever waits, waits no longer. */
  closing: AbortSignal;
}

export interface SystemOptions {
  now?: () => number;
  id?: (prefix: string) => string;
  request: Dial;
  log: Logger;
  /** Default: never. */
  closing?: AbortSignal;
}

export function createSystem(options: SystemOptions): System {
  const { now = Date.now, request, log } = options;
  return {
    now,
    id: options.id ?? createIds(now),
    random: randomBytes,
    after: options.now ? neverFires : realTimer,
    pause: sleep,
    request,
    log,
    closing: options.closing ?? new AbortController().signal,
  };
}

/** Logs are JSON lines on stderr; stdout belongs to results and to JSON-RPC. */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined, redact: ['*.authorization', '*.secret', '*.token'] }, pino.destination({ dest: 2, sync: true }));
}

function createIds(now: () => number): (prefix: string) => string {
  const generator = new V7Generator({ nextUint32: createDraws() });
  // A UUIDv7's counter keeps one process's ids in order; the 32 fresh random bits behind it keep an id from being guessed from its neighbour.
  return (prefix) => `${prefix}_${generator.generateOrResetWithTs(now()).toHex()}`;
}

/** Random numbers of 32 bits, fetched many at a time: what asking costs hardly depends on how many are asked for. */
function createDraws(): () => number {
  const drawn = new Uint32Array(512);
  let next = drawn.length;
  return () => {
    if (next === drawn.length) {
      randomFillSync(drawn);
      next = 0;
    }
    return drawn[next++]!;
  };
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0) await nextTurn(undefined, { signal });
  else await realSleep(ms, undefined, { signal });
}

function realTimer(ms: number, task: () => void): Cancel {
  const timer = setTimeout(task, Math.min(ms, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

function neverFires(): Cancel {
  return () => {};
}

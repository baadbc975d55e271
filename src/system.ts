import { randomBytes, randomFillSync } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as realSleep } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { V7Generator } from 'uuidv7';

/** One outgoing HTTP request. */
export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Total time for name lookup, connection, TLS, headers and body, over all redirects, in milliseconds. */
  deadlineMs: number;
  /** How many bytes of the answer's body to keep; the rest is not read. */
  maxBytes: number;
  /** How many redirects to follow, each checked again. Default 0: a 3xx is an answer like any other. */
  maxRedirects?: number;
  /** Refuse http. */
  httpsOnly?: boolean;
  /**
   * The URL that the operator configured for this. To its origin, and to no other, private ranges are allowed (never the forbidden
   * ones) and headers that may carry credentials are sent, wherever `url` or a redirect leads.
   */
  configured?: string;
  signal?: AbortSignal;
  /** Asked once the headers of a 2xx answer are there. If it says no, the body is not read: the answer is `truncated`, unless it has none. */
  isWanted?: (headers: Record<string, string>) => boolean;
  /**
   * Receives the body of a 2xx answer as it arrives, decoded; the body is then not kept. Returns false when it wants no more.
   * Other answers' bodies are kept as usual. An error it throws ends the request, which rejects with that error.
   */
  onData?: (chunk: Buffer) => boolean | void;
  /** With `onData`: the longest silence after a piece of the body, in milliseconds. Default: only the deadline. */
  idleMs?: number;
}

export interface OutboundResponse {
  /** The URL that answered, after redirects. */
  url: string;
  status: number;
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Record<string, string>;
  body: Buffer;
  /** True if the body was longer than `maxBytes`, broke off, or was incomplete at the deadline. */
  truncated: boolean;
  durationMs: number;
}

export type Dial = (request: OutboundRequest) => Promise<OutboundResponse>;

/** A server that the operator configured, and how long reaching it may take, in milliseconds. */
export interface ServerToReach {
  host: string;
  port: number;
  deadlineMs: number;
}

/** Opens a connection of bytes to a server that speaks no HTTP; who asked for it closes it. */
export type Connect = (server: ServerToReach) => Promise<Socket>;

/** Stops a timer. Calling it twice, or after the timer has run, does nothing. */
export type Cancel = () => void;

/** Access to time, randomness and the network: nothing else reads a clock, draws a random number or opens a socket. */
export interface System {
  /** Milliseconds since the epoch. */
  now(): number;
  /** A time-sortable, unguessable identifier such as `art_0199…`. */
  id(prefix: string): string;
  random(bytes: number): Buffer;
  /** Runs `task` once after `ms`. With an injected clock it never fires: tests run due work themselves. */
  after(ms: number, task: () => void): Cancel;
  /**
   * Waits in real time, even with an injected clock: for turns of the event loop, another process's lock, a busy provider.
   * Rejects as soon as `signal` is aborted.
   */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * For work of many steps, however long each is: what it returns is awaited after each step, and gives other work its turn once the
   * steps since the last turn have taken some milliseconds of real time. Rejects as soon as `signal` is aborted.
   */
  turns(signal?: AbortSignal): () => Promise<void>;
  request: Dial;
  /** Rejects with `NetworkError`. */
  connect: Connect;
  /** How this desk introduces itself to the sites it reads: `Copydesk/1.2.3 (+https://desk.example.com)`. */
  agent: string;
  log: Logger;
  /** Aborted when the process is asked to end; all waiting then stops. */
  closing: AbortSignal;
}

/** What is not given is the machine's own; `closing` is then never aborted. */
export function createSystem(
  options: Pick<System, 'request' | 'log'> & Partial<Pick<System, 'now' | 'id' | 'connect' | 'agent' | 'closing'>>,
): System {
  const { now = Date.now, request, log, agent = 'Copydesk' } = options;
  return {
    now,
    id: options.id ?? createIds(now),
    random: randomBytes,
    after: options.now ? () => () => {} : realTimer,
    pause,
    turns,
    request,
    connect: options.connect ?? nowhere,
    agent,
    log,
    closing: options.closing ?? new AbortController().signal,
  };
}

/** Logs are JSON lines on stderr; stdout belongs to results and to JSON-RPC. */
export function createLog(level: string): Logger {
  return pino({ level, base: undefined, redact: ['*.authorization', '*.secret', '*.token'] }, pino.destination({ dest: 2, sync: true }));
}

/** Who is given no way to servers has none. */
const nowhere: Connect = () => Promise.reject(new Error('No way to other servers was given.'));

function createIds(now: () => number): (prefix: string) => string {
  const generator = new V7Generator({ nextUint32: createDraws() });
  // A UUIDv7's counter keeps the ids of one process in order; its 32 random bits make neighbouring ids unguessable.
  return (prefix) => `${prefix}_${generator.generateOrResetWithTs(now()).toHex()}`;
}

/** Random 32-bit numbers, fetched in batches: a call costs about the same for one as for many. */
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

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms > 0) return realSleep(ms, undefined, { signal });
  // Where it was an answer that started the work, the first is still in the same round of the loop: timers come before the second.
  await nextTurn(undefined, { signal });
  await nextTurn(undefined, { signal });
}

const maxTurnMs = 5;

function turns(signal?: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < maxTurnMs) return;
    await pause(0, signal);
    began = performance.now();
  };
}

function realTimer(ms: number, task: () => void): Cancel {
  const timer = setTimeout(task, Math.min(ms, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}

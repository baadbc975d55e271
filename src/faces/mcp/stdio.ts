import type { Readable, Writable } from 'node:stream';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Caller } from '../../operation.ts';
import { pause } from '../../system.ts';
import { createDirectStdio } from './direct-stdio.ts';
import { transportErrors, type McpFace } from './face.ts';
import { createInFlight } from './in-flight.ts';
import { createPlainReader, type ReadPlain } from './plain.ts';
import { createServerFactory } from './server.ts';
import { createTools } from './tools.ts';

export interface McpStdioOptions<Services> extends McpFace<Services> {
  /** On stdio every call is made by the person who started the process. */
  caller: Caller;
  /** What calls wait for at first, however it settles. */
  loading?: Promise<unknown>;
  /** Default: this process's own. */
  stdin?: Readable;
  stdout?: Writable;
}

export interface McpStdio {
  /** Resolves once stdin has ended (or `close` was called) and every call under way has returned. */
  closed: Promise<void>;
  close(): Promise<void>;
}

/** Of one message; a longer one ends the connection. The longest input that an operation takes has 8 Mi characters, which may be written as \uXXXX. */
const maxMessageBytes = 64 * 1024 * 1024;

/**
 * Serves one client over stdio. Only JSON-RPC is written to stdout. When stdin ends, calls under way are aborted and
 * not answered, as the protocol's stdio shutdown says, but `closed` waits for them. If it ends while the desk loads, what was asked
 * is answered first: a client may write all it asks at once.
 */
export function serveMcpStdio<Services>(options: McpStdioOptions<Services>): McpStdio {
  const { caller, groups, invoke, instructions, loading, stdin = process.stdin, stdout = process.stdout } = options;
  const calls = createInFlight();
  const tools = createTools({ ...options, invoke: ((...call) => calls.track(invoke(...call))) satisfies typeof invoke });
  let isLoading = loading !== undefined;
  const loaded = () => void (isLoading = false);
  loading?.then(loaded, loaded);
  const beforeEnd = async () => {
    if (!isLoading) return;
    await Promise.allSettled([groups]);
    // Now lists are answered, and calls are under way.
    await pause(0);
    await calls.settled();
    await pause(0);
  };
  // The SDK adds a listener for every waiting write, and Node would report many answers at once as a leak.
  stdout.setMaxListeners(0);
  let plain: ReadPlain | undefined;
  // Nothing is read before the SDK has answered for the first time, when all is there.
  const read: ReadPlain = (message) => (plain ??= createPlainReader(tools.groups()))(message);
  const direct = createDirectStdio({ tools, read, caller, stdin, stdout, beforeEnd });
  const transport = new StdioServerTransport(direct.rest, stdout, { maxBufferSize: maxMessageBytes });
  const connection = serveStdio(createServerFactory({ tools, instructions, callerOf: () => caller, reached: direct.settle }), {
    transport,
    onerror: transportErrors(options.log),
  });
  const abortCalls = transport.onclose;
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      abortCalls?.();
      direct.close();
      resolve(calls.settled());
    };
  });
  return {
    closed,
    async close() {
      direct.close();
      await connection.close();
      await closed;
    },
  };
}

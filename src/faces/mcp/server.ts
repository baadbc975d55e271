// `Server` is marked deprecated, but `McpServer` converts every schema again for each request: only the low-level one can keep a listing.
import { Server, type McpRequestContext, type McpServerFactory, type ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../../operation.ts';
import type { SessionCall } from './cancellation.ts';
import { listingHint, type Era, type Tools } from './tools.ts';

const fiveMinutes = { ttlMs: 300_000, cacheScope: 'public' } as const;

interface ServerParts {
  tools: Tools;
  instructions: string;
  callerOf(context: McpRequestContext): Caller;
  /** Called when a request for tools has reached a server, with its era. On stdio that era is then the connection's. */
  reached?(era: Era): void;
}

/**
 * The one factory behind every transport and both eras of the protocol (2026-07-28; 2025-11-25 and older).
 * It is called per request over HTTP and per connection on stdio, so everything expensive is made beforehand.
 */
export function createServerFactory({ tools, instructions, callerOf, reached }: ServerParts): McpServerFactory {
  const { cancellation } = tools;
  const options = {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': listingHint, 'server/discover': fiveMinutes },
  };
  return (context) => {
    const caller = callerOf(context);
    const server = new Server(tools.info, options);
    const named = sessionCallOf(context, caller);
    server.setRequestHandler('tools/list', async () => {
      if (!tools.isReady()) await tools.ready();
      reached?.(context.era);
      return { tools: tools.listed(caller.scope) };
    });
    server.setRequestHandler('tools/call', async ({ params }, request) => {
      if (!tools.isReady()) await tools.ready();
      reached?.(context.era);
      const { id, signal } = request.mcpReq;
      const called = { ...caller, signal, progress: progressOf(request) };
      if (!named) return tools.call(id, params, called);
      const stopping = new AbortController();
      const done = cancellation.begin(named(id), stopping);
      return tools.call(id, params, { ...called, signal: AbortSignal.any([signal, stopping.signal]) }).finally(done);
    });
    if (named) {
      server.setNotificationHandler('notifications/cancelled', ({ params: { requestId } }) => {
        if (requestId !== undefined) cancellation.cancel(named(requestId));
      });
    }
    return server;
  };
}

/** Names the calls of a client of 2025 over HTTP. Undefined for all others: the SDK itself hears their cancellations. */
function sessionCallOf(
  { era, requestInfo }: McpRequestContext,
  { keyId }: Caller,
): ((requestId: string | number) => SessionCall) | undefined {
  const session = era === 'legacy' ? requestInfo?.headers.get('mcp-session-id') : undefined;
  return session ? (requestId) => ({ keyId, session, requestId }) : undefined;
}

/** Undefined unless the client asked for notifications. The protocol wants each one higher than the one before. */
function progressOf({ mcpReq }: ServerContext): Caller['progress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let highest = -1;
  return (progress, message) => {
    if (progress <= highest) return;
    highest = progress;
    const params = { progressToken, progress, total: 1, ...(message !== undefined && { message }) };
    // One that cannot be sent is lost; the answer tells the same.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

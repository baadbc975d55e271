// `Server` is marked deprecated, but `McpServer` converts every schema again for each request: only the low-level one can keep a listing.
import { Server, type McpRequestContext, type McpServerFactory, type ServerContext } from '@modelcontextprotocol/server';
import type { Caller } from '../../operation.ts';
import { createCallTool } from './call.ts';
import { createCancellation, type SessionCall } from './cancellation.ts';
import type { McpFace } from './face.ts';
import { listingsOf } from './listing.ts';

const fiveMinutes = { ttlMs: 300_000, cacheScope: 'public' } as const;
/** A key sees its own tools only, so its listing is nobody else's. */
const ownFiveMinutes = { ttlMs: 300_000, cacheScope: 'private' } as const;

/**
 * The one factory behind every transport and both eras of the protocol (2026-07-28; 2025-11-25 and older).
 * It is called per request over HTTP and per connection on stdio, so everything expensive is made beforehand.
 */
export function createServerFactory<Services>(face: McpFace<Services>, callerOf: (context: McpRequestContext) => Caller): McpServerFactory {
  // Not at the start: it takes some 30 ms, and a desk that is called over REST never needs it.
  let listings: ReturnType<typeof listingsOf> | undefined;
  const callTool = createCallTool(face);
  const cancellation = createCancellation();
  const info = { name: 'copydesk', title: 'Copydesk', version: face.version };
  const options = {
    capabilities: { tools: {} },
    instructions: face.instructions,
    cacheHints: { 'tools/list': ownFiveMinutes, 'server/discover': fiveMinutes },
  };
  return (context) => {
    const caller = callerOf(context);
    const server = new Server(info, options);
    const named = sessionCallOf(context, caller);
    server.setRequestHandler('tools/list', async () => ({ tools: (listings ??= listingsOf(await face.groups))[caller.scope] }));
    server.setRequestHandler('tools/call', async ({ params }, request) => {
      const { id } = request.mcpReq;
      const call = named?.(id);
      const { signal, done } = call ? cancellation.begin(call, request.mcpReq.signal) : { signal: request.mcpReq.signal, done() {} };
      const requestId = caller.requestId ?? String(id).slice(0, 100);
      return callTool(params, { ...caller, requestId, signal, progress: progressOf(request) }).finally(done);
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

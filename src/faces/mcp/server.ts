// `Server` is marked deprecated, but `McpServer` converts every schema again for each request: only the low-level one can keep a listing.
import { Server, type McpRequestContext, type McpServerFactory } from '@modelcontextprotocol/server';
import type { Caller } from '../../operation.ts';
import { createCallTool } from './call.ts';
import type { McpFace } from './face.ts';
import { listTools } from './listing.ts';

const fiveMinutes = { ttlMs: 300_000, cacheScope: 'public' } as const;

/**
 * The one factory behind every transport and both eras of the protocol (2026-07-28; 2025-11-25 and older).
 * It is called per request over HTTP and per connection on stdio, so everything expensive is made beforehand.
 */
export function createServerFactory<Services>(face: McpFace<Services>, callerOf: (context: McpRequestContext) => Caller): McpServerFactory {
  const tools = listTools(face.groups);
  const callTool = createCallTool(face);
  const info = { name: 'copydesk', title: 'Copydesk', version: face.version };
  const options = {
    capabilities: { tools: {} },
    instructions: face.instructions,
    cacheHints: { 'tools/list': fiveMinutes, 'server/discover': fiveMinutes },
  };
  return (context) => {
    const caller = callerOf(context);
    const server = new Server(info, options);
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('tools/call', ({ params }, { mcpReq: { id, signal } }) =>
      callTool(params, { ...caller, requestId: caller.requestId ?? String(id).slice(0, 100), signal }),
    );
    return server;
  };
}

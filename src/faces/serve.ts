import type { Config } from '../config.ts';
import type { Group } from '../operation.ts';
import type { System } from '../system.ts';
import { createHttpServer, type HttpServerParts } from './http.ts';
import type { Invoke } from './invoke.ts';
import { createMcpHttp } from './mcp/http.ts';

export interface Serving<Services> extends Pick<
  HttpServerParts<Services>,
  'authenticate' | 'once' | 'health' | 'metrics' | 'readMedia' | 'webhooks' | 'nouns'
> {
  groups: readonly Group<Services>[];
  invoke: Invoke<Services>;
  config: Config;
  system: System;
  log: System['log'];
  version: string;
  /** What an agent is told when it connects. */
  instructions: string;
  host: string;
  port: number;
}

/** Listens with all network faces: REST, MCP, the OpenAPI document and health. `close` waits for what is under way. */
export async function serveHttp<Services>(serving: Serving<Services>): Promise<{ url: string; close(): Promise<void> }> {
  const { groups, invoke, system, log, version, instructions, host, port } = serving;
  const mcp = createMcpHttp({ groups, invoke, version, instructions, log, newSession: () => system.id('session') });
  const server = createHttpServer({ ...serving, mcp, now: system.now, id: system.id });
  const url = await server.listen({ host, port });
  return {
    url,
    async close() {
      // Both at once: an open MCP stream keeps the server from closing, and vice versa.
      await Promise.all([mcp.close(), server.close()]);
    },
  };
}

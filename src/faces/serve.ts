import type { Group } from '../operation.ts';
import { createHttpServer, type HttpServerParts } from './http.ts';
import type { McpFace } from './mcp/face.ts';
import { createMcpHttp } from './mcp/http.ts';

export interface Serving<Services> extends Omit<HttpServerParts<Services>, 'mcp'>, McpFace<Services> {
  groups: readonly Group<Services>[];
  host: string;
  port: number;
}

/** Listens with all network faces: REST, MCP, the OpenAPI document and health. `close` waits for what is under way. */
export async function serveHttp<Services>({ host, port, ...parts }: Serving<Services>): Promise<{ url: string; close(): Promise<void> }> {
  const mcp = createMcpHttp({ ...parts, newSession: () => parts.id('session') });
  const server = createHttpServer({ ...parts, mcp });
  const url = await server.listen({ host, port });
  return {
    url,
    async close() {
      // Both at once: an open MCP stream keeps the server from closing, and vice versa.
      await Promise.all([mcp.close(), server.close()]);
    },
  };
}

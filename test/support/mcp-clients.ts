import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createMcpHttp, type McpAuth } from '../../src/faces/mcp/http.ts';
import { createToy, type Toy } from '../faces/mcp-toy.ts';

/** What the tests ask of a client, whichever package and era it is. */
export interface Connected {
  list(): Promise<ListedTool[]>;
  call(name: string, input?: Record<string, unknown>, signal?: AbortSignal, onprogress?: (progress: Progress) => void): Promise<Called>;
  /** The protocol version the two agreed on, where the client tells. */
  version(): string | undefined;
  instructions(): string | undefined;
  serverVersion(): { name: string; version: string } | undefined;
  close(): Promise<void>;
}

export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  annotations?: object;
  inputSchema: { type: string; [key: string]: unknown };
  outputSchema?: { type?: string; [key: string]: unknown };
}

export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

export interface Called {
  isError?: boolean;
  structuredContent?: unknown;
  content: unknown[];
}

const me = { name: 'test', version: '0' };
export const stdioScript = fileURLToPath(new URL('../faces/mcp-toy-stdio.ts', import.meta.url));
const child = ({ script = stdioScript, args, env }: OverStdio) => ({
  command: process.execPath,
  args: [script, ...args],
  ...(env && { env }),
  stderr: 'pipe' as const,
});
const withKey = ({ key }: OverHttp) => (key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } });

interface OverHttp {
  url: URL;
  key?: string;
}

interface OverStdio {
  args: string[];
  /** Default: the toy server. */
  script?: string;
  /** Besides what a client hands on. */
  env?: Record<string, string>;
}

export type Carrier = OverHttp | OverStdio;

/** Today's client, held to 2026-07-28. */
export function connectModern(carrier: Carrier): Promise<Connected> {
  return connect(new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } }), carrier);
}

/** Today's client as most programs start it: it asks for 2026-07-28 and takes what there is. */
export function connectAuto(carrier: Carrier): Promise<Connected> {
  return connect(new Client(me, { versionNegotiation: { mode: 'auto' } }), carrier);
}

/** Today's client, as it speaks to a server of 2025. */
export function connectLegacy(carrier: Carrier): Promise<Connected> {
  return connect(new Client(me, { versionNegotiation: { mode: 'legacy' } }), carrier);
}

/** The client most programs still have. */
export async function connectOlder(carrier: Carrier): Promise<Connected> {
  const client = new OlderClient(me);
  const transport = 'url' in carrier ? new OlderHttp(carrier.url, withKey(carrier)) : new OlderStdio(child(carrier));
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    list: async () => (await client.listTools()).tools as ListedTool[],
    call: (name, input, signal, onprogress) =>
      client.callTool({ name, arguments: input }, undefined, { signal, onprogress }) as Promise<Called>,
    version: () => (transport instanceof OlderHttp ? transport.protocolVersion : undefined),
    instructions: () => client.getInstructions(),
    serverVersion: () => client.getServerVersion(),
    close: () => client.close(),
  };
}

async function connect(client: Client, carrier: Carrier): Promise<Connected> {
  await client.connect(
    'url' in carrier ? new StreamableHTTPClientTransport(carrier.url, withKey(carrier)) : new StdioClientTransport(child(carrier)),
  );
  return {
    list: async () => (await client.listTools()).tools as ListedTool[],
    call: (name, input, signal, onprogress) => client.callTool({ name, arguments: input }, { signal, onprogress }) as Promise<Called>,
    version: () => client.getNegotiatedProtocolVersion(),
    instructions: () => client.getInstructions(),
    serverVersion: () => client.getServerVersion(),
    close: () => client.close(),
  };
}

export interface ToyServer extends Toy {
  url: URL;
  /** Every request from now on is of this key. */
  asKey(keyId: string): void;
  close(): Promise<void>;
}

/** The MCP endpoint alone on a real port; the key is always the same. */
export async function serveToy(auth: McpAuth = { keyId: 'key_1', scope: 'admin' }, maxBodyBytes?: number): Promise<ToyServer> {
  const toy = createToy();
  const mcp = createMcpHttp({ ...toy.face, maxBodyBytes, newSession: randomUUID });
  const server = createServer((request, response) => void mcp.handle(request, response, { ...auth, keyId }));
  let { keyId } = auth;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...toy,
    asKey: (other) => void (keyId = other),
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await mcp.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

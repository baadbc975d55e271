/** A server to be measured, in a process of its own: `calls-server.ts <mcp|bare> <http|stdio> <module of the catalogue>`. Tells its CPU time over IPC. */
import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createInvoke } from '../../src/faces/invoke.ts';
import { createMcpHttp } from '../../src/faces/mcp/http.ts';
import { listTools } from '../../src/faces/mcp/listing.ts';
import { serveMcpStdio } from '../../src/faces/mcp/stdio.ts';
import { createLog } from '../../src/system.ts';
import type { BenchCatalogue } from './calls-thing.ts';

const [, , kind, transport, module] = process.argv;
const { catalogue } = (await import(module!)) as { catalogue: BenchCatalogue<unknown> };
const { groups, services } = catalogue;
const invoke = createInvoke(services);
const caller = { face: 'mcp', scope: 'admin', keyId: 'key_1' } as const;
const face = { groups, invoke, log: createLog('warn'), version: '1.0.0', instructions: 'Call things.' };

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ cpuMs: (user + system) / 1000 });
});

if (transport === 'http') {
  const mcp = createMcpHttp({ ...face, newSession: randomUUID });
  const listener: RequestListener = kind === 'mcp' ? (request, response) => void mcp.handle(request, response, caller) : bareHttp();
  const server = createServer(listener).listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
} else {
  if (kind === 'mcp') serveMcpStdio({ ...face, caller });
  else bareStdio();
  process.send!({ port: 0 });
}

/** The limit: JSON, the same validation, nothing of the protocol but its envelope. */
function bare(): (body: string) => Promise<string> {
  const tools = listTools(groups);
  const operations = new Map(groups.flatMap((group) => group.operations.map((operation) => [operation.name, operation])));
  return async (body) => {
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: { name: string; arguments: unknown } };
    if (method !== 'tools/call') return JSON.stringify({ jsonrpc: '2.0', id, result: { tools } });
    const structuredContent = await invoke(operations.get(params.name)!, params.arguments, caller);
    return JSON.stringify({
      jsonrpc: '2.0',
      id,
      result: { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] },
    });
  };
}

function bareHttp(): RequestListener {
  const answer = bare();
  return async (request, response) => {
    const body = await answer(await text(request));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
  };
}

function bareStdio(): void {
  const answer = bare();
  createInterface({ input: process.stdin }).on('line', async (line) => process.stdout.write(`${await answer(line)}\n`));
}

import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { instructions } from '../../../tools/instructions.ts';
import type { Copydesk } from '../../../src/app.ts';
import { alwaysLight } from '../../../src/faces/json-weight.ts';
import { serveHttp } from '../../../src/faces/serve.ts';
import { version } from '../../../src/version.ts';
import { createTestApp } from '../../support/test-app.ts';
import { suiteTools } from './tools.ts';

export interface Front {
  /** The MCP endpoint of a desk, for a client that has no key. */
  url: string;
  /** How many requests the desk answered without the SDK: only then it tells the length. */
  direct: number;
}

/** Listens as the desk does, with the tools of the suite beside its own. */
async function serve({ groups, invoke, services, config, system, health }: Copydesk) {
  const server = await serveHttp({
    groups: [...groups, ...suiteTools],
    invoke,
    authenticate: services.keys.authenticate,
    once: services.idempotency.once,
    config,
    health,
    version,
    instructions,
    ...system,
    host: '127.0.0.1',
    port: 0,
  });
  onTestFinished(server.close);
  return server;
}

/** A desk behind a server that adds the key, which the suite cannot send. With `sdkAlone` it lengthens every body, so that none is answered directly. */
export async function startFront({ sdkAlone }: { sdkAlone: boolean }): Promise<Front> {
  const { desk } = await createTestApp();
  const { url } = await serve(desk);
  const { key } = await desk.services.keys.create({ name: 'conformance', scope: 'admin' });
  const padding = Buffer.from(sdkAlone ? ' '.repeat(alwaysLight) : '');

  const hand = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const sent = body.length === 0 ? body : Buffer.concat([body, padding]);
    const { 'transfer-encoding': _chunked, ...headers } = request.headers;
    const asked = ask(`${url}${request.url}`, {
      method: request.method,
      headers: { ...headers, 'content-length': sent.length, authorization: `Bearer ${key}` },
    });
    asked.on('response', (answer) => {
      if (answer.statusCode === 200 && answer.headers['content-length'] !== undefined) front.direct++;
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    asked.end(sent);
  };
  const server = createServer((request, response) => void hand(request, response).catch(() => response.destroy())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const front: Front = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, direct: 0 };
  return front;
}

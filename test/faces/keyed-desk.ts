import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { CopydeskOptions } from '../../src/app.ts';
import type { Loose } from '../support/loose.ts';
import { createTestApp } from '../support/test-app.ts';
import { callRest } from '../support/wire-clients.ts';

/** What a client can see of an answer. */
export interface Answer {
  status: number;
  body: Loose;
  location: string | null;
  replayed: string | null;
}

/** A desk that listens, and a client of it that sends idempotency keys. */
export async function startKeyedDesk(options: CopydeskOptions = {}) {
  const app = await createTestApp(options);
  const { url } = await app.desk.listen({ port: 0 });
  const { key } = await app.desk.services.keys.create({ name: 'test', scope: 'admin' });
  const call = (operation: string, input: object, idempotencyKey?: string, apiKey = key) =>
    callKeyed(url, apiKey, operation, input, idempotencyKey);
  return { ...app, url, key, call };
}

export async function callKeyed(url: string, apiKey: string, operation: string, input: object, idempotencyKey?: string): Promise<Answer> {
  const sent: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  const { status, headers, body } = await callRest(url, apiKey, operation, input as Record<string, unknown>, sent);
  return { status, body, location: headers.get('location'), replayed: headers.get('idempotent-replayed') };
}

/** A page on 127.0.0.1 whose every visitor waits until it is let go, and then reads a text of its own. */
export async function startHeldSite() {
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    held.push(response);
    server.emit('visited');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    /** Resolves when so many have come. */
    async visitors(count: number): Promise<void> {
      while (held.length < count) await once(server, 'visited');
    },
    /** Lets one go, counted from 0. */
    letGo(visitor: number): void {
      const text = `This is the page as visitor ${visitor} reads it. A connection pool keeps open connections that requests share.`;
      held[visitor]!.writeHead(200, { 'content-type': 'text/plain' }).end(text);
    },
  };
}

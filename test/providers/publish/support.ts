import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { createDial, type DialOptions } from '../../../src/net/request.ts';
import { createLog, createSystem, type System } from '../../../src/system.ts';
import { startOfTests } from '../../support/clock.ts';

export interface Asked {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** What a server answers; `null` breaks the connection off. A body that is no text is sent as JSON. */
export type Said = { status?: number; headers?: Record<string, string>; body?: unknown } | null;

export interface FakeSite {
  /** Without a slash at its end. */
  url: string;
  asked: Asked[];
  /** Takes the place of the answer where it returns one; `answer` is what the site would say, and asking it does what was asked. */
  instead: ((asked: Asked, answer: () => Said) => Said | undefined | Promise<Said | undefined>) | undefined;
  /** `POST /wp/v2/posts` and the like, in their order. */
  calls(): string[];
}

/** A site on 127.0.0.1. */
export async function startSite(answerOf: (asked: Asked, url: string) => Said): Promise<FakeSite> {
  const site: FakeSite = {
    url: '',
    asked: [],
    instead: undefined,
    calls: () => site.asked.map(({ method, url }) => `${method} ${url.pathname}`),
  };
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const asked: Asked = { method: request.method!, url: new URL(request.url!, site.url), headers: request.headers, body };
      site.asked.push(asked);
      const answer = () => answerOf(asked, site.url);
      const given = await site.instead?.(asked, answer);
      const said = given === undefined ? answer() : given;
      if (said === null) return void request.socket.destroy();
      const isText = typeof said.body === 'string';
      const type = isText ? 'text/html' : 'application/json';
      // Its clock is not that of the tests.
      response.sendDate = false;
      response.writeHead(said.status ?? 200, { 'content-type': type, ...said.headers });
      response.end(isText ? said.body : JSON.stringify(said.body ?? null));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return site;
}

/** As in production: what the operator has configured may be on this machine all the same. */
export function openSystem(options: Partial<DialOptions> = {}): System {
  const network = createDial({ production: true, allowedNetworks: [], ...options });
  onTestFinished(() => network.close());
  return createSystem({ request: network.request, now: () => startOfTests, log: createLog('silent') });
}

/** The failure of what must fail with an error for callers. */
export async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const outcome = await promise.catch((thrown: unknown) => thrown);
  if (outcome instanceof AppError) return outcome;
  throw new Error('An AppError was expected.', { cause: outcome });
}

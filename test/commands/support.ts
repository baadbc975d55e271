import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Arrival } from '../../src/commands/listen/arrival.ts';
import { signatureHeader } from '../../src/webhooks/sign.ts';
import { firstLine, start } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';

/** What `startListen` verifies with where nothing else is said. */
const secret = 'whsec_test';
/** Written as no serialiser would write it, so that one is noticed. */
export const event = '{ "id":"evt_1",  "type":"article.ready","createdAt":"2026-05-03T09:30:00.000Z","data":{"title":"Café  \\u0041"} }\n';
export const article = '{"id":"art_1","title":"Pools\\u001b[2J","slug":"pools"}';

interface Listening {
  url: string;
  child: ChildProcess;
  /** The next line on stdout. */
  line(): Promise<string>;
  /** The same, read as JSON. */
  arrival(): Promise<Arrival>;
}

/** A running `copydesk listen` on a free port, with a home of its own. */
export function startListen(args: string[], signingSecret = secret): Promise<Listening> {
  const home = temporaryHome();
  const file = join(home, 'secret');
  writeFileSync(file, `${signingSecret}\n`);
  return startListenAt(home, ['--secret-file', file, ...args]);
}

/** The same beside a desk: it knows the secrets of that home. */
export async function startListenAt(home: string, args: string[]): Promise<Listening> {
  const child = start(['listen', '--port', '0', ...args], home);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value as string;
  const url = /http:\S+/.exec(await firstLine(child, 'stderr'))![0];
  return { url, child, line, arrival: async () => JSON.parse(await line()) as Arrival };
}

interface Attempt {
  deliveryId?: string;
  signedWith?: string;
  signal?: AbortSignal;
  /** Beside those of every delivery. */
  headers?: Record<string, string>;
}

/** One attempt at delivering the event, as a desk makes it. */
export function deliver(
  url: string,
  { deliveryId = 'dlv_1', signedWith = secret, signal, headers: more }: Attempt = {},
): Promise<Response> {
  const headers = {
    ...more,
    'content-type': 'application/json',
    'x-service-signature': signatureHeader(signedWith, event, Math.floor(Date.now() / 1000)),
    'x-service-event': 'article.ready',
    'x-service-delivery': deliveryId,
  };
  return fetch(url, { method: 'POST', body: event, headers, signal });
}

/** One attempt at publishing the article, as a desk makes it. */
export function publish(url: string, method: 'POST' | 'PUT', headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method,
    body: article,
    headers: { 'content-type': 'application/json', 'x-webhook-secret': 'token-to-hide', ...headers },
  });
}

export const statusOf = async (response: Promise<Response>) => (await response).status;

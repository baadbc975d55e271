import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portOf } from './client-file.ts';

/** What Google sent with the person's browser. */
export type Answer = { code: string } | { error: string };

/** Waits on 127.0.0.1 for the browser that Google sends back. */
export interface Callback {
  /** As Google must be told. */
  redirectUri: string;
  port: number;
  /** The first answer that belongs to this login; all else is refused, and changes nothing. */
  answer: Promise<Answer>;
  /** Tells the person how it ended, in the browser, which waits for that. */
  show(outcome: keyof typeof outcomes): Promise<void>;
  close(): Promise<void>;
}

interface Expected {
  redirectUri: string;
  state: string;
}

interface Page {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** With a `redirectUri` it listens there, else on the port; 0 takes a free one. */
export async function openCallback(given: { redirectUri: string | undefined; port: number; state: string }): Promise<Callback> {
  const { promise: answer, resolve } = Promise.withResolvers<Answer>();
  const server = createServer({ maxHeaderSize: 8192 });
  const port = given.redirectUri === undefined ? given.port : portOf(new URL(given.redirectUri));
  await new Promise<void>((listening, reject) => server.once('error', reject).listen(port, '127.0.0.1', listening));
  const bound = (server.address() as AddressInfo).port;
  // Without a slash at the end, as Google documents it.
  const redirectUri = given.redirectUri ?? `http://127.0.0.1:${bound}`;

  let held: ServerResponse | undefined;
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const read = answerIn(request, { redirectUri, state: given.state });
    if ('status' in read) return void send(response, read);
    if (held) return void send(response, { status: 409, text: 'This login has its answer already.' });
    held = response;
    resolve(read);
  });

  return {
    redirectUri,
    port: bound,
    answer,
    show: async (outcome) => held && send(held, outcomes[outcome]),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Google's codes have 256 bytes at most. */
const maxLength = 2048;

/** The answer, or how it is refused: a page elsewhere in the browser could send here what it likes. */
function answerIn({ method, headers, url = '' }: IncomingMessage, { redirectUri, state }: Expected): Answer | Page {
  const { host, origin, pathname } = new URL(redirectUri);
  if (headers.host !== host) return { status: 403, text: 'This is another address than the one that is waited on.' };
  const asked = URL.parse(`${origin}${url}`);
  if (asked?.pathname !== pathname) return { status: 404, text: 'There is nothing here.' };
  if (method !== 'GET') return { status: 405, text: 'Google answers with GET.', headers: { allow: 'GET' } };
  const only = (name: string) => {
    const values = asked.searchParams.getAll(name);
    return values.length === 1 && values[0]!.length <= maxLength ? values[0]! : '';
  };
  const [code, error] = [only('code'), only('error')];
  if (!isSame(only('state'), state) || (code === '') === (error === '')) return notOurs;
  return code === '' ? { error } : { code };
}

const notOurs: Page = { status: 400, text: 'This is not the answer to this login. Open the address that the terminal shows.' };

const outcomes = {
  done: { status: 200, text: 'Copydesk may read Search Console now. Close this page and go back to the terminal.' },
  failed: { status: 400, text: 'That did not work. The terminal says why.' },
} satisfies Record<string, Page>;

/** Says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (words: string) => createHash('sha256').update(words).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** The page holds nothing of what was asked. Resolves when it is sent, or the browser has gone. */
function send(response: ServerResponse, { status, text, headers }: Page): Promise<void> {
  return new Promise((sent) => {
    response.once('close', sent);
    if (response.destroyed) return sent();
    response.writeHead(status, {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    response.end(`<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Copydesk</title>\n<p>${text}</p>\n</html>\n`);
  });
}

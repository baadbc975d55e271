import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { EventType } from '../../schema/events.ts';
import { verifySignature, type Verdict } from '../webhooks/verify.ts';
import { untilStopped, withDesk, type GlobalFlags } from './desk.ts';
import { note, paint, print, wholeNumber } from './terminal.ts';

interface ListenFlags extends GlobalFlags {
  host: string;
  port: string;
  secretFile?: string;
  count?: string;
}

/** What has arrived; `duplicate` where the delivery id was seen before. */
interface Received {
  deliveryId: string;
  duplicate: boolean;
  event: { id: string; type: EventType; createdAt: string; data: Record<string, unknown> };
}

const largestBody = 1024 * 1024;

/** A receiver for trying things out: verifies as contract 6.3 says, prints each event once and answers 204. */
export async function listen({ json, ...flags }: ListenFlags): Promise<void> {
  const wanted = flags.count === undefined ? Infinity : wholeNumber('--count', flags.count, 1, 1_000_000);
  let seen = 0;
  let stop = () => {};
  const enough = new Promise<void>((resolve) => (stop = resolve));
  const server = await openReceiver({
    host: flags.host,
    port: wholeNumber('--port', flags.port, 0, 65_535),
    askSecret: () => readSecret(flags),
    onEvent(received) {
      if (json) print(JSON.stringify(received));
      else print(lineOf(received));
      if (!received.duplicate && ++seen >= wanted) stop();
    },
    onRefused: (reason) => note(`${paint('31', 'refused')}: ${reason}`),
  });
  note(`Listening on ${server.url} — give this as webhookUrl.`);
  await Promise.race([enough, untilStopped()]);
  await server.close();
}

interface Receiver {
  host: string;
  port: number;
  /** Asked again when a signature does not match: the secret may have been rotated. */
  askSecret(): Promise<string>;
  onEvent(received: Received): void;
  onRefused(reason: string): void;
}

async function openReceiver({ host, port, askSecret, onEvent, onRefused }: Receiver): Promise<{ url: string; close(): Promise<void> }> {
  const secrets = new Set([await askSecret()]);
  const seen = new Set<string>();

  async function verify(header: string | undefined, body: Buffer): Promise<Verdict> {
    const verdict = verifySignature({ header, body, secret: [...secrets] });
    if (verdict.ok || verdict.reason !== 'mismatch') return verdict;
    secrets.add(await askSecret());
    return verifySignature({ header, body, secret: [...secrets] });
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return answer(response, 405, 'Send events with POST.');
    if (Number(request.headers['content-length'] ?? 0) > largestBody) return answer(response, 413, 'The body is too large.');
    const body = await buffer(request);
    const verdict = await verify(headerOf(request, 'x-service-signature'), body);
    if (!verdict.ok) {
      onRefused(`the signature is ${verdict.reason}`);
      return answer(response, 401, `The signature is ${verdict.reason}.`);
    }
    const deliveryId = headerOf(request, 'x-service-delivery') ?? '';
    const duplicate = seen.has(deliveryId);
    seen.add(deliveryId);
    answer(response, 204);
    onEvent({ deliveryId, duplicate, event: JSON.parse(body.toString('utf8')) as Received['event'] });
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => {
      onRefused('the request could not be read');
      if (!response.headersSent) answer(response, 400, 'The request could not be read.');
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${taken}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function readSecret({ secretFile, ...flags }: ListenFlags): Promise<string> {
  if (secretFile !== undefined) return readFileSync(secretFile, 'utf8').trim();
  return withDesk({ home: flags.home, logLevel: flags.logLevel }, {}, async ({ services }) => (await services.signingSecrets.get()).secret);
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function answer(response: ServerResponse, status: number, text?: string): void {
  response.writeHead(status, text === undefined ? {} : { 'content-type': 'text/plain' }).end(text);
}

function lineOf({ deliveryId, duplicate, event }: Received): string {
  const mark = duplicate ? paint('33', 'seen before') : paint('32', 'verified');
  return `${event.createdAt}  ${mark}  ${event.type}  ${deliveryId}\n  ${JSON.stringify(event.data)}`;
}

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Copydesk } from '../app.ts';
import { copydesk, defaultPublicUrl } from '../config.ts';
import { AppError, problemOf } from '../errors.ts';
import type { System } from '../system.ts';
import { explain } from './causes.ts';
import { withDesk } from './desk.ts';
import { untilStopped } from './interrupts.ts';
import { arrivalOf, lineOf, type Arrival } from './listen/arrival.ts';
import { passOn, type Reply } from './listen/forward.ts';
import { createReader, type Message } from './listen/message.ts';
import { planOf, type ListenFlags, type Plan } from './listen/plan.ts';
import { note, paint, print } from './terminal.ts';

/** A test receiver: verifies events by contract 6.3, prints what arrives, and answers as its flags say. */
export async function listen({ json, ...flags }: ListenFlags): Promise<void> {
  const plan = planOf(flags);
  await withDesk({ home: flags.home, logLevel: flags.logLevel }, {}, async ({ services, system }) => {
    let received = 0;
    let stop = () => {};
    const enough = new Promise<void>((resolve) => (stop = resolve));
    const receiver = await openReceiver(plan, system, {
      read: await createReader(() => readSecrets(flags.secretFile, services), mismatchHint(flags.secretFile)),
      onArrival(arrival) {
        print(json ? JSON.stringify(arrival) : lineOf(arrival));
        // Counts each delivery once, at its first attempt that is not failed on purpose.
        if (arrival.attempt === plan.failures + 1 && ++received >= plan.count) stop();
      },
      onRefused: (reason) => note(`${paint('31', 'refused')}: ${reason}`),
    });
    note(`Listening on ${receiver.url} — give this as webhookUrl, or as the URL to publish to.`);
    await Promise.race([enough, untilStopped()]);
    await receiver.close();
  });
}

function mismatchHint(file: string | undefined): string {
  return file === undefined ? 'Was it signed by another desk?' : `Is --secret-file the sending desk's secret?`;
}

async function readSecrets(file: string | undefined, { signingSecrets }: Copydesk['services']): Promise<string[]> {
  if (file === undefined) return signingSecrets.inUse();
  const secret = readFileSync(file, 'utf8').trim();
  if (secret !== '') return [secret];
  throw new AppError('unavailable', `${file} is empty.`, { hint: `Put the signing secret into it (${copydesk} call webhook_secret_get).` });
}

interface Handlers {
  /** Rejects with `AppError` if the request is to be refused. */
  read(request: IncomingMessage): Promise<Message>;
  onArrival(arrival: Arrival): void;
  onRefused(reason: string): void;
}

async function openReceiver(plan: Plan, system: System, { read, onArrival, onRefused }: Handlers) {
  const closing = new AbortController();
  const attempts = new Map<string, number>();

  async function reply(message: Message, attempt: number): Promise<Reply> {
    if (attempt <= plan.failures) return plainReply(plan.failingStatus, `Failed on purpose: attempt ${attempt} of ${plan.failures}.\n`);
    if (plan.forward === undefined) return plainReply(plan.status);
    return passOn(message, plan.forward, system.request, closing.signal);
  }

  async function receive(request: IncomingMessage, response: ServerResponse, closed: Promise<void>): Promise<void> {
    const receivedAt = system.now();
    const message = await read(request);
    const attempt = (attempts.get(message.key) ?? 0) + 1;
    attempts.set(message.key, attempt);
    // The app behind is asked at once, as a slow app would be; only its answer is delayed.
    const held = until(receivedAt + plan.delayMs, system, closed);
    const given = await reply(message, attempt);
    await held;
    send(response, given);
    await closed;
    if (closing.signal.aborted) return;
    const answered = response.writableFinished;
    onArrival(arrivalOf(message, given, { receivedAt, attempt, answered, durationMs: system.now() - receivedAt }));
  }

  const server = createServer((request, response) => {
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    receive(request, response, closed).catch((thrown: unknown) => {
      if (!response.destroyed) onRefused(refuse(response, thrown));
      else if (!closing.signal.aborted) onRefused('the sender hung up before its request was whole');
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(plan.port, plan.host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${defaultPublicUrl(plan.host, port)}/`,
    /** Cuts requests that still wait for their answer. */
    close: () =>
      new Promise<void>((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Waits until the moment, or until the sender hangs up. */
function until(moment: number, { now, after }: System, closed: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(Math.max(moment - now(), 0), resolve);
    void closed.then(cancel).then(resolve);
  });
}

function plainReply(status: number, body = ''): Reply {
  return { status, headers: body === '' ? {} : { 'content-type': 'text/plain; charset=utf-8' }, body, forwarded: false };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (!response.destroyed) response.writeHead(status, headers).end(body);
}

/** Answers an unacceptable request, and returns the reason and what to do about it here; the sender learns nothing of a fault on this side. */
function refuse(response: ServerResponse, thrown: unknown): string {
  const { status, detail, hint } = problemOf(explain(thrown));
  const told = status < 500 ? detail : 'The request cannot be handled here.';
  send(response, plainReply(status, `${told}\n`));
  return hint === undefined ? detail : `${detail} ${hint}`;
}

/** The receiver, in a process that is never killed: notes every arrival before it answers. `receiver.ts <ReceiverPlan>`; any message ends it. */
import { createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from './clock.ts';

export interface ReceiverPlan {
  /** Where arrivals are noted, one JSON line each. */
  file: string;
  /** So many origins, each a lane of its own. */
  origins: number;
  /** The share of deliveries whose first request is answered 500: a second failure would be followed by five minutes. */
  failing: number;
  /** The share of requests that is answered late. */
  slow: number;
}

export interface Arrival {
  /** Monotonic milliseconds, and milliseconds since the epoch. */
  at: number;
  time: number;
  url: string;
  delivery: string;
  event: string;
  signature: string;
  bodyBase64: string;
  status: number;
}

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

const plan = JSON.parse(process.argv[2]!) as ReceiverPlan;
const notes = createWriteStream(plan.file);
const known = new Set<unknown>();

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request);
  const { host, 'x-service-delivery': delivery, 'x-service-event': event, 'x-service-signature': signature } = request.headers;
  const status = !known.has(delivery) && Math.random() < plan.failing ? 500 : 204;
  known.add(delivery);
  const seen = { at: monotonicMs(), time: Date.now(), url: `http://${host}${request.url}`, delivery, event, signature };
  notes.write(`${JSON.stringify({ ...seen, bodyBase64: body.toString('base64'), status })}\n`);
  await sleep(Math.random() < plan.slow ? 100 + 400 * Math.random() : 20 * Math.random());
  response.writeHead(status).end();
}

async function open(): Promise<string> {
  // A connection that was cut by a kill is no fault.
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const urls = await Promise.all(Array.from({ length: plan.origins }, open));
process.once('message', () => notes.end(() => process.send!('noted')));
process.send!(urls);

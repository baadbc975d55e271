import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Arrival {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  arrivals: Arrival[];
  /** What to answer from now on. */
  answer: { status: number; headers?: Record<string, string>; body?: string; delayMs?: number };
}

/** A webhook receiver on a free port of 127.0.0.1 that keeps what arrives. */
export async function startReceiver(status = 204): Promise<Receiver> {
  const receiver: Receiver = { url: '', arrivals: [], answer: { status } };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      receiver.arrivals.push({ method: request.method!, path: request.url!, headers: request.headers, body });
      const { answer } = receiver;
      setTimeout(() => response.writeHead(answer.status, answer.headers).end(answer.body), answer.delayMs ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return receiver;
}

/** The receiver, in a process of its own: answers 204 (on /broken 500), keeps connections open, and tells over IPC what arrived. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the receiver is to wait for: it says `expecting`, and `Arrived` each time that so many more different deliveries have come. */
export interface Expect {
  every: number;
  bodyBytes: number;
}

export interface Arrived {
  /** Requests beyond one for each delivery. */
  duplicates: number;
  /** Requests without a signature, or with a body of another length. */
  odd: number;
  /** The request that came first, without what is different in each: its line, its headers, and the fields of its body. */
  first: object;
  /** When the last of them was there, in nanoseconds of the machine's monotonic clock. */
  at: string;
}

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

let wanted: Expect = { every: 1, bodyBytes: 0 };
let seen = new Set<unknown>();
let requests = 0;
let odd = 0;
let first: object | undefined;

process.on('message', (expect: Expect) => {
  wanted = expect;
  seen = new Set();
  requests = 0;
  odd = 0;
  first = undefined;
  process.send!('expecting');
});

const server = createServer((request, response) => {
  const at = process.hrtime.bigint();
  let bytes = 0;
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (!first) chunks.push(chunk);
  });
  request.on('end', () => {
    response.writeHead(request.url === '/broken' ? 500 : 204).end();
    first ??= describe(request, Buffer.concat(chunks));
    requests++;
    if (!request.headers['x-service-signature'] || bytes !== wanted.bodyBytes) odd++;
    const before = seen.size;
    seen.add(request.headers['x-service-delivery']);
    if (seen.size > before && seen.size % wanted.every === 0)
      process.send!({ duplicates: requests - seen.size, odd, first, at: String(at) } satisfies Arrived);
  });
});

function describe({ method, url, headers }: IncomingMessage, body: Buffer): object {
  const { 'content-type': type, 'user-agent': agent, 'x-service-event': event } = headers;
  const names = Object.keys(headers).toSorted();
  return { line: `${method} ${url}`, names, type, agent, event, bytes: body.length, fields: Object.keys(JSON.parse(String(body))) };
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));

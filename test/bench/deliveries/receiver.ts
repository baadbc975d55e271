/** The receiver, in a process of its own: answers 204 (on /broken 500), keeps connections open, and tells over IPC what arrived. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the receiver is to wait for: it says `expecting`, and `Arrived` when everything has come. */
export interface Expect {
  deliveries: number;
  bodyBytes: number;
}

export interface Arrived {
  /** Requests beyond one for each delivery. */
  duplicates: number;
  /** Requests without a signature, or with a body of another length. */
  odd: number;
  /** When the last delivery's request was there, in nanoseconds of the machine's monotonic clock. */
  at: string;
}

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

let wanted: Expect = { deliveries: 0, bodyBytes: 0 };
let seen = new Set<unknown>();
let requests = 0;
let odd = 0;

process.on('message', (expect: Expect) => {
  wanted = expect;
  seen = new Set();
  requests = 0;
  odd = 0;
  process.send!('expecting');
});

const server = createServer((request, response) => {
  const at = process.hrtime.bigint();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => (bytes += chunk.length));
  request.on('end', () => {
    response.writeHead(request.url === '/broken' ? 500 : 204).end();
    requests++;
    if (!request.headers['x-service-signature'] || bytes !== wanted.bodyBytes) odd++;
    const before = seen.size;
    seen.add(request.headers['x-service-delivery']);
    if (seen.size === wanted.deliveries && seen.size > before)
      process.send!({ duplicates: requests - seen.size, odd, at: String(at) } satisfies Arrived);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));

import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { OutboundRequest, OutboundResponse } from '../../src/system.ts';
import { NetworkError } from '../../src/net/errors.ts';
import { createDial, type DialOptions } from '../../src/net/request.ts';

/** A real listener that counts who comes; closed, with all its connections, when the test is over. */
export interface Listener {
  port: number;
  url: string;
  connections(): number;
  /** Connections that are open now. */
  open(): number;
}

export async function serveHttp(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<Listener> {
  return listen(createServer(listener), host, 'connection', 'http', port);
}

/** Every byte of the answer is up to `onConnection`; what the other side sends is read, so that its leaving is noticed. */
export async function serveTcp(onConnection: (socket: Socket) => void): Promise<Listener> {
  return listen(
    createTcpServer((socket) => (onConnection(socket), socket.resume())),
    '127.0.0.1',
    'connection',
    'http',
    0,
  );
}

export async function listen(
  server: Server,
  host: string,
  event: 'connection' | 'secureConnection',
  scheme: string,
  port: number,
): Promise<Listener> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    if (event === 'connection') connections++;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  if (event === 'secureConnection') server.on(event, () => connections++);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const bound = (server.address() as AddressInfo).port;
  const literal = host.includes(':') ? `[${host}]` : host;
  return { port: bound, url: `${scheme}://${literal}:${bound}/`, connections: () => connections, open: () => sockets.size };
}

export type Ask = (url: string, more?: Partial<OutboundRequest>) => Promise<OutboundResponse>;

/** A way out for one test. Deadline 2 s and 64 KiB unless told otherwise. */
export function openNetwork(options: Partial<DialOptions> = {}): Ask {
  const network = createDial({ production: false, allowedNetworks: [], ...options });
  onTestFinished(() => network.close());
  return (url, more) => network.request({ url, deadlineMs: 2_000, maxBytes: 65_536, ...more });
}

/** The failure of a request that must fail with one of ours. */
export async function failureOf(answer: Promise<OutboundResponse>): Promise<NetworkError> {
  const outcome = await answer.catch((thrown: unknown) => thrown);
  if (outcome instanceof NetworkError) return outcome;
  throw new Error('A NetworkError was expected.', { cause: outcome });
}

/** Waits for what follows from something that has just been done, looking again after each turn of the event loop. */
export async function eventually(isTrue: () => boolean): Promise<void> {
  const limit = performance.now() + 2_000;
  while (!isTrue()) {
    if (performance.now() > limit) throw new Error('It did not come about within 2 s.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

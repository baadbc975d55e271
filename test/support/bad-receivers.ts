import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { listen, serveTcp, type Listener } from '../net/support.ts';
import type { Identity } from './certificates.ts';

/** What a receiver does with a connection, once a request has begun to arrive on it. */
export type Behaviour = (socket: Socket) => void;

export interface BadReceiver extends Listener {
  /** What it does from the next connection on. */
  behave: Behaviour;
}

/** A receiver on a free port of 127.0.0.1 that speaks for itself, byte by byte. */
export async function startBadReceiver(behave: Behaviour): Promise<BadReceiver> {
  const receiver = { behave } as BadReceiver;
  return Object.assign(receiver, await serveTcp((socket) => void socket.once('data', () => receiver.behave(socket))));
}

/** Lines of a head as they stand on the wire, with the blank line that ends it. */
export const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`;

export const ok = 'HTTP/1.1 200 OK';
export const broken = 'HTTP/1.1 500 Internal Server Error';

export const silence: Behaviour = () => {};

/** Says it and ends its side of the connection. */
export const say =
  (bytes: string | Buffer): Behaviour =>
  (socket) =>
    void socket.end(bytes, 'latin1');

/** Says it and breaks the connection off, once it is on its way. */
export const sayAndReset =
  (bytes: string): Behaviour =>
  (socket) =>
    void socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()));

/** Says it whenever something arrives, and keeps the connection. */
export const sayEachTime =
  (bytes: string): Behaviour =>
  (socket) => {
    socket.write(bytes);
    socket.on('data', () => socket.write(bytes));
  };

/** Says it and then one piece after the other, until somebody has enough. */
export const drip =
  (bytes: string, piece: string, everyMs = 1_000): Behaviour =>
  (socket) => {
    socket.write(bytes, 'latin1');
    const timer = setInterval(() => socket.write(piece), everyMs);
    socket.on('close', () => clearInterval(timer));
  };

/** Says it and then as much as the other side takes, without end. */
export const flood =
  (bytes: string): Behaviour =>
  (socket) => {
    const piece = Buffer.alloc(65_536, 'x');
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.write(bytes);
    socket.on('drain', pour);
    pour();
  };

/** A private key and its certificate. */
/** A receiver that would take everything, behind this certificate. */
export async function startTlsReceiver(identity: Identity): Promise<Listener> {
  return listen(
    createTlsServer(identity, (_, response) => response.writeHead(204).end()),
    '127.0.0.1',
    'connection',
    'https',
    0,
  );
}

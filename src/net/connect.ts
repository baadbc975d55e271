import { connect as open, isIP, type Socket } from 'node:net';
import type { Connect } from '../system.ts';
import { explainFailure, NetworkError } from './errors.ts';
import { refusalSentence, refusedKind, type Policy } from './guard.ts';
import { createVettedLookup } from './lookup.ts';
import type { Resolve } from './resolve.ts';

/** A connection of its own to a server that speaks no HTTP. It goes to a vetted address, like every other; TLS is the caller's. */
export function createConnect(policy: Policy, resolve: Resolve): Connect {
  // Who may set the server's name is trusted with it, as with the addresses of other services.
  const lookup = createVettedLookup(resolve, policy, true);
  return ({ host, port, deadlineMs }) => {
    const kind = isIP(host) ? refusedKind(host, policy, true) : null;
    if (kind) return Promise.reject(new NetworkError('address_refused', refusalSentence(host, kind)));
    return new Promise<Socket>((connected, failed) => {
      const socket = open({ host, port, lookup });
      const fail = (thrown: unknown) => {
        socket.destroy();
        failed(explainFailure(thrown, new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`), 0));
      };
      socket.setTimeout(deadlineMs, () => fail(Object.assign(new Error('No reply.'), { code: 'ETIMEDOUT' })));
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.off('error', fail);
        socket.removeAllListeners('timeout');
        connected(socket);
      });
    });
  };
}

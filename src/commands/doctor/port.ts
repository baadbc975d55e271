import { get } from 'node:http';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { explain } from '../causes.ts';
import { checked, type Check } from './check.ts';

/** How long whoever has the port may take to answer, in milliseconds. */
const patienceMs = 2000;

export async function checkPort({ host, port }: Config): Promise<Check> {
  const error = await listenOnce(host, port);
  if (error === undefined) return checked('port', `${host}:${port} is free`);
  const { message, hint } = explain(error);
  if (error.code !== 'EADDRINUSE') return checked('port', message, hint ?? 'Choose another one with --port or COPYDESK_PORT.');
  const answer = await readiness(host, port);
  if (answer === undefined)
    return checked(
      'port',
      `${host}:${port} is in use by another program`,
      'Stop that one, or choose another port with --port or COPYDESK_PORT.',
    );
  if (answer.ready) return checked('port', `${host}:${port} is in use by a Copydesk, which is ready`);
  return checked('port', `${host}:${port} is in use by a Copydesk that is not ready`, `See http://${host}:${port}/readyz`);
}

function listenOnce(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

/** What the `/readyz` of a Copydesk says; undefined where something else answers, or nothing. */
function readiness(host: string, port: number): Promise<{ ready: boolean } | undefined> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new Promise((resolve) => {
    const request = get({ host: reachable, port, path: '/readyz', timeout: patienceMs, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if ((bytes += piece.length) > 2 ** 16) request.destroy();
      });
      response.on('end', () => resolve(readinessIn(Buffer.concat(pieces).toString('utf8'))));
      response.on('close', () => resolve(undefined));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}

function readinessIn(text: string): { ready: boolean } | undefined {
  try {
    const { ready, checks } = JSON.parse(text) as { ready?: unknown; checks?: { database?: unknown } };
    return typeof ready === 'boolean' && typeof checks?.database === 'string' ? { ready } : undefined;
  } catch {
    return undefined;
  }
}

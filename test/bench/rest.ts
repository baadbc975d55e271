import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk } from '../../src/app.ts';
import { startChild, type Child } from './child.ts';
import { median, round } from './figures.ts';

export interface RestOptions {
  rounds?: number;
  /** Per round and server. */
  calls?: number;
}

/** Connections, with one request under way on each. */
const width = 8;
const warmUpCalls = 10_000;

interface Server {
  child: Child;
  connections: Connection[];
}

interface Connection {
  ask(): Promise<void>;
  close(): void;
}

interface Sample {
  wallMs: number;
  cpuMs: number;
}

/**
 * A project read over REST, with key, validation and SQLite, beside a bare `node:http` server that does the same: medians over rounds in turns.
 * The figure is the server's CPU time: by the wall the client, which costs about as much as the bare server, would hide a part of the difference.
 */
export async function bench(options: RestOptions = {}): Promise<object> {
  const { rounds = 31, calls = 3_000 } = options;
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const { request, body } = await prepare(home);
  const servers = { product: await open('product', home, request, body), bare: await open('bare', home, request, body) };
  const samples: Record<keyof typeof servers, Sample[]> = { product: [], bare: [] };
  try {
    for (const server of Object.values(servers)) await measure(server, warmUpCalls);
    for (let turn = 0; turn < rounds; turn++) {
      for (const kind of ['product', 'bare'] as const) samples[kind].push(await measure(servers[kind], calls));
    }
  } finally {
    for (const { child, connections } of Object.values(servers)) {
      for (const connection of connections) connection.close();
      await child.stop();
    }
    rmSync(home, { recursive: true, force: true });
  }
  const perSecond = (kind: keyof typeof servers) => Math.round((calls * 1000) / median(samples[kind].map(({ wallMs }) => wallMs)));
  const cpuMicros = (kind: keyof typeof servers) => round((median(samples[kind].map(({ cpuMs }) => cpuMs)) * 1000) / calls, 1);
  const ratio = (field: keyof Sample) => round(median(samples.product.map((one, index) => samples.bare[index]![field] / one[field])));
  return {
    rounds,
    calls,
    callsPerSecond: { product: perSecond('product'), bare: perSecond('bare') },
    cpuMicrosPerCall: { product: cpuMicros('product'), bare: cpuMicros('bare') },
    ofBare: ratio('cpuMs'),
    ofBareByWall: ratio('wallMs'),
    aim: { ofBare: 0.7 },
  };
}

/** A home with a key, the bytes of a request, and what is to be answered. */
async function prepare(home: string): Promise<{ request: string; body: string }> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const { key } = await desk.services.keys.create({ name: 'bench', scope: 'read' });
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const body = JSON.stringify(await desk.call('projects_get', { id: data[0]!.id }));
  await desk.close();
  return { request: `GET /api/v1/projects/${data[0]!.id} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`, body };
}

async function open(kind: string, home: string, request: string, body: string): Promise<Server> {
  const child = startChild('rest-server.ts', kind, home);
  const { port } = await child.next<{ port: number }>();
  return { child, connections: Array.from({ length: width }, () => connectTo(port, request, body)) };
}

/** Nothing but the bytes: a client that costs as much as the server would hide what the server costs. */
function connectTo(port: number, request: string, body: string): Connection {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let waiting: PromiseWithResolvers<void> | undefined;
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    received += text;
    if (!received.startsWith('HTTP/1.1 200 ')) waiting?.reject(new Error(`The answer is another: ${received.slice(0, 500)}`));
    if (!received.endsWith(body)) return;
    received = '';
    waiting?.resolve();
  });
  socket.on('close', () => waiting?.reject(new Error('The server closed a connection.')));
  return {
    ask() {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.destroy(),
  };
}

async function measure({ child, connections }: Server, calls: number): Promise<Sample> {
  const before = await cpuOf(child);
  const began = performance.now();
  let left = calls;
  const drive = async ({ ask }: Connection) => {
    while (left-- > 0) await ask();
  };
  await Promise.all(connections.map(drive));
  return { wallMs: performance.now() - began, cpuMs: (await cpuOf(child)) - before };
}

async function cpuOf(child: Child): Promise<number> {
  child.send({ cpu: true });
  return (await child.next<{ cpuMs: number }>()).cpuMs;
}

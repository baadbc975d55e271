import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk } from '../../src/app.ts';
import { startChild, type Child } from './child.ts';
import { median, round } from './figures.ts';
import { compareSides, within } from './sides.ts';

export interface RestOptions {
  rounds?: number;
  /** Per round and server. */
  calls?: number;
  warmUpCalls?: number;
  /** The script that serves the bare side. */
  bareScript?: string;
}

export const tiny: RestOptions = { rounds: 1, calls: 100, warmUpCalls: 100 };

/** Connections, with one request under way on each. */
const width = 8;
/** What the slowest machine needs for the calls of a round. */
const roundSeconds = 60;

interface Server {
  child: Child;
  url: string;
  connections: Connection[];
}

/** What every call asks for, and what is to be answered. */
interface Question {
  path: string;
  key: string;
  body: string;
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
export async function run(options: RestOptions = {}): Promise<object> {
  const { rounds = 31, calls = 3_000, warmUpCalls = 10_000, bareScript = 'rest-server.ts' } = options;
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const children: Child[] = [];
  const samples: Record<'product' | 'bare', Sample[]> = { product: [], bare: [] };
  try {
    const question = await prepare(home);
    const start = async (script: string, kind: string) => {
      children.push(startChild(script, kind, home));
      return open(children.at(-1)!, question);
    };
    const servers = { product: await start('rest-server.ts', 'product'), bare: await start(bareScript, 'bare') };
    await compareSides({ product: () => askOnce(servers.product, question), bare: () => askOnce(servers.bare, question) });
    for (const server of Object.values(servers)) await measure(server, warmUpCalls);
    for (let turn = 0; turn < rounds; turn++) {
      for (const kind of ['product', 'bare'] as const) samples[kind].push(await measure(servers[kind], calls));
    }
    for (const { connections } of Object.values(servers)) for (const connection of connections) connection.close();
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    rmSync(home, { recursive: true, force: true });
  }
  const perSecond = (kind: keyof typeof samples) => Math.round((calls * 1000) / median(samples[kind].map(({ wallMs }) => wallMs)));
  const cpuMicros = (kind: keyof typeof samples) => round((median(samples[kind].map(({ cpuMs }) => cpuMs)) * 1000) / calls, 1);
  const ratio = (field: keyof Sample) => round(median(samples.product.map((one, index) => samples.bare[index]![field] / one[field])));
  return {
    rounds,
    calls,
    callsPerSecond: { product: perSecond('product'), bare: perSecond('bare') },
    cpuMicrosPerCall: { product: cpuMicros('product'), bare: cpuMicros('bare') },
    ofBare: ratio('cpuMs'),
    ofBareByWall: ratio('wallMs'),
    aim: { ofBare: 0.8 },
  };
}

/** A home with a key and a project. */
async function prepare(home: string): Promise<Question> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const { key } = await desk.services.keys.create({ name: 'bench', scope: 'read' });
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const body = JSON.stringify(await desk.call('projects_get', { id: data[0]!.id }));
  await desk.close();
  return { path: `/api/v1/projects/${data[0]!.id}`, key, body };
}

async function open(child: Child, question: Question): Promise<Server> {
  const { port } = await within(30, 'The start of a server', child.next<{ port: number }>());
  return { child, url: `http://127.0.0.1:${port}`, connections: Array.from({ length: width }, () => connectTo(port, question)) };
}

/** All of an answer but what is different in each. */
async function askOnce({ url }: Server, { path, key }: Question): Promise<object> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  const headers = [...response.headers.keys()];
  return { status: response.status, headers, contentType: response.headers.get('content-type'), body: await response.text() };
}

/** Nothing but the bytes: a client that costs as much as the server would hide what the server costs. */
function connectTo(port: number, { path, key, body }: Question): Connection {
  const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n\r\n`;
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
  await within(roundSeconds, 'A round of calls', Promise.all(connections.map(drive)));
  return { wallMs: performance.now() - began, cpuMs: (await cpuOf(child)) - before };
}

async function cpuOf(child: Child): Promise<number> {
  child.send({ cpu: true });
  return (await child.next<{ cpuMs: number }>()).cpuMs;
}

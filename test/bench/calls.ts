import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import type { BenchCatalogue } from './calls-catalogue.ts';
import { median, round } from './figures.ts';
import { compareSides, within } from './sides.ts';

export interface CallsOptions {
  /** The module that exports the `catalogue` to be measured; servers load it in processes of their own. Default: seventy toy tools. */
  catalogue?: string;
  rounds?: number;
  /** Per round and server; a call on stdio is so cheap that it takes more of them to see its cost. */
  calls?: Record<Transport, number>;
  listings?: number;
  /** The script that serves the bare side. */
  bareScript?: string;
}

export const tiny: CallsOptions = { rounds: 1, calls: { http: 50, stdio: 100 }, listings: 5 };

const transports = ['http', 'stdio'] as const;
type Transport = (typeof transports)[number];
const eras = ['2026-07-28', '2025-11-25'] as const;
const kinds = ['mcp', 'bare'] as const;
type Era = (typeof eras)[number];
const methods = ['tools/call', 'tools/list'] as const;

/** How many requests are under way at once. */
const width = 8;
/** What the slowest machine needs for the requests of a round. */
const roundSeconds = 60;

/** One server with one connection to it, in one era. */
interface Series {
  key: string;
  transport: Transport;
  child: ChildProcess;
  /** Sends one request and resolves with its answer. */
  ask(method: string, params: object): Promise<string>;
  close(): Promise<void>;
}

interface Sample {
  cpuMs: number;
  wallMs: number;
}

/**
 * What the MCP face costs over a bare JSON-RPC loop with the same validation and transport: CPU of the server process and wall time,
 * medians over interleaved rounds. `timesBare` is the ratio of CPU within a round.
 */
export async function run(options: CallsOptions = {}): Promise<object> {
  const {
    catalogue = new URL('calls-catalogue.ts', import.meta.url).href,
    rounds = 5,
    calls = { http: 1000, stdio: 5000 },
    listings = 100,
  } = options;
  const { call } = ((await import(catalogue)) as { catalogue: BenchCatalogue<unknown> }).catalogue;
  const scripts = { mcp: 'calls-server.ts', bare: options.bareScript ?? 'calls-server.ts' };
  const series: Series[] = [];
  const samples = new Map<string, Sample[]>();
  try {
    for (const transport of transports)
      for (const era of eras) {
        for (const kind of kinds) series.push(await open(kind, transport, era, catalogue, scripts[kind]));
        const [mcp, bare] = series.slice(-kinds.length) as [Series, Series];
        await compareSides({ [mcp.key]: () => answersOf(mcp, call), [bare.key]: () => answersOf(bare, call) });
      }
    // Round 0 warms the servers up and does not count.
    for (let turn = 0; turn <= rounds; turn++) {
      for (const one of series) {
        for (const method of methods) {
          const sample =
            method === 'tools/call' ? await measure(one, method, call, calls[one.transport]) : await measure(one, method, {}, listings);
          const key = `${one.key} ${method}`;
          if (turn > 0) samples.set(key, [...(samples.get(key) ?? []), sample]);
        }
      }
    }
  } finally {
    await Promise.all(series.map((one) => one.close()));
  }
  return report(samples, calls, listings);
}

interface ToolAnswer {
  result: { structuredContent?: unknown; content?: unknown; tools?: unknown };
}

/** What a server answers, without the protocol's own envelope, which the bare one leaves out. */
async function answersOf({ ask }: Series, call: object): Promise<object> {
  const resultOf = async (method: string, params: object) => {
    const answer = await ask(method, params);
    // Over HTTP it may come as a server-sent event.
    return (JSON.parse(answer.slice(answer.indexOf('{'))) as ToolAnswer).result;
  };
  const { structuredContent, content } = await resultOf('tools/call', call);
  return { structuredContent, content, tools: (await resultOf('tools/list', {})).tools };
}

async function measure(series: Series, method: string, params: object, count: number): Promise<Sample> {
  const before = await cpuOf(series.child);
  const started = performance.now();
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const answer = await series.ask(method, params);
      if (!answer.includes('"result"') || answer.includes('"isError":true'))
        throw new Error(`${series.key} ${method} failed: ${answer.slice(0, 300)}`);
    }
  };
  await within(roundSeconds, `${series.key} ${method}`, Promise.all(Array.from({ length: width }, worker)));
  return { wallMs: performance.now() - started, cpuMs: (await cpuOf(series.child)) - before };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  return ((await answer)[0] as { cpuMs: number }).cpuMs;
}

async function open(kind: string, transport: Transport, era: Era, catalogue: string, script: string): Promise<Series> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, kind, transport, catalogue], { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const key = `${transport} ${era} ${kind}`;
  try {
    const [{ port }] = (await within(30, `The start of ${key}`, once(child, 'message'))) as [{ port: number }];
    const { ask, hangUp } = transport === 'http' ? overHttp(port, era) : await overStdio(child.stdin!, child.stdout!, era);
    const close = async () => {
      child.kill();
      await Promise.all([hangUp(), exited]);
    };
    return { key, transport, child, ask, close };
  } catch (error) {
    child.kill();
    throw error;
  }
}

interface Connection {
  ask: Series['ask'];
  hangUp(): Promise<void>;
}

function overHttp(port: number, era: Era): Connection {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: width });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': era };
  let id = 0;
  return {
    async ask(method, params) {
      const named: Record<string, string> =
        era === '2026-07-28' ? { 'mcp-method': method, ...('name' in params && { 'mcp-name': String(params.name) }) } : {};
      const { body } = await pool.request({
        path: '/mcp',
        method: 'POST',
        headers: { ...headers, ...named },
        body: message(++id, method, params, era),
      });
      return body.text();
    },
    hangUp: () => pool.destroy(),
  };
}

async function overStdio(stdin: Writable, stdout: Readable, era: Era): Promise<Connection> {
  const waiting = new Map<number, (answer: string) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    // Answers end or begin with their id; a whole parse here would only slow the driver.
    const id = Number(/"id":(\d+)[,}]/.exec(line.length > 300 ? line.slice(0, 60) + line.slice(-60) : line)?.[1]);
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  let id = 0;
  const ask = (method: string, params: object) =>
    new Promise<string>((resolve) => {
      waiting.set(++id, resolve);
      stdin.write(`${message(id, method, params, era)}\n`);
    });
  if (era === '2025-11-25')
    await within(
      5,
      'initialize',
      ask('initialize', { protocolVersion: era, capabilities: {}, clientInfo: { name: 'bench', version: '0' } }),
    );
  return { ask, hangUp: async () => void stdin.end() };
}

function message(id: number, method: string, params: object, era: Era): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: era === '2026-07-28' ? { ...params, _meta } : params });
}

function report(samples: Map<string, Sample[]>, calls: Record<Transport, number>, listings: number): object {
  const rows = transports.flatMap((transport) =>
    eras.map((era) => {
      const of = (kind: string, method: string, field: keyof Sample) =>
        samples.get(`${transport} ${era} ${kind} ${method}`)!.map((sample) => sample[field]);
      const bare = of('bare', 'tools/call', 'cpuMs');
      const both = (figure: (kind: string) => number) => ({ mcp: rounded(figure('mcp')), bare: rounded(figure('bare')) });
      const figures = {
        timesBare: rounded(median(of('mcp', 'tools/call', 'cpuMs').map((cpuMs, index) => cpuMs / bare[index]!))),
        cpuMsPerCall: both((kind) => median(of(kind, 'tools/call', 'cpuMs')) / calls[transport]),
        callsPerSecond: both((kind) => (calls[transport] * 1000) / median(of(kind, 'tools/call', 'wallMs'))),
        cpuMsPerListing: both((kind) => median(of(kind, 'tools/list', 'cpuMs')) / listings),
      };
      return [`${transport} ${era}`, figures] as const;
    }),
  );
  return Object.fromEntries(rows);
}

function rounded(value: number): number {
  return round(value, 3);
}

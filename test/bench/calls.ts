import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchCatalogue } from './calls-thing.ts';
import { eras, overHttp, overStdio, type Connection, type Era } from './calls-connections.ts';
import { median, percentile, round } from './figures.ts';
import { compareSides, within } from './sides.ts';

export interface CallsOptions {
  /** The module that exports the `catalogue` to be measured; servers load it in processes of their own. Default: the product's tools and one more, which is called. */
  catalogue?: string;
  rounds?: number;
  /** Per round and server; a call on stdio is so cheap that it takes more of them to see its cost. */
  calls?: Record<Transport, number>;
  listings?: number;
  /** How many clients call at once, and how many calls they make together in a round. */
  crowd?: { clients: number; calls: number };
  /** The script that serves the bare side. */
  bareScript?: string;
}

export const tiny: CallsOptions = {
  catalogue: new URL('calls-thing.ts', import.meta.url).href,
  rounds: 1,
  calls: { http: 50, stdio: 100 },
  listings: 5,
  crowd: { clients: 10, calls: 50 },
};

const transports = ['http', 'stdio'] as const;
type Transport = (typeof transports)[number];
const kinds = ['mcp', 'bare'] as const;
/** How many requests are under way at once. */
const width = 8;
/** What the slowest machine needs for the requests of a round. */
const roundSeconds = 60;

/** One server with one connection to it, in one era. */
interface Series {
  key: string;
  transport: Transport;
  child: ChildProcess;
  connection: Connection;
  /** Another one, over which many clients call at once. Only over HTTP. */
  crowd: Connection | undefined;
  close(): Promise<void>;
}

interface Sample {
  cpuMs: number;
  wallMs: number;
  /** How long the slowest hundredth of requests took at least. */
  p99Ms: number;
}

type Sizes = Required<Pick<CallsOptions, 'rounds' | 'calls' | 'listings' | 'crowd'>>;

/**
 * What the MCP face costs over a bare JSON-RPC loop with the same validation and transport: CPU of the server process, wall time and
 * the slowest answers, medians over interleaved rounds. `timesBare` is the ratio of CPU within a round, `ofBare` that of calls a second.
 */
export async function run(options: CallsOptions = {}): Promise<object> {
  const { catalogue = new URL('calls-catalogue.ts', import.meta.url).href, bareScript = 'calls-server.ts' } = options;
  const sizes = { rounds: 5, calls: { http: 4000, stdio: 10_000 }, listings: 200, crowd: { clients: 200, calls: 4000 }, ...options };
  const { call } = ((await import(catalogue)) as { catalogue: BenchCatalogue<unknown> }).catalogue;
  const scripts = { mcp: 'calls-server.ts', bare: bareScript };
  const series: Series[] = [];
  const samples = new Map<string, Sample[]>();
  try {
    for (const transport of transports)
      for (const era of eras) {
        for (const kind of kinds) series.push(await open(kind, transport, era, catalogue, scripts[kind], sizes.crowd.clients));
        const [mcp, bare] = series.slice(-kinds.length) as [Series, Series];
        await compareSides({ [mcp.key]: () => answersOf(mcp, call), [bare.key]: () => answersOf(bare, call) });
      }
    // Round 0 warms the servers up and does not count.
    for (let turn = 0; turn <= sizes.rounds; turn++) {
      for (const one of series) {
        for (const { name, ...load } of loadsOf(one, call, sizes)) {
          const sample = await measure(one, load);
          const key = `${one.key} ${name}`;
          if (turn > 0) samples.set(key, [...(samples.get(key) ?? []), sample]);
        }
      }
    }
  } finally {
    await Promise.all(series.map((one) => one.close()));
  }
  return report(samples, sizes);
}

interface Load {
  connection: Connection;
  method: string;
  params: object;
  count: number;
  /** How many requests are under way at once. */
  width: number;
}

function loadsOf({ connection, crowd, transport }: Series, call: object, sizes: Sizes): (Load & { name: string })[] {
  const calling = { method: 'tools/call', params: call };
  return [
    { name: 'call', connection, ...calling, count: sizes.calls[transport], width },
    { name: 'listing', connection, method: 'tools/list', params: {}, count: sizes.listings, width },
    ...(crowd ? [{ name: 'crowd', connection: crowd, ...calling, count: sizes.crowd.calls, width: sizes.crowd.clients }] : []),
  ];
}

interface ToolAnswer {
  result: { structuredContent?: unknown; content?: unknown; tools?: unknown };
}

/** What a server answers, without the protocol's own envelope, which the bare one leaves out. */
async function answersOf({ connection: { ask } }: Series, call: object): Promise<object> {
  const resultOf = async (method: string, params: object) => {
    const answer = await ask(method, params);
    // Over HTTP it may come as a server-sent event.
    return (JSON.parse(answer.slice(answer.indexOf('{'))) as ToolAnswer).result;
  };
  const { structuredContent, content } = await resultOf('tools/call', call);
  return { structuredContent, content, tools: (await resultOf('tools/list', {})).tools };
}

async function measure({ key, child }: Series, { connection, method, params, count, width: atOnce }: Load): Promise<Sample> {
  const before = await cpuOf(child);
  const started = performance.now();
  const tookMs: number[] = [];
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const asked = performance.now();
      const answer = await connection.ask(method, params);
      tookMs.push(performance.now() - asked);
      if (!answer.includes('"result"') || answer.includes('"isError":true'))
        throw new Error(`${key} ${method} failed: ${answer.slice(0, 300)}`);
    }
  };
  await within(roundSeconds, `${key} ${method}`, Promise.all(Array.from({ length: atOnce }, worker)));
  return { wallMs: performance.now() - started, cpuMs: (await cpuOf(child)) - before, p99Ms: percentile(tookMs, 0.99) };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message');
  child.send('cpu');
  return ((await answer)[0] as { cpuMs: number }).cpuMs;
}

async function open(kind: string, transport: Transport, era: Era, catalogue: string, script: string, clients: number): Promise<Series> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, kind, transport, catalogue], { stdio: ['pipe', 'pipe', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const key = `${transport} ${era} ${kind}`;
  try {
    const [{ port }] = (await within(30, `The start of ${key}`, once(child, 'message'))) as [{ port: number }];
    const connection = transport === 'http' ? overHttp(port, era, width) : await overStdio(child.stdin!, child.stdout!, era);
    const crowd = transport === 'http' ? overHttp(port, era, clients) : undefined;
    const close = async () => {
      child.kill();
      await Promise.all([connection.hangUp(), crowd?.hangUp(), exited]);
    };
    return { key, transport, child, connection, crowd, close };
  } catch (error) {
    child.kill();
    throw error;
  }
}

function report(samples: Map<string, Sample[]>, { calls, listings, crowd }: Sizes): object {
  const rows = transports.flatMap((transport) =>
    eras.map((era) => {
      const of = (kind: string, name: string, field: keyof Sample) =>
        samples.get(`${transport} ${era} ${kind} ${name}`)!.map((sample) => sample[field]);
      const both = (figure: (kind: string) => number) => ({ mcp: rounded(figure('mcp')), bare: rounded(figure('bare')) });
      const perSecond = (name: string, count: number) => both((kind) => (count * 1000) / median(of(kind, name, 'wallMs')));
      /** Within a round, the same is asked of both one after the other. */
      const ratio = (name: string, field: keyof Sample, [above, below]: readonly [string, string]) =>
        rounded(median(of(above, name, field).map((value, index) => value / of(below, name, field)[index]!)));
      const figures = {
        ofBare: ratio('call', 'wallMs', ['bare', 'mcp']),
        timesBare: ratio('call', 'cpuMs', ['mcp', 'bare']),
        cpuMsPerCall: both((kind) => median(of(kind, 'call', 'cpuMs')) / calls[transport]),
        callsPerSecond: perSecond('call', calls[transport]),
        cpuMsPerListing: both((kind) => median(of(kind, 'listing', 'cpuMs')) / listings),
        ...(transport === 'http' && {
          crowd: {
            clients: crowd.clients,
            timesBare: ratio('crowd', 'cpuMs', ['mcp', 'bare']),
            callsPerSecond: perSecond('crowd', crowd.calls),
            p99Ms: both((kind) => median(of(kind, 'crowd', 'p99Ms'))),
          },
        }),
      };
      return [`${transport} ${era}`, figures] as const;
    }),
  );
  return Object.fromEntries(rows);
}

function rounded(value: number): number {
  return round(value, 3);
}

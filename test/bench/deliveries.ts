import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { besideOthers, figuresOf } from './deliveries/costs.ts';
import { measureLatency } from './deliveries/latency.ts';
import { deliverAll, startReceiver, type SideCosts, type Storage } from './deliveries/measure.ts';
import { installPeers } from './deliveries/peers.ts';
import { startPostgres, startRedis } from './deliveries/servers.ts';
import { batches } from './deliveries/sides/side.ts';
import { compareSides } from './sides.ts';

export interface DeliveriesOptions {
  rounds?: number;
  /** In each of two batches. */
  deliveries?: number;
  latencyTimes?: number;
  contenders?: readonly Contender[];
}

export interface Contender {
  /** The module in `deliveries/sides/`. */
  name: string;
  /** Null where what it needs is not installed. */
  openStorage(): Promise<Storage | null>;
  /** What it needs. */
  server?: string;
}

const withoutStorage = async () => ({ url: '', cpuMs: () => 0, stop: async () => {} });

const everyContender: readonly Contender[] = [
  { name: 'copydesk', openStorage: async () => temporaryHome() },
  { name: 'raw', openStorage: withoutStorage },
  { name: 'bullmq', openStorage: () => startRedis('everysec'), server: 'Redis' },
  { name: 'bullmq-durable', openStorage: () => startRedis('always'), server: 'Redis' },
  { name: 'pg-boss', openStorage: startPostgres, server: 'PostgreSQL' },
  { name: 'graphile-worker', openStorage: startPostgres, server: 'PostgreSQL' },
  { name: 'graphile-worker-tuned', openStorage: startPostgres, server: 'PostgreSQL' },
];

/** The queues of others are compared by the full bench alone: their packages and servers are not part of the desk. */
export const tiny: DeliveriesOptions = { rounds: 1, deliveries: 200, latencyTimes: 5, contenders: everyContender.slice(0, 2) };

const bodyBytes = 600;
const concurrency = 64;

/**
 * Deliveries end to end, with everything recorded: the desk beside the bare requests and beside other queues, in turns. They are put in, and then delivered by
 * a fresh process: a first batch cold, and a second one warm.
 */
export async function run(options: DeliveriesOptions = {}): Promise<object> {
  const { rounds = 5, deliveries = 10_000, latencyTimes = 300, contenders = everyContender } = options;
  const costs = new Map<string, SideCosts[]>();
  const skipped = new Map<string, string>();
  const canMeasurePeers = contenders.some(({ server }) => server) && tryToInstallPeers(contenders, skipped);
  const receiver = await startReceiver();
  /** Undefined where what the side needs is not installed. */
  const deliver = async ({ name, openStorage, server }: Contender, count: number, seconds: number) => {
    if (server && (!canMeasurePeers || skipped.has(name))) return;
    const storage = await openStorage();
    if (!storage) return skip(skipped, name, `${server} is not installed`);
    try {
      const task = { url: receiver.url, deliveries: count * batches.length, bodyBytes, concurrency, storage: storage.url };
      return await deliverAll(name, task, { receiver, storage, seconds });
    } finally {
      await storage.stop();
    }
  };
  try {
    const requests: Record<string, () => Promise<unknown>> = {};
    for (const contender of contenders) {
      const sample = await deliver(contender, 1, 10);
      if (sample) requests[contender.name] = async () => sample.request;
    }
    await compareSides(requests);
    for (let turn = 0; turn < rounds; turn++) {
      for (const contender of contenders) {
        const cost = await deliver(contender, deliveries, 60);
        if (cost) costs.set(contender.name, [...(costs.get(contender.name) ?? []), cost]);
      }
    }
  } finally {
    await receiver.stop();
  }
  return {
    rounds,
    deliveries,
    bodyBytes,
    concurrency,
    ...Object.fromEntries([...costs].map(([name, all]) => [name, figuresOf(all, deliveries)])),
    ...(skipped.size > 0 && { skipped: Object.fromEntries(skipped) }),
    ...besideOthers(costs),
    latency: await measureLatency(latencyTimes),
    aim: { timesRaw: 0.75, timesRawCpu: 1.5, timesBullmq: 2, timesBullmqDurable: 2.5, timesGraphileWorker: 1, timesGraphileWorkerTuned: 1 },
  };
}

function tryToInstallPeers(contenders: readonly Contender[], skipped: Map<string, string>): boolean {
  try {
    installPeers();
    return true;
  } catch {
    for (const { name, server } of contenders) if (server) skip(skipped, name, 'its packages could not be installed');
    return false;
  }
}

function skip(skipped: Map<string, string>, name: string, why: string): undefined {
  console.error(`Skipped ${name}: ${why}.`);
  skipped.set(name, why);
}

function temporaryHome(): Storage {
  const url = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  return { url, cpuMs: () => 0, stop: async () => rmSync(url, { recursive: true, force: true }) };
}

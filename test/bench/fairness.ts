import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Copydesk } from '../../src/app.ts';
import { startChild } from './child.ts';
import { timeDeliveries } from './deliveries/latency.ts';
import { startReceiver, type Receiver } from './deliveries/measure.ts';
import { round } from './figures.ts';
import { growth } from './growth.ts';
import { within } from './sides.ts';
import { emitEvents, noteCommits, openDesk, type Commits } from './deliveries/product.ts';

export interface FairnessOptions {
  times?: number;
  crowds?: Record<string, Crowd>;
}

interface Crowd {
  receivers: number;
  deliveries: number;
  /** Silent from the first request on, which is made beside the measured ones: nothing is known of them. */
  new?: true;
}

export const tiny: FairnessOptions = {
  times: 5,
  crowds: {
    nothingElse: { receivers: 0, deliveries: 0 },
    oneDead1000: { receivers: 1, deliveries: 10 },
    oneDead10000: { receivers: 1, deliveries: 30 },
    dead200: { receivers: 3, deliveries: 30 },
    new500: { receivers: 3, deliveries: 30, new: true },
  },
};

/** What stands in the queue for receivers that accept and never answer, while another is delivered to. */
const everyCrowd: Record<string, Crowd> = {
  nothingElse: { receivers: 0, deliveries: 0 },
  oneDead1000: { receivers: 1, deliveries: 1000 },
  oneDead10000: { receivers: 1, deliveries: 10_000 },
  dead200: { receivers: 200, deliveries: 2000 },
  new500: { receivers: 500, deliveries: 2000, new: true },
};

/** How long a delivery to a healthy receiver takes while others are dead: the product's own limits of 64 at once and 4 to a receiver. */
export async function run({ times = 150, crowds = everyCrowd }: FairnessOptions = {}): Promise<object> {
  const [receiver, newcomer] = [await startReceiver(), await startReceiver()];
  const commits = noteCommits();
  const figures: Record<string, Measured> = {};
  try {
    for (const [name, crowd] of Object.entries(crowds)) figures[name] = await measureBeside(crowd, { receiver, newcomer, commits, times });
  } finally {
    await receiver.stop();
    await newcomer.stop();
  }
  const ofOneDead = [figures['oneDead1000']!, figures['oneDead10000']!];
  return {
    times,
    ...figures,
    growth: growth(ofOneDead.map(({ deliveries, fromCommitMs }) => ({ size: deliveries, value: fromCommitMs.p99 }))),
  };
}

interface Beside {
  receiver: Receiver;
  newcomer: Receiver;
  commits: Commits;
  times: number;
}

type Measured = Crowd & Awaited<ReturnType<typeof timeDeliveries>> & { toAnotherNewOneMs?: number };

async function measureBeside(crowd: Crowd, { receiver, newcomer, commits, times }: Beside): Promise<Measured> {
  const { receivers, deliveries } = crowd;
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const dead = startChild('deliveries/run-dead-receivers.ts', receivers, crowd.new === true);
  let desk: Copydesk | undefined;
  try {
    const urls = await within(30, 'The start of the dead receivers', dead.next<string[]>());
    // Known to answer before the others come.
    if (crowd.new) await deliverOne(home, receiver);
    if (deliveries > 0) await emitEvents(home, { urls, deliveries, bodyBytes: 600 });
    desk = await openDesk(home, { deliveryConcurrency: 64, receiverConcurrency: 4 });
    desk.work();
    if (receivers > 0 && !crowd.new) await within(30, 'A first attempt at every dead receiver', dead.next<'silent'>());
    // Until all the places that the dead may have are taken.
    await sleep(500);
    const spreads = await timeDeliveries({ desk, receiver, commits }, times);
    return { ...crowd, ...spreads, ...(crowd.new && { toAnotherNewOneMs: await timeFirst(desk, newcomer) }) };
  } finally {
    const closed = desk?.close();
    await dead.stop();
    await closed;
    rmSync(home, { recursive: true, force: true });
  }
}

async function deliverOne(home: string, receiver: Receiver): Promise<void> {
  await receiver.expect({ every: 1, bodyBytes: 0 });
  const desk = await openDesk(home, { now: Date.now });
  await desk.call('webhook_test', { url: receiver.url });
  await desk.runDue();
  await receiver.arrived();
  await desk.close();
}

/** How long the first delivery takes to a receiver that nothing is known of. */
async function timeFirst(desk: Copydesk, receiver: Receiver): Promise<number> {
  await receiver.expect({ every: 1, bodyBytes: 0 });
  const called = process.hrtime.bigint();
  await desk.call('webhook_test', { url: receiver.url });
  const { at } = await within(300, 'The first delivery to a new receiver', receiver.arrived());
  return round(Number(BigInt(at) - called) / 1e6);
}

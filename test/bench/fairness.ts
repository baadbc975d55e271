import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Copydesk } from '../../src/app.ts';
import { startChild } from './child.ts';
import { timeDeliveries } from './deliveries/latency.ts';
import { startReceiver, type Receiver } from './deliveries/measure.ts';
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
}

export const tiny: FairnessOptions = {
  times: 5,
  crowds: {
    nothingElse: { receivers: 0, deliveries: 0 },
    oneDead1000: { receivers: 1, deliveries: 10 },
    oneDead10000: { receivers: 1, deliveries: 30 },
    dead200: { receivers: 3, deliveries: 30 },
  },
};

/** What stands in the queue for receivers that accept and never answer, while another is delivered to. */
const everyCrowd: Record<string, Crowd> = {
  nothingElse: { receivers: 0, deliveries: 0 },
  oneDead1000: { receivers: 1, deliveries: 1000 },
  oneDead10000: { receivers: 1, deliveries: 10_000 },
  dead200: { receivers: 200, deliveries: 2000 },
};

/** How long a delivery to a healthy receiver takes while others are dead: the product's own limits of 64 at once and 4 to a receiver. */
export async function run({ times = 150, crowds = everyCrowd }: FairnessOptions = {}): Promise<object> {
  const receiver = await startReceiver();
  const commits = noteCommits();
  const figures: Record<string, Measured> = {};
  try {
    for (const [name, crowd] of Object.entries(crowds)) figures[name] = await measureBeside(crowd, { receiver, commits, times });
  } finally {
    await receiver.stop();
  }
  const ofOneDead = [figures['oneDead1000']!, figures['oneDead10000']!];
  return {
    times,
    ...figures,
    growth: growth(ofOneDead.map(({ deliveries, fromCommitMs }) => ({ size: deliveries, value: fromCommitMs.p99 }))),
  };
}

type Measured = Crowd & Awaited<ReturnType<typeof timeDeliveries>>;

async function measureBeside(
  { receivers, deliveries }: Crowd,
  { receiver, commits, times }: { receiver: Receiver; commits: Commits; times: number },
): Promise<Measured> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const dead = startChild('deliveries/run-dead-receivers.ts', receivers);
  let desk: Copydesk | undefined;
  try {
    const urls = await within(30, 'The start of the dead receivers', dead.next<string[]>());
    if (deliveries > 0) await emitEvents(home, { urls, deliveries, bodyBytes: 600 });
    desk = await openDesk(home, { deliveryConcurrency: 64, receiverConcurrency: 4 });
    desk.work();
    if (receivers > 0) await within(30, 'A first attempt at every dead receiver', dead.next<'silent'>());
    // Until all the places that the dead may have are taken.
    await sleep(500);
    return { receivers, deliveries, ...(await timeDeliveries({ desk, receiver, commits }, times)) };
  } finally {
    const closed = desk?.close();
    await dead.stop();
    await closed;
    rmSync(home, { recursive: true, force: true });
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { countRows, fillHome } from './deliveries/backlog.ts';
import { timeLists, type ListTimes } from './deliveries/list.ts';
import { startReceiver, type Receiver } from './deliveries/measure.ts';
import { growth } from './growth.ts';

export interface SizeOptions {
  /** Pending deliveries that the product itself puts in, and how many times as many are wanted. */
  pending?: number;
  times?: readonly number[];
  workMs?: number;
}

export const tiny: SizeOptions = { pending: 100, times: [1, 2], workMs: 200 };

/** What a backlog costs: the memory of a desk that works on it, and the time its list takes, at two sizes. */
export async function run(options: SizeOptions = {}): Promise<object> {
  const { pending = 10_000, times = [1, 100], workMs = 15_000 } = options;
  const receiver = await startReceiver();
  try {
    const rows = [];
    for (const one of times) rows.push(await measure(receiver, { pending, times: one }, workMs));
    return {
      workMs,
      sizes: rows,
      growth: {
        list: growth(rows.map(({ deliveries, slowest }) => ({ size: deliveries, value: slowest.p99 }))),
        peak: growth(rows.map((row) => ({ size: row.pending, value: row.peakMiB }))),
      },
      aim: { peakMiB: 200, listMs: 5 },
    };
  } finally {
    await receiver.stop();
  }
}

async function measure(receiver: Receiver, size: { pending: number; times: number }, workMs: number) {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  try {
    // The first start compiles, which takes memory of its own.
    await workFor(home, 0);
    await fillHome(home, receiver, size);
    const list = await timeLists(home, new URL(receiver.url).origin);
    const [pending, deliveries, attempts] = [
      await countRows(home, 'work'),
      await countRows(home, 'deliveries'),
      await countRows(home, 'attempts'),
    ];
    const peakMiB = await workFor(home, workMs);
    return {
      pending,
      deliveries,
      peakMiB: Math.round(peakMiB),
      delivered: (await countRows(home, 'attempts')) - attempts,
      slowest: slowestOf(list),
      list,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Returns the most memory that a desk held which was at work for so long. */
async function workFor(home: string, ms: number): Promise<number> {
  const child = startChild('deliveries/run-desk.ts', home, ms);
  try {
    return (await child.next<{ peakMiB: number }>()).peakMiB;
  } finally {
    await child.stop();
  }
}

function slowestOf(list: ListTimes) {
  const [filter, times] = Object.entries(list).toSorted(([, one], [, other]) => other.p99 - one.p99)[0]!;
  return { filter, ...times };
}

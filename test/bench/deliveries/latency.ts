import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Copydesk } from '../../../src/app.ts';
import { percentile, round } from '../figures.ts';
import { within } from '../sides.ts';
import { startReceiver, type Receiver } from './measure.ts';
import { noteCommits, openDesk, type Commits } from './product.ts';

const warmUp = 20;

/** How long deliveries take at an idle desk to an idle receiver. */
export async function measureLatency(times: number): Promise<object> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const receiver = await startReceiver();
  const desk = await openDesk(home);
  desk.work();
  try {
    return { times, ...(await timeDeliveries({ desk, receiver, commits: noteCommits() }, times)) };
  } finally {
    await desk.close();
    await receiver.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * From the commit that makes an event's delivery due until its request is there, one after the other, and from the beginning of the call that made the event.
 * The two processes read the machine's one monotonic clock.
 */
export async function timeDeliveries(
  { desk, receiver, commits }: { desk: Copydesk; receiver: Receiver; commits: Commits },
  times: number,
): Promise<{ fromCommitMs: Spread; fromCallMs: Spread }> {
  const fromCommit: number[] = [];
  const fromCall: number[] = [];
  for (let turn = -warmUp; turn < times; turn++) {
    await receiver.expect({ every: 1, bodyBytes: 0 });
    commits.forget();
    const called = process.hrtime.bigint();
    const { id } = (await desk.call('webhook_test', { url: receiver.url })) as { id: string };
    const at = BigInt((await within(30, 'A delivery', receiver.arrived())).at);
    if (turn >= 0) {
      fromCommit.push(Number(at - commits.first()) / 1e6);
      fromCall.push(Number(at - called) / 1e6);
    }
    while (((await desk.call('webhook_deliveries_get', { id })) as { status: string }).status === 'pending') await sleep(1);
    await sleep(5);
  }
  return { fromCommitMs: spread(fromCommit), fromCallMs: spread(fromCall) };
}

interface Spread {
  p50: number;
  p99: number;
}

function spread(values: number[]): Spread {
  return { p50: round(percentile(values, 0.5)), p99: round(percentile(values, 0.99)) };
}

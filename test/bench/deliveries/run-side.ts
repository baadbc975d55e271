/** One side at work, in a process of its own: `run-side.ts <name> <Task> <"fill" | "deliver">`. Says `Ready`, and after each batch tells over IPC what it cost. */
import { on } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMiB } from '../memory.ts';
import { batches, type Side, type Task } from './sides/side.ts';

export interface Ready {
  /** Whether there is anything to be done. */
  ready: boolean;
}

export interface Cost {
  wallMs: number;
  cpuMs: number;
  /** The most memory the process ever held. */
  peakMiB: number;
}

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

const [name, task, what] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [string, Task, 'fill' | 'deliver'];
const messages = on(process, 'message');
const { side } = (await import(`./sides/${name}.ts`)) as { side: Side };
await { fill, deliver }[what](side);
// It may be ended as soon as it has told.
flushCompileCache();
process.send!('ended', () => process.exit());

async function fill({ openFill }: Side): Promise<void> {
  const filling = await openFill?.(task);
  process.send!({ ready: filling !== undefined } satisfies Ready);
  if (!filling) return;
  await messages.next();
  const costSince = watchCost();
  for (let left = batches.length; left > 0; left--) {
    await filling.put(task.deliveries / batches.length);
    process.send!(costSince());
  }
  await filling.close();
}

/**
 * A batch begins where the one before it ends, which is when the receiver has all of it; the last ends when everything is recorded too. Looking for either
 * earlier would cost what is measured.
 */
async function deliver({ open }: Side): Promise<void> {
  const delivering = await open(task);
  process.send!({ ready: true } satisfies Ready);
  await messages.next();
  const costSince = watchCost();
  await delivering.begin();
  for (const batch of batches) {
    await messages.next();
    if (batch === batches.at(-1)) while (!(await delivering.isDone())) await sleep(1);
    process.send!(costSince());
  }
}

/** Returns what was spent since the last time it was asked. */
function watchCost(): () => Cost {
  let [began, cpuBefore] = [performance.now(), process.cpuUsage()];
  return () => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpuBefore);
    const cost = { wallMs: now - began, cpuMs: (user + system) / 1000, peakMiB: peakMiB() };
    [began, cpuBefore] = [now, process.cpuUsage()];
    return cost;
  };
}

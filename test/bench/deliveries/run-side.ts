/** One side at work, in a process of its own: `run-side.ts <name> <Task> <"fill" | "deliver">`. Tells over IPC what it cost. */
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMiB } from '../memory.ts';
import type { Side, Task } from './sides/side.ts';

export interface Cost {
  wallMs: number;
  cpuMs: number;
  /** The most memory the process ever held. */
  peakMiB: number;
}

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

const [name, task, what] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [string, Task, 'fill' | 'deliver'];
const { side } = (await import(`./sides/${name}.ts`)) as { side: Side };
const told = what === 'fill' ? await fill(side) : await deliver(side);
// It may be ended as soon as it has told.
flushCompileCache();
process.send!(told, () => process.exit());

async function fill(filled: Side): Promise<string> {
  await filled.fill?.(task);
  return 'filled';
}

/** From the beginning until the receiver has everything and everything is recorded; looking for that earlier would cost what is measured. */
async function deliver({ open }: Side): Promise<Cost> {
  const delivering = await open(task);
  const toldToBegin = once(process, 'message');
  process.send!('ready');
  await toldToBegin;
  const allArrived = once(process, 'message');
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  await delivering.begin();
  await allArrived;
  while (!(await delivering.isDone())) await sleep(1);
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallMs, cpuMs: (user + system) / 1000, peakMiB: peakMiB() };
}

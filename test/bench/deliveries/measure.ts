import { startChild, type Child } from '../child.ts';
import { within } from '../sides.ts';
import type { Arrived, Expect } from './receiver.ts';
import type { Cost } from './run-side.ts';
import type { Task } from './sides/side.ts';

export interface Receiver {
  url: string;
  /** Resolves when it counts anew: what came before that would be waited for without end. `arrived` resolves when so many different deliveries have come. */
  expect(expected: Expect): Promise<{ arrived: Promise<Arrived> }>;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const child = startChild('deliveries/receiver.ts');
  const { port } = await child.next<{ port: number }>();
  return {
    url: `http://127.0.0.1:${port}/hook`,
    async expect(expected) {
      child.send(expected);
      await child.next<'expecting'>();
      return { arrived: child.next<Arrived>() };
    },
    stop: child.stop,
  };
}

/** Where a side keeps its deliveries, made for one turn. */
export interface Storage {
  url: string;
  /** CPU time that was spent outside the side's own process so far, in milliseconds. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export interface SideCost extends Cost {
  /** CPU time of the storage's own processes. */
  storageCpuMs: number;
  /** The request that came first, without what is different in each. */
  request: object;
}

/** What it cost one side to deliver everything once. Throws where a delivery did not arrive as it should, or not all have after so many seconds. */
export async function deliverAll(
  name: string,
  task: Task,
  { receiver, storage, seconds }: { receiver: Receiver; storage: Storage; seconds: number },
): Promise<SideCost> {
  await inProcess(name, task, 'fill', (child) => child.next());
  return inProcess(name, task, 'deliver', async (child) => {
    await within(30, `${name}, getting ready`, child.next<'ready'>());
    const { arrived } = await receiver.expect(task);
    const before = storage.cpuMs();
    child.send({ begin: true });
    const { duplicates, odd, first } = await within(seconds, `${name}, delivering`, arrived);
    if (duplicates + odd > 0)
      throw new Error(`${name}: ${duplicates} deliveries arrived twice, ${odd} without signature or with another length.`);
    child.send({ allArrived: true });
    const cost = await within(seconds, `${name}, recording`, child.next<Cost>());
    return { ...cost, storageCpuMs: storage.cpuMs() - before, request: first };
  });
}

async function inProcess<Result>(
  name: string,
  task: Task,
  what: 'fill' | 'deliver',
  use: (child: Child) => Promise<Result>,
): Promise<Result> {
  const child = startChild('deliveries/run-side.ts', name, task, what);
  try {
    return await use(child);
  } finally {
    await child.stop();
  }
}

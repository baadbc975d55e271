import { startChild, type Child } from '../child.ts';
import { within } from '../sides.ts';
import type { Arrived, Expect } from './receiver.ts';
import type { Cost, Ready } from './run-side.ts';
import { batches, type ByBatch, type Task } from './sides/side.ts';

export interface Receiver {
  url: string;
  /** Resolves when it counts anew: what came before that would be waited for without end. */
  expect(expected: Expect): Promise<void>;
  /** Resolves when so many more different deliveries have come as it was told to expect. */
  arrived(): Promise<Arrived>;
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
    },
    arrived: () => child.next<Arrived>(),
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

export interface BatchCost extends Cost {
  /** CPU time of the storage's own processes. */
  storageCpuMs: number;
}

/** What each batch cost. */
export type Costs = ByBatch<BatchCost>;

export interface SideCosts {
  /** Null where there is nothing to put in. */
  fill: Costs | null;
  deliver: Costs;
  /** The request that came first, without what is different in each. */
  request: object;
}

/** What it cost one side to deliver everything once. Throws where a delivery did not arrive as it should, or where a batch takes more than so many seconds. */
export async function deliverAll(
  name: string,
  task: Task,
  { receiver, storage, seconds }: { receiver: Receiver; storage: Storage; seconds: number },
): Promise<SideCosts> {
  const fill = await inProcess(name, task, 'fill', (child) =>
    costsOf(child, storage, () => within(seconds, `${name}, filling`, child.next<Cost>())),
  );
  await receiver.expect({ every: task.deliveries / batches.length, bodyBytes: task.bodyBytes });
  let request = {};
  const deliver = await inProcess(name, task, 'deliver', (child) =>
    costsOf(child, storage, async () => {
      const { duplicates, odd, first } = await within(seconds, `${name}, delivering`, receiver.arrived());
      if (duplicates + odd > 0)
        throw new Error(`${name}: ${duplicates} deliveries arrived twice, ${odd} without signature or with another length.`);
      request = first;
      child.send({ arrived: true });
      return within(seconds, `${name}, recording`, child.next<Cost>());
    }),
  );
  return { fill, deliver: deliver!, request };
}

async function inProcess(
  name: string,
  task: Task,
  what: 'fill' | 'deliver',
  measure: (child: Child) => Promise<Costs>,
): Promise<Costs | null> {
  const child = startChild('deliveries/run-side.ts', name, task, what);
  try {
    const { ready } = await within(30, `${name}, getting ready to ${what}`, child.next<Ready>());
    const costs = ready ? await measure(child) : null;
    await within(30, `${name}, ending`, child.next<'ended'>());
    return costs;
  } finally {
    await child.stop();
  }
}

async function costsOf(child: Child, storage: Storage, nextCost: () => Promise<Cost>): Promise<Costs> {
  let before = storage.cpuMs();
  child.send({ begin: true });
  const costs: [string, BatchCost][] = [];
  for (const batch of batches) {
    const cost = await nextCost();
    const after = storage.cpuMs();
    costs.push([batch, { ...cost, storageCpuMs: after - before }]);
    before = after;
  }
  return Object.fromEntries(costs) as Costs;
}

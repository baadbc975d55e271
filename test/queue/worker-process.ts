import { once } from 'node:events';
import { openStore } from '../../src/db/open.ts';
import { createQueue, type Settlement } from '../../src/queue/queue.ts';
import { createLog, createSystem } from '../../src/system.ts';

// A process that works off the queue of a home until its stdin ends. It says what it begins; work for which it is named as hanging it never ends.
const [home, name, leaseMs] = process.argv.slice(2);
const system = createSystem({ request: () => Promise.reject(new Error('No network here.')), log: createLog('silent') });
const store = openStore(home!, system);
const queue = createQueue(store, system);

async function handle(payload: unknown): Promise<Settlement> {
  const { piece, hangsIn } = payload as { piece: number; hangsIn?: string };
  process.stdout.write(`${piece}\n`);
  if (hangsIn === name) await new Promise(() => {});
  await system.pause(5);
  return {};
}

queue.start([{ kind: 'post', slots: 4, perLane: 2, leaseMs: Number(leaseMs), handle }]);
process.stdout.write('ready\n');
process.stdin.resume();
await once(process.stdin, 'end');
await queue.close();
await store.close();

import { once } from 'node:events';
import { openStore } from '../../src/db/open.ts';
import { createQueue } from '../../src/queue/queue.ts';
import type { Settlement } from '../../src/queue/worker.ts';
import { createLog, createSystem } from '../../src/system.ts';

// A process that works off the queue of a home until its stdin ends. It says what it begins; work for which it is named as hanging it never ends,
// and work for which it is named as waiting not before it is told to.
const [home, name, leaseMs] = process.argv.slice(2);
const system = createSystem({ request: () => Promise.reject(new Error('No network here.')), log: createLog('silent') });
const store = openStore(home!, system);
const queue = createQueue(store, system);

const signalled = once(process, 'SIGUSR2');

async function handle(payload: unknown): Promise<Settlement> {
  const { piece, hangsIn, waitsIn } = payload as { piece: number; hangsIn?: string; waitsIn?: string };
  process.stdout.write(`${piece}\n`);
  if (hangsIn === name) await new Promise(() => {});
  if (waitsIn === name) await signalled;
  await system.pause(5);
  const outcome = { kind: 'outcome', key: `${piece} by ${name}`, payload: '{}', lane: '', due_at: 0 };
  return { write: async (tx) => void (await tx.insertInto('work').values(outcome).execute()) };
}

queue.start([{ kind: 'post', slots: 4, perLane: 2, leaseMs: Number(leaseMs), handle }]);
process.stdout.write('ready\n');
process.stdin.resume();
await once(process.stdin, 'end');
await queue.close();
await store.close();

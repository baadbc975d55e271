import { subscribe } from 'node:diagnostics_channel';
import { readingTasks } from '../../src/documents/tasks.ts';
import { createThreads } from '../../src/threads/open.ts';
import { quietSystem } from '../support/store.ts';

/** Says the id of its process once that is busy with a document that takes long. */
let child: { pid?: number } | undefined;
subscribe('child_process', (message) => (child = (message as { process: { pid?: number } }).process));
const lane = { maxMs: 60_000, maxBytes: 512 * 1024 * 1024 };
const apart = createThreads(quietSystem()).openApart(readingTasks, { maxSmallSize: 1000, small: lane, large: lane });
const turn = { key: 'anyone', size: 5000 };
await apart.run('compare', ['one', 'one'], turn);
void apart.run('read', [{ kind: 'html', content: '<p>a '.repeat(250_000) }], turn);
setTimeout(() => process.stdout.write(String(child!.pid)), 300);

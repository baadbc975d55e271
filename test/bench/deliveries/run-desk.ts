/** A desk at work on what is due, in a process of its own: `run-desk.ts <home> <milliseconds>`. Tells over IPC the most memory it ever held. */
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { peakMiB } from '../memory.ts';
import { openDesk } from './product.ts';

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());

const [home, ms] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown) as [string, number];
const desk = await openDesk(home);
desk.work();
await sleep(ms);
await desk.close();
// It may be ended as soon as it has told.
flushCompileCache();
process.send!({ peakMiB: peakMiB() }, () => process.exit());

import { createLog, createSystem } from '../../src/system.ts';
import { openStore } from '../../src/db/open.ts';

// Opens a home's database at a given instant, together with others, and prints how many tables it found.
const [home, at] = process.argv.slice(2);
const system = createSystem({ request: () => Promise.reject(new Error('No network here.')), log: createLog('silent') });
process.stdout.write('ready\n');
await system.pause(Number(at) - system.now());
const store = openStore(home!, system);
const { length } = await store.db.introspection.getTables();
process.stdout.write(`${length}\n`);
await store.close();

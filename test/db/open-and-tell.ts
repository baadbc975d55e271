import { createLog, createSystem } from '../../src/system.ts';
import { openStore } from '../../src/db/open.ts';

// Opens a home's database and prints the name of its first project.
const system = createSystem({ request: () => Promise.reject(new Error('No network here.')), log: createLog('silent') });
process.stdout.write('opening\n');
const store = openStore(process.argv[2]!, system);
const { name } = await store.db.selectFrom('projects').select('name').executeTakeFirstOrThrow();
process.stdout.write(`${name}\n`);
await store.close();

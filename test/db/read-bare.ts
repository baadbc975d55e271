import { join } from 'node:path';
import { once } from 'node:events';
import SqliteDatabase from 'better-sqlite3';

// Has a home's database open for reading, as any program of SQLite's may, until it is told to let go. `opens` alone reads nothing.
const [home, how] = process.argv.slice(2);
const sqlite = new SqliteDatabase(join(home!, 'copydesk.db'), { readonly: true });
if (how !== 'opens') sqlite.prepare('select count(*) from projects').get();
process.stdout.write('open\n');
await once(process.stdin, 'data');
sqlite.close();
process.stdin.destroy();

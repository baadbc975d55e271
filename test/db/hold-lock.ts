import { join } from 'node:path';
import { once } from 'node:events';
import SqliteDatabase from 'better-sqlite3';

// Holds the write lock of a home's database until it is told to let go.
const sqlite = new SqliteDatabase(join(process.argv[2]!, 'copydesk.db'));
sqlite.exec('begin immediate');
process.stdout.write('held\n');
await once(process.stdin, 'data');
sqlite.exec('commit');
sqlite.close();
process.stdin.destroy();

// Runs a command of `keys` without the rights of root, who may write everywhere.
// Everything it needs is loaded before: nobody else may be able to enter the folder of the checkout.
import SqliteDatabase from 'better-sqlite3';
import { main } from '../../src/main.ts';

await import('../../src/commands/keys.ts');
new SqliteDatabase(':memory:').close();
if (process.getuid?.() === 0) {
  process.setgroups!([]);
  process.setgid!(65_534);
  process.setuid!(65_534);
}
await main(process.argv);

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { holdAlone, replace } from '../../src/db/replace.ts';

// Replaces a home's database by the one in its staging folder, and dies just before the nth time that it touches the disk. Says `done` if it got so far.
const [home, kept, nth] = process.argv.slice(2);
const hold = holdAlone(home!);
let count = 0;
for (const name of ['mkdirSync', 'copyFileSync', 'linkSync', 'renameSync', 'rmSync', 'fsyncSync'] as const) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  const counted = (...args: unknown[]) => {
    if (++count === Number(nth)) process.kill(process.pid, 'SIGKILL');
    return real(...args);
  };
  Object.assign(fs, { [name]: counted });
}
syncBuiltinESMExports();
replace(home!, kept!);
hold.release();
process.stdout.write('done\n');

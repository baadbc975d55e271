import fs, { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

// Restores a home, and is killed when it is about to rename or link for the nth time.
const [home, from, nth] = process.argv.slice(2);
let left = Number(nth);
for (const name of ['linkSync', 'renameSync'] as const) {
  const real = fs[name];
  fs[name] = (before, after) => {
    left -= 1;
    if (left === 0) {
      writeSync(1, `${basename(String(before))} ${basename(String(after))}\n`);
      process.kill(process.pid, 'SIGKILL');
    }
    real(before, after);
  };
}
syncBuiltinESMExports();
const { restore } = await import('../../src/home/restore.ts');
await restore(from!, home!, { withoutSecrets: false }, { now: Date.now }, () => {});
writeSync(1, 'done\n');

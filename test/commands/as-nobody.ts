// Runs a command without the rights of root, who may write everywhere. The first round, in a home that is gone afterwards, loads
// all that the command needs: nobody else may be able to enter the folder of the checkout.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main } from '../../src/main.ts';

const home = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
await main([...process.argv, '--home', home]);
rmSync(home, { recursive: true });
if (process.getuid?.() === 0) {
  process.setgroups!([]);
  process.setgid!(65_534);
  process.setuid!(65_534);
}
await main(process.argv);

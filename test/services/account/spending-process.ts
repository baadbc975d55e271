import { createSpending } from '../../../src/services/account/integrations/spending.ts';
import { AppError } from '../../../src/errors.ts';
import { openStore } from '../../../src/db/open.ts';
import { quietSystem } from '../../support/store.ts';

/** Spends as `settings` allow, told when to begin by a line, until it is refused or has had so many calls; says how many, each call on a line. */
const [home = '', settings = '{}', most = '0'] = process.argv.slice(2);
const system = quietSystem();
const store = openStore(home, system);
const meter = createSpending(store, system).meter('prj_1', async () => ({
  provider: 'serper',
  settings: JSON.parse(settings) as { monthlyCallCap?: number },
  by: 'settings',
}));

process.stdout.write('ready\n');
await new Promise((begin) => process.stdin.once('data', begin));
try {
  for (let calls = 0; calls < Number(most); calls += 1) {
    // What is written after the call does not happen where the process is killed meanwhile.
    await meter.spend(1, async () => process.stdout.write('asked\n'));
  }
} catch (thrown) {
  if (!(thrown instanceof AppError)) throw thrown;
  process.stdout.write(`${thrown.code}\n`);
}
await store.close();
process.exit(0);

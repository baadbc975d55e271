import { setTimeout as sleep } from 'node:timers/promises';
import { isHeld } from '../../db/bare.ts';
import type { RunningDesk } from '../crash/desk.ts';

/** Stops a desk outside its transactions, or in the middle of one: then it holds the database as long as it is stopped. */
export async function stop({ process }: RunningDesk, home: string, where: 'outside' | 'within'): Promise<void> {
  for (;;) {
    process.kill('SIGSTOP');
    // Until the signal has come to all its threads.
    await sleep(20);
    if (where === 'within' ? await staysHeld(home) : !isHeld(home)) return;
    process.kill('SIGCONT');
    await sleep(20 * Math.random());
  }
}

/** A transaction of the other desk, which goes on, ends in far less time. */
async function staysHeld(home: string): Promise<boolean> {
  for (const deadline = Date.now() + 500; Date.now() < deadline; await sleep(20)) {
    if (!isHeld(home)) return false;
  }
  return true;
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { causeCode } from '../../../src/errors.ts';
import type { RunningDesk } from '../crash/desk.ts';

/** Stops a desk outside its transactions, or in the middle of one: then it holds the database as long as it is stopped. */
export async function stop({ process }: RunningDesk, home: string, where: 'outside' | 'within'): Promise<void> {
  for (;;) {
    process.kill('SIGSTOP');
    // Until the signal has come to all its threads.
    await sleep(20);
    if (isHeld(home) === (where === 'within')) return;
    process.kill('SIGCONT');
    await sleep(20 * Math.random());
  }
}

function isHeld(home: string): boolean {
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { timeout: 0 });
  try {
    sqlite.exec('begin immediate; rollback');
    return false;
  } catch (error) {
    if (causeCode(error) === 'SQLITE_BUSY') return true;
    throw error;
  } finally {
    sqlite.close();
  }
}

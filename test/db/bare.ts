import { join } from 'node:path';
import SqliteDatabase, { type Database as Bare, type Options } from 'better-sqlite3';
import { causeCode } from '../../src/errors.ts';

export type { Bare };

/** The engine alone, for benches that measure the product against it and for what only it can be asked. */
export function openBare(home: string, options: Options = {}): Bare {
  return new SqliteDatabase(join(home, 'copydesk.db'), options);
}

/** Whether some process is in the middle of a write. */
export function isHeld(home: string): boolean {
  const sqlite = openBare(home, { timeout: 0 });
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

/** `ok`, or what is damaged in the file. */
export function integrityOf(home: string): string {
  const sqlite = openBare(home, { readonly: true, timeout: 5000 });
  try {
    return sqlite.pragma('integrity_check', { simple: true }) as string;
  } finally {
    sqlite.close();
  }
}

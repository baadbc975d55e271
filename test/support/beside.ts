import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';

/** A second connection to the database of a home, closed with the test. */
export function openBeside(home: string): Database {
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { timeout: 5000 });
  onTestFinished(() => void sqlite.close());
  return sqlite;
}

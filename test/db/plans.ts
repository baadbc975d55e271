import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { openTestStore } from '../support/store.ts';

/** How the engine would run each of these. */
export function plansOf(sqlite: SqliteDatabase.Database, statements: readonly string[]): Map<string, string[]> {
  const plan = (sql: string) =>
    sqlite.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(Array.from(sql.matchAll(/\?/g), () => null));
  return new Map(statements.map((sql) => [sql, plan(sql).map(({ detail }) => detail)]));
}

/** The newest schema without rows. */
export function emptyDatabase(): SqliteDatabase.Database {
  const { home } = openTestStore();
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { readonly: true });
  onTestFinished(() => void sqlite.close());
  return sqlite;
}

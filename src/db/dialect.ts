import type { Database, Statement } from 'better-sqlite3';
import { CompiledQuery, SqliteDialect, SqliteDriver, type DatabaseConnection, type SqliteDatabase } from 'kysely';
import { AppError } from '../errors.ts';
import type { System } from '../system.ts';

/** How many prepared statements are kept; the house writes a few hundred different ones. */
const keptStatements = 512;
/** How long a writer waits for its turn behind another process before it gives up. */
const patienceMs = 10_000;
/** How long SQLite itself waits, holding up the event loop. */
export const busyTimeoutMs = 20;
const longestPauseMs = 50;

/**
 * Kysely's SQLite dialect with two changes: prepared statements are kept (preparing costs several times the running),
 * and transactions begin `immediate` (one that reads first and writes later fails across processes, and no time-out cures that).
 */
export function sqliteDialect(sqlite: Database, pause: System['pause']): SqliteDialect {
  const database = keepStatements(sqlite);
  class ImmediateDialect extends SqliteDialect {
    override createDriver() {
      return new ImmediateDriver(database, sqlite, pause);
    }
  }
  return new ImmediateDialect({ database });
}

class ImmediateDriver extends SqliteDriver {
  readonly #sqlite: Database;
  readonly #pause: System['pause'];

  constructor(database: SqliteDatabase, sqlite: Database, pause: System['pause']) {
    super({ database });
    this.#sqlite = sqlite;
    this.#pause = pause;
  }

  /** SQLite's own busy time-out blocks the event loop, so it is short and the longer wait happens here. Throws `unavailable` after it. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let waited = 0, next = 1; ; waited += next + busyTimeoutMs, next = Math.min(next * 2, longestPauseMs)) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (waited >= patienceMs) throw heldTooLong(error);
      }
      await this.#pause(next);
    }
  }

  /** SQLite has rolled back by itself where the disk is full: a second time would fail and hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_BUSY');
}

function heldTooLong(cause: unknown): AppError {
  return new AppError('unavailable', `Another process has held the database for more than ${patienceMs / 1000} seconds.`, {
    hint: 'Try again in a moment. If it stays so, look for a process that hangs.',
    cause,
  });
}

function keepStatements(sqlite: Database): SqliteDatabase {
  const kept = new Map<string, Statement<unknown[]>>();
  return {
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = sqlite.prepare<unknown[]>(sql);
      if (kept.size >= keptStatements) kept.delete(kept.keys().next().value!);
      kept.set(sql, statement);
      return statement;
    },
    close: () => sqlite.close(),
  };
}

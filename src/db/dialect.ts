import type { Database, Statement } from 'better-sqlite3';
import { CompiledQuery, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import type { Compilable, DatabaseConnection, QueryResult, SqliteDatabase, SqliteStatement } from 'kysely';
import { AppError } from '../errors.ts';
import type { System } from '../system.ts';
import { isBusy, withStoreWords } from './faults.ts';

/** The application uses a few hundred different statements. */
const maxKeptStatements = 512;
/** How long a writer waits for another process before it gives up. */
const maxWaitMs = 10_000;
/** How long SQLite itself waits, which blocks the event loop. */
export const busyTimeoutMs = 20;
const maxPauseMs = 50;

/** A query that runs once with each of these parameters. It answers with what it returns at each, or with how many rows it changed. */
export interface RepeatedQuery<Answer> extends CompiledQuery<Answer> {
  readonly answers: 'rows' | 'changes';
  readonly runs: readonly (readonly unknown[])[];
}

interface KeptStatement extends SqliteStatement {
  /** Whether it writes nothing. */
  readonly: boolean;
  /** At each of these parameters the rows, or how many were changed where it returns none. */
  repeat(runs: readonly (readonly unknown[])[]): unknown[];
}

interface KeptStatements extends SqliteDatabase {
  prepare(sql: string): KeptStatement;
}

/** Runs reads synchronously while nothing is being written: Kysely's own path costs more than the short queries that every call makes. */
export function openKysely<Tables>(sqlite: Database, pause: System['pause']): Kysely<Tables> {
  const database = keepStatements(sqlite);
  class ReadyKysely extends Kysely<Tables> {
    override async executeQuery<Row>(query: CompiledQuery<Row> | Compilable<Row>): Promise<QueryResult<Row>> {
      const compiled = 'compile' in query ? query.compile() : query;
      const statement = database.prepare(compiled.sql);
      // There is one connection, so an open transaction's uncommitted writes would be visible. A write with RETURNING counts as a reader too.
      if (!(statement.reader && statement.readonly) || sqlite.inTransaction) return super.executeQuery(compiled);
      return { rows: statement.all(compiled.parameters) as Row[] };
    }
  }
  return new ReadyKysely({ dialect: sqliteDialect(sqlite, pause, database) });
}

/**
 * Kysely's SQLite dialect with two changes: prepared statements are cached (preparing costs several times as much as running),
 * and transactions begin `immediate` (one that reads first and writes later fails when another process writes; no timeout cures that).
 */
function sqliteDialect(sqlite: Database, pause: System['pause'], database: KeptStatements): SqliteDialect {
  class ImmediateDialect extends SqliteDialect {
    override createDriver() {
      return new ImmediateDriver(database, sqlite, pause);
    }
  }
  return new ImmediateDialect({ database });
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: KeptStatements;
  readonly #sqlite: Database;
  readonly #pause: System['pause'];

  constructor(database: KeptStatements, sqlite: Database, pause: System['pause']) {
    super({ database });
    this.#database = database;
    this.#sqlite = sqlite;
    this.#pause = pause;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return repeating(await super.acquireConnection(), this.#database);
  }

  /** SQLite's own busy timeout blocks the event loop, so it is short and the longer wait happens here. Throws `unavailable` when that runs out. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let waited = 0, next = 1; ; waited += next + busyTimeoutMs, next = Math.min(next * 2, maxPauseMs)) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (waited >= maxWaitMs) throw heldTooLong(error);
      }
      await this.#pause(next);
    }
  }

  /** On a full disk SQLite has already rolled back: doing it again would fail and hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Runs repeated queries without a promise for each run, which would cost as much as a short statement itself. */
function repeating(connection: DatabaseConnection, database: KeptStatements): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      if (!isRepeated(query)) return connection.executeQuery<Row>(query);
      const statement = database.prepare(query.sql);
      if (statement.reader !== (query.answers === 'rows'))
        throw new TypeError('`forEach` is for statements that return rows, `changeEach` for others.');
      return { rows: statement.repeat(query.runs) as Row[] };
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

function isRepeated(query: CompiledQuery): query is RepeatedQuery<unknown> {
  return 'runs' in query;
}

function heldTooLong(cause: unknown): AppError {
  return new AppError('unavailable', `Another process has held the database for more than ${maxWaitMs / 1000} seconds.`, {
    hint: 'Try again in a moment. If it stays so, look for a process that hangs.',
    cause,
  });
}

function keepStatements(sqlite: Database): KeptStatements {
  const kept = new Map<string, KeptStatement>();
  return {
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = withStoreWords(() => toKept(sqlite.prepare<unknown[]>(sql)));
      if (kept.size >= maxKeptStatements) kept.delete(kept.keys().next().value!);
      kept.set(sql, statement);
      return statement;
    },
    close: () => sqlite.close(),
  };
}

function toKept(statement: Statement<unknown[]>): KeptStatement {
  return {
    reader: statement.reader,
    readonly: statement.readonly,
    all: (parameters) => withStoreWords(() => statement.all(parameters)),
    run: (parameters) => withStoreWords(() => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
    repeat: (runs) =>
      withStoreWords(() =>
        statement.reader
          ? runs.map((parameters) => statement.all(parameters))
          : runs.map((parameters) => statement.run(parameters).changes),
      ),
  };
}

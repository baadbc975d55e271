import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { Kysely, type Transaction } from 'kysely';
import type { System } from '../system.ts';
import { busyTimeoutMs, sqliteDialect } from './dialect.ts';
import { migrate, newestVersion, versionOf } from './migrations/index.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** The one database of a home. */
export interface Store {
  /** For reading. Inside `write` use its transaction instead: there is one connection, and it is taken. */
  readonly db: Db;
  /** One immediate transaction; everything in it happens or nothing. Never await the network in it. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Called after every commit of this process. */
  onCommit(listener: () => void): void;
  /** A number that changes when another process has committed. */
  dataVersion(): number;
  /** False once a newer program has migrated the file: this process must then start no more work. */
  isCurrent(): boolean;
  /** Keeps the log file from growing over a long life. */
  close(): Promise<void>;
}

/** Opens, creating and migrating as needed. Throws `unavailable` where the file was written by a newer program. */
export function openStore(home: string, { pause }: Pick<System, 'pause'>): Store {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { timeout: 5000 });
  try {
    setUp(sqlite);
    migrate(sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(sqlite, pause) });
  const listeners: (() => void)[] = [];
  return {
    db,
    async write(work) {
      const result = await db.transaction().execute(work);
      for (const listener of listeners) listener();
      return result;
    },
    onCommit: (listener) => void listeners.push(listener),
    dataVersion: () => sqlite.pragma('data_version', { simple: true }) as number,
    isCurrent: () => versionOf(sqlite) <= newestVersion,
    async close() {
      if (sqlite.open) sqlite.pragma('wal_checkpoint(PASSIVE)');
      await db.destroy();
      sqlite.close();
    },
  };
}

/** Explicit at every open: none of these may depend on how SQLite was compiled. */
function setUp(sqlite: Database): void {
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('trusted_schema = OFF');
  sqlite.pragma('temp_store = MEMORY');
}

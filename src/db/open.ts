import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import type { Kysely, Transaction } from 'kysely';
import { AppError, causeCode } from '../errors.ts';
import type { System } from '../system.ts';
import { busyTimeoutMs, isBusy, openKysely } from './dialect.ts';
import { migrate, newestVersion, versionOf } from './migrations/index.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/** `result` is what the transaction's work returned. */
export type BeforeCommit = (tx: Tx, result: unknown) => Promise<void>;

/** The one database of a home. */
export interface Store {
  /** For reading. Inside `write` use its transaction instead: there is one connection, and it is taken. */
  readonly db: Db;
  /** One immediate transaction; everything in it happens or nothing. Never await the network in it. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Runs `work`: until it ends, every `write` in it hands its result to `beforeCommit`, in the same transaction. Where that throws, nothing of the write is kept. */
  recording<Result>(beforeCommit: BeforeCommit, work: () => Promise<Result>): Promise<Result>;
  /** Called after every commit of this process. */
  onCommit(listener: () => void): void;
  /** A number that changes when another process has committed. */
  dataVersion(): number;
  /** False once a newer program has migrated the file: this process must then start no more work. */
  isCurrent(): boolean;
  /** Keeps the log file from growing over a long life. */
  close(): Promise<void>;
}

/** Opens, creating and migrating as needed. Throws `unavailable` where the home cannot be used, or the file was written by a newer program. */
export function openStore(home: string, { pause, log }: Pick<System, 'pause' | 'log'>): Store {
  const sqlite = openDatabase(home, log);
  sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
  const db = openKysely<Tables>(sqlite, pause);
  const listeners: (() => void)[] = [];
  const recordings = new AsyncLocalStorage<{ beforeCommit: BeforeCommit | undefined } | undefined>();
  return {
    db,
    async write(work) {
      const result = await db.transaction().execute(async (tx) => {
        const made = await work(tx);
        await recordings.getStore()?.beforeCommit?.(tx, made);
        return made;
      });
      // Work in the background that a commit sets going is no part of what was recorded.
      recordings.run(undefined, () => {
        for (const listener of listeners) listener();
      });
      return result;
    },
    async recording(beforeCommit, work) {
      const recording: { beforeCommit: BeforeCommit | undefined } = { beforeCommit };
      try {
        return await recordings.run(recording, work);
      } finally {
        // Sockets and timers that were made meanwhile live on with it.
        recording.beforeCommit = undefined;
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    dataVersion: () => sqlite.pragma('data_version', { simple: true }) as number,
    isCurrent: () => versionOf(sqlite) <= newestVersion,
    async close() {
      // Taking the connection waits for the end of what is being written on it.
      if (sqlite.open) await db.connection().execute(async () => void sqlite.pragma('wal_checkpoint(PASSIVE)'));
      await db.destroy();
      sqlite.close();
    },
  };
}

function openDatabase(home: string, log: System['log']): Database {
  let sqlite: Database | undefined;
  try {
    makeFolder(home);
    sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { timeout: 5000 });
    setUp(sqlite);
    migrate(sqlite, log);
    // Not before: a migration sorts whole tables, which do not belong in memory.
    sqlite.pragma('temp_store = MEMORY');
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw unusableHome(home, error);
  }
}

/** One folder at a time: Node's own recursive `mkdir` never ends where a file system refuses new folders as if their parent were missing (/proc). */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process that starts at the same time may have made it.
      if (!existsSync(folder)) throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error('The home is no folder.'), { code: 'ENOTDIR' });
}

/** Why a home cannot be used, by the code of the system or, without what follows its second `_`, of SQLite. */
const homeFaults: Readonly<Record<string, string>> = {
  EEXIST: 'leads to nothing: see the links in it',
  ENOTDIR: 'is a file, not a folder, or lies below one',
  ENOENT: 'cannot be made there',
  EACCES: 'may not be written by this user',
  EPERM: 'may not be written by this user',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk without room',
  ENAMETOOLONG: 'is too long a name',
  SQLITE_CANTOPEN: 'holds no database that this user may open and write',
  SQLITE_READONLY: 'may not be written by this user',
  SQLITE_FULL: 'is on a disk without room',
  SQLITE_IOERR: 'is on a disk that cannot be read or written properly',
  SQLITE_NOTADB: 'holds a copydesk.db that is no database',
  SQLITE_CORRUPT: 'holds a damaged copydesk.db',
};

function unusableHome(home: string, cause: unknown): unknown {
  const code = causeCode(cause)?.replace(/^(SQLITE_[A-Z]+)_.*/, '$1');
  const fault = code === undefined ? undefined : homeFaults[code];
  if (fault === undefined) return cause;
  return new AppError('unavailable', `The home ${home} ${fault}.`, {
    hint: 'Mend that, or choose another folder with --home or COPYDESK_HOME.',
    cause,
  });
}

/** Explicit at every open: none of these may depend on how SQLite was compiled. */
function setUp(sqlite: Database): void {
  switchToWal(sqlite);
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('trusted_schema = OFF');
}

const walTries = 1000;
const walPauseMs = 5;

/** The first switch of a new file needs it alone, and SQLite does not wait for that by itself: processes that start at once would fail. */
function switchToWal(sqlite: Database): void {
  for (let left = walTries; ; left--) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, walPauseMs);
  }
}

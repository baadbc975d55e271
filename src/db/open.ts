import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { sql, type Compilable, type Kysely, type Transaction } from 'kysely';
import { AppError, causeCode, restoreHint, storageFault } from '../errors.ts';
import type { System } from '../system.ts';
import { busyTimeoutMs, openKysely } from './dialect.ts';
import { inStoreWords, isBusy, withStoreWords } from './faults.ts';
import { databaseFile } from './files.ts';
import { migrate, newestVersion, versionOf } from './migrations/index.ts';
import { finishReplacing, isBeingReplaced, removeStaging, waitFor } from './replace.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
/**
 * The rows of a query, one after the other; at most one such reading of a connection at a time. Without a generator, as Kysely's `stream` is one:
 * V8 took what passed through one for long-lived, and kept a hundred MiB of rows that nobody needed any more.
 */
export type Each = <Row>(query: Compilable<Row>) => Iterable<Row>;
/** `result` is what the transaction's callback returned. */
export type BeforeCommit = (tx: Tx, result: unknown) => Promise<void>;

/** The database of a home folder. */
export interface Store {
  /** For reading. Inside `write`, use its transaction instead: the only connection is taken. */
  readonly db: Db;
  /** One immediate transaction: all or nothing. Never await the network inside it. */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  /** Reads from the database as it is now, whatever is written meanwhile. For long readings: it has a connection of its own. */
  snapshot<Result>(read: (db: Db, each: Each) => Promise<Result>): Promise<Result>;
  /** Runs `work`; every `write` inside it passes its result to `beforeCommit` in the same transaction, and is rolled back if that throws. */
  recording<Result>(beforeCommit: BeforeCommit, work: () => Promise<Result>): Promise<Result>;
  /** Called after every commit of this process. */
  onCommit(listener: () => void): void;
  /** Changes whenever another process commits. */
  dataVersion(): number;
  /** False once a newer program has migrated the file; this process must then start no more work. */
  isCurrent(): boolean;
  /** Why nothing can be written now, in words; null if something can. Cheap: it writes only after a write has failed. */
  writeProblem(): Promise<string | null>;
  /** Waits for the current write, checkpoints the WAL and closes. */
  close(): Promise<void>;
}

/** In bytes: an ordinary transaction needs some ten pages of 4 KiB. */
const leastRoom = 64 * 1024;

/** Opens the database, creating and migrating it as needed. Throws `unavailable` if the home cannot be used or a newer program wrote the file. */
export function openStore(home: string, { pause, log }: Pick<System, 'pause' | 'log'>): Store {
  const sqlite = openDatabase(home, log);
  sqlite.pragma(`busy_timeout = ${busyTimeoutMs}`);
  const db = openKysely<Tables>(sqlite, pause);
  const listeners: (() => void)[] = [];
  const recordings = new AsyncLocalStorage<{ beforeCommit: BeforeCommit | undefined } | undefined>();
  let fault: string | null = null;

  /** Remembers whether the last write failed for the disk's sake. */
  async function transact<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    try {
      const result = await db.transaction().execute(work);
      fault = null;
      return result;
    } catch (error) {
      if (!isBusy(error)) fault = storageFault(error)?.message ?? null;
      throw error;
    }
  }

  return {
    db,
    async write(work) {
      const result = await transact(async (tx) => {
        const made = await work(tx);
        await recordings.getStore()?.beforeCommit?.(tx, made);
        return made;
      });
      // Background work started by a commit is not part of what is being recorded.
      recordings.run(undefined, () => {
        for (const listener of listeners) listener();
      });
      return result;
    },
    snapshot: (read) => withSnapshot(home, pause, read),
    async recording(beforeCommit, work) {
      const recording: { beforeCommit: BeforeCommit | undefined } = { beforeCommit };
      try {
        return await recordings.run(recording, work);
      } finally {
        // Sockets and timers created during the recording keep its context alive.
        recording.beforeCommit = undefined;
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    dataVersion: () => withStoreWords(() => sqlite.pragma('data_version', { simple: true }) as number),
    isCurrent: () => withStoreWords(() => versionOf(sqlite) <= newestVersion),
    async writeProblem() {
      const { bavail, bsize } = statfsSync(home);
      if (bavail * bsize < leastRoom) return 'the disk is full';
      // The version stays as it is, but writing it writes a page.
      if (fault !== null) await transact((tx) => sql.raw(`pragma user_version = ${versionOf(sqlite)}`).execute(tx)).catch(() => {});
      return fault;
    },
    async close() {
      // Taking the connection waits for the current write to end.
      if (sqlite.open) await db.connection().execute(async () => void sqlite.pragma('wal_checkpoint(PASSIVE)'));
      await db.destroy();
      sqlite.close();
    },
  };
}

async function withSnapshot<Result>(home: string, pause: System['pause'], read: (db: Db, each: Each) => Promise<Result>): Promise<Result> {
  const sqlite = withStoreWords(() => new SqliteDatabase(join(home, 'copydesk.db'), { readonly: true, timeout: 5000 }));
  const db = openKysely<Tables>(sqlite, pause);
  try {
    // Each page is read once, so none need be kept (the default is 16 MB).
    sqlite.pragma('cache_size = -1000');
    // The first read in it decides what all others see.
    withStoreWords(() => sqlite.exec('begin; select 1 from projects limit 1'));
    return await read(db, (query) => eachOf(sqlite, query));
  } finally {
    sqlite.close();
  }
}

function eachOf<Row>(sqlite: Database, query: Compilable<Row>): Iterable<Row> {
  const { sql: text, parameters } = query.compile();
  const rows = withStoreWords(() => sqlite.prepare<unknown[], Row>(text).iterate(...parameters));
  const iterator = { next: () => withStoreWords(() => rows.next()), return: () => rows.return!() };
  return { [Symbol.iterator]: () => iterator };
}

function openDatabase(home: string, log: System['log']): Database {
  let sqlite: Database | undefined;
  try {
    makeFolder(home);
    sqlite = openSettled(home, log);
    migrate(sqlite, log);
    // Only now: a migration sorts whole tables, which should not be held in memory.
    sqlite.pragma('temp_store = MEMORY');
    return sqlite;
  } catch (error) {
    sqlite?.close();
    throw unusableHome(home, error);
  }
}

/** A connection to the database that has this name from now on: a restore puts another in its place, though never in that of one that is open. */
function openSettled(home: string, log: System['log']): Database {
  for (;;) {
    if (finishReplacing(home)) log.warn('A restore was cut short: it was brought to its end now. See copydesk doctor.');
    const path = join(home, databaseFile);
    // SQLite would let others read it, where the folder does. Only one that is new: closing a file lets go of all locks this process has on it.
    if (!existsSync(path)) writeFileSync(path, '', { mode: 0o600, flag: 'a' });
    const sqlite = new SqliteDatabase(path, { timeout: 5000 });
    try {
      setUp(sqlite);
      // Now it is open for all to see, unless the restore had begun already.
      if (!isBeingReplaced(home)) {
        if (removeStaging(home)) log.warn('A restore was cut short before it changed anything: what it left was removed. Repeat it.');
        return sqlite;
      }
      sqlite.close();
    } catch (error) {
      sqlite.close();
      if (causeCode(error) !== 'SQLITE_READONLY_DBMOVED') throw error;
    }
  }
}

/** Creates one folder at a time: Node's recursive `mkdir` never returns on file systems that report a refused folder as a missing parent (/proc). */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process starting at the same time may have created it.
      if (!existsSync(folder)) throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error('The home is no folder.'), { code: 'ENOTDIR' });
}

/** Why a home cannot be used, by system error code or by SQLite code without its extended part. */
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
    hint:
      code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB'
        ? restoreHint
        : 'Mend that, or choose another folder with --home or COPYDESK_HOME.',
    cause: inStoreWords(cause),
  });
}

/** Set at every open: the defaults depend on how SQLite was compiled. */
function setUp(sqlite: Database): void {
  switchToWal(sqlite);
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('trusted_schema = OFF');
}

const walTries = 1000;
const walPauseMs = 5;

/** Switching a new file to WAL needs exclusive access, and SQLite does not wait for it: processes that start together would fail. */
function switchToWal(sqlite: Database): void {
  for (let left = walTries; ; left--) {
    try {
      sqlite.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error;
    }
    waitFor(walPauseMs);
  }
}

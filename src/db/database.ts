import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { AppError, causeCode, restoreHint } from '../errors.ts';
import type { System } from '../system.ts';
import { inStoreWords, isBusy } from './faults.ts';
import { databaseFile } from './files.ts';
import { migrate } from './migrations/index.ts';
import { finishReplacing, isBeingReplaced, removeStaging, waitFor } from './replace.ts';

export type { Database };

/**
 * Opens the engine's file alone, creating and migrating it as needed: what most often keeps a desk from starting is known early.
 * Throws `unavailable` if the home cannot be used or a newer program wrote the file.
 */
export function openDatabase(home: string, log: System['log']): Database {
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

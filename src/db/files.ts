import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { inStoreWords, withStoreWords } from './faults.ts';
import { newestVersion, versionOf } from './migrations/index.ts';

export { newestVersion };

/** The names that a home's files have. */
export const databaseFile = 'copydesk.db';
export const keyFile = 'copydesk.key';

/** What SQLite keeps beside a database: what was written last stands there until it is brought into the file. */
export const companions: readonly string[] = ['-wal', '-shm', '-journal'].map((end) => `${databaseFile}${end}`);

/** Pages of 4 KiB between two reports: a few milliseconds of work. */
const pagesAtOnce = 1024;

/**
 * Copies the database of one folder to a new file of another, as it is at one moment, whatever others write meanwhile. SQLite's backup starts
 * again whenever another process has written; not here, where it reads in a transaction of its own. Unlike `vacuum into` it is as fast as the
 * disk, and can tell how far it is. `tell` is given a share from 0 to 1. Throws `StoreFault`.
 */
export async function copyDatabase(from: string, to: string, tell: (share: number) => void): Promise<void> {
  const path = join(to, databaseFile);
  const source = withStoreWords(() => new SqliteDatabase(join(from, databaseFile), { readonly: true, fileMustExist: true, timeout: 5000 }));
  try {
    withStoreWords(() => source.exec('begin; select count(*) from sqlite_schema'));
    await source
      .backup(path, {
        progress({ totalPages, remainingPages }) {
          tell(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
          return pagesAtOnce;
        },
      })
      .catch((error: unknown) => {
        throw inStoreWords(error);
      });
  } finally {
    source.close();
  }
  settle(to);
}

/** Brings all that was written into the one file, and onto the disk. Nobody else may have it open. Throws `StoreFault`. */
export function settle(folder: string): void {
  withFile(folder, (sqlite) => sqlite.pragma('journal_mode = delete'));
  flush(join(folder, databaseFile));
}

/** What is known of a file without changing it. */
export interface Looked {
  /** Of its schema; 0 where no Copydesk has written it. */
  version: number;
  /** The first things that are wrong in the file; none if it is whole. */
  damage: string[];
}

/** How much of the damage is told. */
const maxDamage = 5;

/**
 * Looks through a whole database for damage. `quick` leaves out whether each index agrees with its table, which takes most of the time.
 * Throws `StoreFault` where it cannot even be opened.
 */
export function inspect(folder: string, { quick = false } = {}): Looked {
  return withFile(
    folder,
    (sqlite) => {
      const check = quick ? 'quick_check' : 'integrity_check';
      const lines = sqlite.pragma(`${check}(${maxDamage})`) as Record<string, string>[];
      const damage = lines.flatMap((line) => Object.values(line)).filter((line) => line !== 'ok');
      const isDesk = sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = 'projects'").get() !== undefined;
      return { version: isDesk ? versionOf(sqlite) : 0, damage };
    },
    { readonly: true },
  );
}

/** The version of the schema, 0 where there is none yet. Throws `StoreFault`. */
export function schemaVersion(folder: string): number {
  return withFile(folder, versionOf, { readonly: true });
}

function withFile<Result>(folder: string, use: (sqlite: Database) => Result, { readonly = false } = {}): Result {
  return withStoreWords(() => {
    const sqlite = new SqliteDatabase(join(folder, databaseFile), { readonly, fileMustExist: true, timeout: 5000 });
    try {
      return use(sqlite);
    } finally {
      sqlite.close();
    }
  });
}

/** Waits until the disk has what was written to a file, or which names a folder holds. */
export function flush(path: string): void {
  // Not every system lets a folder be opened.
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const file = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

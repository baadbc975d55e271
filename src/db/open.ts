import { AsyncLocalStorage } from 'node:async_hooks';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql, type Compilable, type Kysely, type Transaction } from 'kysely';
import { storageFault } from '../errors.ts';
import type { System } from '../system.ts';
import { openDatabase, type Database } from './database.ts';
import { busyTimeoutMs, openKysely } from './dialect.ts';
import { isBusy, withStoreWords } from './faults.ts';
import { newestVersion, versionOf } from './migrations/index.ts';
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

/** Opens the store of a home, on its database if that is open already. Throws as `openDatabase`. */
export function openStore(home: string, { pause, log }: Pick<System, 'pause' | 'log'>, sqlite: Database = openDatabase(home, log)): Store {
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

import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { storageFault } from '../errors.ts';
import { inStoreWords, isBusy } from './faults.ts';
import { companions, databaseFile, flush, keyFile } from './files.ts';

/** Here another database is got ready; as long as the folder has this name, nothing has changed. */
export const stagingFolder = 'copydesk.restoring';
/** Once the folder has this name, what is in it takes the place of what is there, whoever brings that to its end. */
const readyFolder = 'copydesk.restored';
/** How the folder begins that what is replaced is kept in. */
export const keptPrefix = 'replaced-';

/** The database of a home while nobody else has it open. */
export interface Hold {
  /** False where the file is damaged so that SQLite cannot lock it. */
  readonly isLocked: boolean;
  release(): void;
}

/**
 * Takes the database for this process alone. In WAL mode every connection that has read holds a lock until it closes, and leaving that mode
 * needs the file alone: so readers are noticed too. What a WAL holds is brought into the file meanwhile. From then on nobody else can read.
 * Throws `StoreFault` (`busy`).
 */
export function holdAlone(home: string): Hold {
  const sqlite = new SqliteDatabase(join(home, databaseFile), { timeout: 0 });
  try {
    sqlite.pragma('journal_mode = delete');
    sqlite.exec('begin exclusive');
    return { isLocked: true, release: () => void sqlite.close() };
  } catch (error) {
    sqlite.close();
    const fault = inStoreWords(error);
    if (storageFault(fault)?.fault === 'corrupt') return { isLocked: false, release: () => {} };
    throw fault;
  }
}

/**
 * Puts the database in the staging folder, and the key if there is one, in the place of those of the home. Those are then found in `kept`, a
 * folder of the home. If the process ends in the middle, either nothing has changed, or the next that opens the home brings it to its end.
 */
export function replace(home: string, kept: string | null): void {
  const staging = join(home, stagingFolder);
  if (kept !== null) {
    mkdirSync(join(staging, kept), { mode: 0o700 });
    if (existsSync(join(home, keyFile))) copyFileSync(join(home, keyFile), join(staging, kept, keyFile));
    flushAll(join(staging, kept));
  }
  flushAll(staging);
  // This is the moment at which it happens: what follows can be repeated.
  renameSync(staging, join(home, readyFolder));
  flush(home);
  putInPlace(home);
}

/** Repeats what a process may have begun. As long as the new database is not in its place, what stands there is the old one. */
function putInPlace(home: string): void {
  const ready = join(home, readyFolder);
  const kept = readdirSync(ready).find((name) => name.startsWith(keptPrefix));
  if (kept !== undefined) {
    for (const name of companions) moveIfThere(join(home, name), join(ready, kept, name));
    keep(join(home, databaseFile), join(ready, kept, databaseFile));
    flush(join(ready, kept));
    moveIfThere(join(ready, kept), join(home, kept));
  }
  moveIfThere(join(ready, keyFile), join(home, keyFile));
  moveIfThere(join(ready, databaseFile), join(home, databaseFile));
  flush(home);
  rmSync(ready, { recursive: true, force: true });
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}

/** Under a second name, so that there is no moment without a database. Some file systems know one name per file. */
function keep(from: string, to: string): void {
  if (existsSync(to) || !existsSync(from)) return;
  try {
    linkSync(from, to);
  } catch {
    renameSync(from, to);
  }
}

function flushAll(folder: string): void {
  for (const name of readdirSync(folder)) flush(join(folder, name));
  flush(folder);
}

/** Whether another database is being put in the place of this one. */
export function isBeingReplaced(home: string): boolean {
  return existsSync(join(home, readyFolder));
}

const tries = 2000;
const pauseMs = 5;

/**
 * Brings a replacement to its end that was cut short, and waits for one that is under way. Returns whether it was this process that ended it.
 * Throws `StoreFault` (`busy`) where that takes longer than ten seconds.
 */
export function finishReplacing(home: string): boolean {
  let isEnded = false;
  for (let left = tries; isBeingReplaced(home); left--) {
    try {
      const isOld = existsSync(join(home, databaseFile)) && existsSync(join(home, readyFolder, databaseFile));
      const hold = isOld ? holdAlone(home) : undefined;
      try {
        if (isBeingReplaced(home)) {
          putInPlace(home);
          isEnded = true;
        }
      } finally {
        hold?.release();
      }
    } catch (error) {
      if (!isBusy(error) || left === 0) throw error;
      waitFor(pauseMs);
    }
  }
  return isEnded;
}

/** Removes what a restore left that was cut short before it changed anything. Only with the database open: no restore is at work then. */
export function removeStaging(home: string): boolean {
  const staging = join(home, stagingFolder);
  if (!existsSync(staging)) return false;
  rmSync(staging, { recursive: true });
  return true;
}

/** Holds this thread: a database is opened synchronously. */
export function waitFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

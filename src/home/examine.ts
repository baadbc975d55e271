import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile, inspect, newestVersion, schemaVersion } from '../db/files.ts';
import { storageFault } from '../errors.ts';
import { isBeingReplaced, keptPrefix, stagingFolder } from '../db/replace.ts';

/** How far a restore came that was cut short. The next that opens the home clears up, or brings it to its end. */
export type Cut = 'before it changed anything' | 'midway' | null;

/** A home as it lies on the disk, before any desk opens it. */
export interface Examined {
  schemaVersion: number;
  newestVersion: number;
  bytes: number;
  /** When its database was last written. */
  writtenAt: number;
  /** Folders in which restores kept what they replaced. */
  kept: string[];
}

/** Looks at a home that has a database, and changes nothing. Throws `StoreFault`. */
export function examine(home: string): Examined {
  const files = [databaseFile, `${databaseFile}-wal`].map((name) => statSync(join(home, name), { throwIfNoEntry: false }));
  return {
    schemaVersion: schemaVersion(home),
    newestVersion,
    bytes: files.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    writtenAt: Math.max(...files.map((file) => file?.mtimeMs ?? 0)),
    kept: readdirSync(home).filter((name) => name.startsWith(keptPrefix)),
  };
}

export function cutIn(home: string): Cut {
  if (isBeingReplaced(home)) return 'midway';
  return existsSync(join(home, stagingFolder)) ? 'before it changed anything' : null;
}

/** The first things that are damaged in the database; none if it is whole. Without the indexes, which take most of the time. */
export function damageIn(home: string): string[] {
  try {
    return inspect(home, { quick: true }).damage;
  } catch (error) {
    const fault = storageFault(error);
    return [fault === undefined || fault.fault === 'corrupt' ? 'it cannot be read to its end' : fault.message];
  }
}

/** How many bytes there is room for on the disk of a folder. */
export function roomAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

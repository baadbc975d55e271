import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { copyDatabase, databaseFile, flush, inspect, keyFile, newestVersion, settle } from '../db/files.ts';
import { finishReplacing, isBeingReplaced } from '../db/replace.ts';
import { AppError, causeCode, storageFault } from '../errors.ts';
import type { System } from '../system.ts';
import { version } from '../version.ts';
import { describeFiles, manifestFile, type Manifest } from './manifest.ts';
import { keyProblemOf } from './secrets.ts';

/** A backup that was made. */
export interface Backup {
  folder: string;
  madeAt: number;
  schemaVersion: number;
  bytes: number;
  /** Whether the key is in it; a desk without any secret has none. */
  holdsKey: boolean;
  /** Whether the key in it opens the secrets in it. Of an older schema that is not checked: a backup stays as it is. */
  secrets: 'readable' | 'unreadable' | 'not_checked';
  /** Why they cannot be read. */
  problem: string | null;
}

/** What somebody who waits is told: what is being done, and how far it is (0–1). */
export type Tell = (step: string, share: number) => void;

const draftPrefix = '.copydesk-backup-';
const draftAgeMs = 86_400_000;

const holdsKeyNote = `${keyFile} opens every secret in ${databaseFile}: keep this folder as safe as a password.`;

/**
 * Makes a backup of a home: a folder with the database as it is at one moment, the key, and a manifest with their checksums. It has its name
 * only once it is whole and checked. Throws `not_found` (no database), `conflict` (something has that name), `unavailable`.
 */
export async function makeBackup(home: string, to: string, { now, random }: Pick<System, 'now' | 'random'>, tell: Tell): Promise<Backup> {
  // One that was cut short may have put the new key beside the old database.
  finishReplacing(home);
  if (!existsSync(join(home, databaseFile))) throw nothingIn(home);
  const madeAt = now();
  const folder = placeFor(resolve(to), madeAt);
  removeOldDrafts(dirname(folder), madeAt);
  const draft = join(dirname(folder), `${draftPrefix}${random(6).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    const made = await fill(draft, home, madeAt, tell);
    if (existsSync(folder)) throw taken(folder);
    renameSync(draft, folder);
    flush(dirname(folder));
    return { folder, madeAt, ...made };
  } catch (error) {
    const isFull = storageFault(error)?.fault === 'full' || causeCode(error) === 'ENOSPC';
    if (!isFull) throw error;
    const why = `There is no room for the backup in ${dirname(folder)}.`;
    throw new AppError('unavailable', why, { hint: 'Make room there, or name a folder on another disk.', cause: error });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Of backups whose process was killed: they hold a key. A backup that is at work is not a day old. What others own is theirs to remove. */
function removeOldDrafts(parent: string, now: number): void {
  const drafts = tried(() => readdirSync(parent))?.filter((name) => name.startsWith(draftPrefix)) ?? [];
  for (const path of drafts.map((name) => join(parent, name)))
    tried(() => now - statSync(path).mtimeMs > draftAgeMs && rmSync(path, { recursive: true, force: true }));
}

function tried<Made>(make: () => Made): Made | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** In a folder that is there already, a new one named after the time, so that a backup can be made every night by the same command. */
function placeFor(to: string, madeAt: number): string {
  const stat = statSync(to, { throwIfNoEntry: false });
  const parent = stat?.isDirectory() ? to : dirname(to);
  if (stat && !stat.isDirectory()) throw taken(to);
  if (!existsSync(parent))
    throw new AppError('invalid_input', `${parent} does not exist.`, { hint: 'Make it first: a backup makes one folder only.' });
  if (!stat) return to;
  if (existsSync(join(to, manifestFile)) || existsSync(join(to, databaseFile))) throw taken(to);
  const folder = join(to, nameAt('copydesk', madeAt));
  if (existsSync(folder)) throw taken(folder);
  return folder;
}

/** Such as `copydesk-2026-11-28T091643Z`: in order of time, and a name on every file system. */
export function nameAt(start: string, time: number): string {
  return `${start}-${new Date(time).toISOString().replace(/:|\.\d+/g, '')}`;
}

function nothingIn(home: string): AppError {
  return new AppError('not_found', `${home} holds no database of a desk.`, { hint: 'Name the home with --home or COPYDESK_HOME.' });
}

function taken(path: string): AppError {
  return new AppError('conflict', `${path} is there already: a backup overwrites nothing.`, {
    hint: 'Name a folder that is not there yet, or one that backups stand in, each under its time.',
  });
}

async function fill(draft: string, home: string, madeAt: number, tell: Tell): Promise<Omit<Backup, 'folder' | 'madeAt'>> {
  const { ino } = statSync(join(home, databaseFile));
  await copyDatabase(home, draft, (share) => tell('copying', share * 0.8));
  // After the database: a secret in it was sealed with a key that was there before.
  const holdsKey = existsSync(join(home, keyFile));
  if (holdsKey) copyFileSync(join(home, keyFile), join(draft, keyFile));
  if (isBeingReplaced(home) || statSync(join(home, databaseFile)).ino !== ino)
    throw new AppError('conflict', `${home} was restored meanwhile, so no backup was made.`, { hint: 'Repeat it.' });
  tell('checking', 0.8);
  const { version: schemaVersion, damage } = inspect(draft);
  if (schemaVersion === 0 && damage.length === 0) throw nothingIn(home);
  if (damage.length > 0) throw damaged(home, damage);
  const problem = schemaVersion === newestVersion ? await keyProblemOf(draft) : null;
  const names = holdsKey ? [databaseFile, keyFile] : [databaseFile];
  if (schemaVersion === newestVersion) settle(draft);
  for (const name of readdirSync(draft)) if (!names.includes(name)) rmSync(join(draft, name), { recursive: true });
  for (const name of names) chmodSync(join(draft, name), 0o600);
  tell('checking', 0.95);
  const files = await describeFiles(draft, names);
  const note = holdsKey ? holdsKeyNote : 'It holds no key: the desk had no secret.';
  const manifest: Manifest = { format: 1, madeAt: new Date(madeAt).toISOString(), copydesk: version, schemaVersion, note, files };
  writeFileSync(join(draft, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  for (const name of [...names, manifestFile, '.']) flush(join(draft, name));
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const secrets = schemaVersion !== newestVersion ? 'not_checked' : problem === null ? 'readable' : 'unreadable';
  return { schemaVersion, bytes, holdsKey, secrets, problem };
}

function damaged(home: string, damage: readonly string[]): AppError {
  return new AppError('unavailable', `The database of ${home} is damaged, so no backup was made: ${damage[0]}.`, {
    hint: `Restore the last good backup. To keep what there is, stop the desk and copy ${databaseFile} and ${keyFile} by hand.`,
  });
}

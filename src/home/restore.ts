import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { copyDatabase, databaseFile, flush, inspect, keyFile, newestVersion, settle } from '../db/files.ts';
import { makeFolder } from '../db/database.ts';
import { finishReplacing, holdAlone, keptPrefix, replace, stagingFolder, type Hold } from '../db/replace.ts';
import { AppError, storageFault } from '../errors.ts';
import type { System } from '../system.ts';
import { nameAt, type Tell } from './backup.ts';
import { holdersOf } from './holders.ts';
import { checkFiles, manifestFile, readManifest } from './manifest.ts';
import { keyProblemOf } from './secrets.ts';

/** What came of a restore. */
export interface Restored {
  home: string;
  /** Where what it replaced lies, itself a folder to restore from; null where there was nothing. */
  kept: string | null;
  madeAt: string | null;
  /** Of the backup: an older one is brought to the newest before it takes its place. */
  schemaVersion: number;
  /** False if nobody could tell whether a process has the database open, because it is damaged. */
  isAlone: boolean;
  /** Why stored secrets cannot be opened, where that was accepted. */
  problem: string | null;
}

export interface RestoreOptions {
  /** Restore although the key does not open the secrets. */
  withoutSecrets: boolean;
}

const nothingChanged = 'Nothing was changed.';

/**
 * Puts a backup, or another home, in the place of a home's database and key, which are kept beside it. All is checked first, on a copy.
 * Throws `conflict` while any process has the database open, `invalid_input` if what it is given cannot be restored; nothing has changed then.
 */
export async function restore(
  from: string,
  home: string,
  options: RestoreOptions,
  system: Pick<System, 'now'>,
  tell: Tell,
): Promise<Restored> {
  const source = checkSource(resolve(from), home);
  const manifest = readManifest(source);
  if (manifest !== undefined) {
    if (manifest.schemaVersion > newestVersion) throw tooNew(manifest.schemaVersion);
    tell('checking the backup', 0);
    await checkFiles(source, manifest);
  }
  makeFolder(home);
  finishReplacing(home);
  const { hold, isNew } = takeAlone(home);
  const staging = join(home, stagingFolder);
  let isDone = false;
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    const { schemaVersion, problem } = await stage(source, staging, options, tell);
    const kept = isNew ? null : freeName(home, system.now());
    tell('putting it in place', 0.95);
    replace(home, kept);
    isDone = true;
    return { home, kept: kept && join(home, kept), madeAt: manifest?.madeAt ?? null, schemaVersion, isAlone: hold.isLocked, problem };
  } finally {
    if (!isDone) {
      rmSync(staging, { recursive: true, force: true });
      if (isNew) rmSync(join(home, databaseFile), { force: true });
    }
    hold.release();
  }
}

/** The real path of a folder to restore from. */
function checkSource(from: string, home: string): string {
  const refused = (why: string, hint: string) => new AppError('invalid_input', `${from} ${why}.`, { hint });
  if (!existsSync(from)) throw refused('does not exist', 'Name the folder that copydesk backup made.');
  if (!statSync(from).isDirectory()) throw refused('is no folder', 'Name the folder of the backup, not a file in it.');
  const source = realpathSync(from);
  if (existsSync(home) && realpathSync(home) === source) throw refused('is the home itself', 'Name a backup of it.');
  if (existsSync(join(source, databaseFile))) return source;
  const newest = readdirSync(source)
    .filter((name) => existsSync(join(source, name, manifestFile)))
    .toSorted()
    .at(-1);
  if (newest === undefined) throw refused(`holds no ${databaseFile}`, 'Name the folder that copydesk backup made.');
  throw refused('holds backups, and is none', `Name one of them, such as ${join(from, newest)}.`);
}

/** Has the home's database for this process alone; makes an empty one to hold where there is none. */
function takeAlone(home: string): { hold: Hold; isNew: boolean } {
  const path = join(home, databaseFile);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new AppError('conflict', `${path} is a link, which a restore would replace by a file.`, {
      hint: 'Name the folder that it leads to with --home.',
    });
  const isNew = !existsSync(path);
  if (isNew) writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  const hold = lock(home);
  const holders = holdersOf(path);
  if (holders.length === 0) return { hold, isNew };
  hold.release();
  throw inUse(path);
}

function lock(home: string): Hold {
  try {
    return holdAlone(home);
  } catch (error) {
    if (storageFault(error)?.fault === 'busy') throw inUse(join(home, databaseFile));
    throw error;
  }
}

function inUse(path: string): AppError {
  const holders = holdersOf(path).map(({ pid, program }) => `${pid} (${program})`);
  const by = holders.length === 0 ? 'another process' : `${holders.length === 1 ? 'process' : 'processes'} ${holders.join(', ')}`;
  return new AppError('conflict', `The database is open in ${by}: ${path}. ${nothingChanged}`, {
    hint: 'End every process that uses it, such as copydesk serve and the agent clients that started copydesk stdio, then repeat.',
  });
}

/** Copies the backup into the home, checks the copy, and brings it to the newest schema. */
async function stage(
  source: string,
  staging: string,
  { withoutSecrets }: RestoreOptions,
  tell: Tell,
): Promise<Pick<Restored, 'schemaVersion' | 'problem'>> {
  const schemaVersion = await copyWhole(source, staging, tell);
  if (schemaVersion > newestVersion) throw tooNew(schemaVersion);
  if (schemaVersion === 0) throw refusal('is a database, but not of a Copydesk', 'Name the folder that copydesk backup made.');
  const hasKey = existsSync(join(source, keyFile));
  if (hasKey) {
    copyFileSync(join(source, keyFile), join(staging, keyFile));
    chmodSync(join(staging, keyFile), 0o600);
    flush(join(staging, keyFile));
  }
  tell('trying it', 0.8);
  const problem = await keyProblemOf(staging);
  if (problem !== null && !withoutSecrets)
    throw refusal(
      hasKey ? `holds a ${keyFile} that does not open its secrets` : `holds secrets, but no ${keyFile} to open them`,
      `Put the ${keyFile} that belongs to it into its folder, or restore it with --without-secrets and make new ones.`,
    );
  settle(staging);
  chmodSync(join(staging, databaseFile), 0o600);
  return { schemaVersion, problem };
}

/** The version of its schema. */
async function copyWhole(source: string, staging: string, tell: Tell): Promise<number> {
  try {
    await copyDatabase(source, staging, (share) => tell('copying', 0.1 + share * 0.5));
    tell('checking', 0.6);
    const { version, damage } = inspect(staging);
    if (damage[0] !== undefined) throw refusal(`is damaged: ${damage[0]}`, 'Restore another one.');
    return version;
  } catch (error) {
    if (storageFault(error)?.fault !== 'corrupt') throw error;
    throw refusal('is damaged, or was cut short', 'Restore another one.', error);
  }
}

function refusal(why: string, hint: string, cause?: unknown): AppError {
  return new AppError('invalid_input', `The backup ${why}. ${nothingChanged}`, { hint, cause });
}

function tooNew(version: number): AppError {
  return refusal(
    `was made by a newer Copydesk (schema ${version}, this program knows ${newestVersion})`,
    'Update Copydesk, then restore it.',
  );
}

/** Two restores may come within one second. */
function freeName(home: string, now: number): string {
  const name = nameAt(keptPrefix.slice(0, -1), now);
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(join(home, free))) return free;
  }
}

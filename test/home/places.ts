import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createCopydesk } from '../../src/app.ts';
import { makeBackup, type Backup } from '../../src/home/backup.ts';
import { restore, type Restored } from '../../src/home/restore.ts';
import { createClock, startOfTests } from '../support/clock.ts';
import { quietSystem } from '../support/store.ts';
import { temporaryHome } from '../support/home.ts';

const system = quietSystem(createClock(startOfTests));

/** A home whose only project has this name, with a secret sealed under its key; returns both. */
export async function homeNamed(name: string): Promise<{ home: string; secret: string }> {
  const home = join(temporaryHome(), 'home');
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const { data } = (await desk.call('projects_list')) as { data: [{ id: string }] };
  await desk.call('projects_update', { id: data[0].id, name });
  const { secret } = (await desk.call('webhook_secret_get')) as { secret: string };
  await desk.close();
  return { home, secret };
}

/** What a desk in this home says: its projects, and its secret if it can be read. */
export async function askedIn(home: string): Promise<{ projects: string[]; secret: string | null }> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  try {
    const { data } = (await desk.call('projects_list')) as { data: { name: string }[] };
    const found = await desk.call('webhook_secret_get').catch(() => null);
    return { projects: data.map(({ name }) => name), secret: (found as { secret: string } | null)?.secret ?? null };
  } finally {
    await desk.close();
  }
}

export function backUp(home: string, to = join(temporaryHome(), 'backup')): Promise<Backup> {
  return makeBackup(home, to, system, () => {});
}

export function restoreTo(home: string, from: string, withoutSecrets = false): Promise<Restored> {
  return restore(from, home, { withoutSecrets }, system, () => {});
}

/** The files below a folder, without those that SQLite keeps beside an open database. */
export function filesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile() && !/-(wal|shm)$/.test(name)).toSorted();
}

/** What must be as before where nothing was to change: the files, and all that the database says. */
export async function stateOf(home: string): Promise<unknown> {
  return { files: filesOf(home), key: readFileSync(join(home, 'copydesk.key'), 'base64'), ...(await askedIn(home)) };
}

import type { Database } from 'better-sqlite3';
import { AppError } from '../../errors.ts';
import { theDeskOpens } from './001-the-desk-opens.ts';
import { webhooksPeopleTrust } from './002-webhooks-people-trust.ts';

/** Numbered from 1, forward only, never edited once released. */
const migrations: readonly string[] = [theDeskOpens, webhooksPeopleTrust];

export const newestVersion = migrations.length;

/** Brings the file to the newest version; several processes may try at once, one does it. Throws `unavailable` for a file of a newer program. */
export function migrate(sqlite: Database): void {
  if (versionOf(sqlite) === newestVersion) return;
  sqlite
    .transaction(() => {
      // Asked under the lock: another process may have migrated while this one waited for it.
      const version = versionOf(sqlite);
      if (version > newestVersion) throw writtenByNewer(version);
      for (const migration of migrations.slice(version)) sqlite.exec(migration);
      sqlite.pragma(`user_version = ${newestVersion}`);
    })
    .immediate();
}

export function versionOf(sqlite: Database): number {
  return sqlite.pragma('user_version', { simple: true }) as number;
}

function writtenByNewer(version: number): AppError {
  return new AppError(
    'unavailable',
    `The database was written by a newer Copydesk (schema ${version}, this program knows ${newestVersion}).`,
    {
      hint: 'Update Copydesk, or point COPYDESK_HOME at another folder.',
    },
  );
}

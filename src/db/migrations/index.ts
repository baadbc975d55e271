import type { Database } from 'better-sqlite3';
import { theDeskOpens } from './001-the-desk-opens.ts';

/** Numbered from 1, forward only, never edited once released. */
const migrations: readonly string[] = [theDeskOpens];

export const newestVersion = migrations.length;

/** Brings the file to the newest version; several processes may try at once, one does it. */
export function migrate(sqlite: Database): void {
  if (versionOf(sqlite) >= newestVersion) return;
  sqlite
    .transaction(() => {
      for (let version = versionOf(sqlite); version < newestVersion; version++) sqlite.exec(migrations[version]!);
      sqlite.pragma(`user_version = ${newestVersion}`);
    })
    .immediate();
}

function versionOf(sqlite: Database): number {
  return sqlite.pragma('user_version', { simple: true }) as number;
}

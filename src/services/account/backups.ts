import type { Store } from '../../db/open.ts';

/** A backup, as the desk that it was made of remembers it. */
export interface NotedBackup {
  madeAt: number;
  folder: string;
  bytes: number;
}

export interface Backups {
  /** Remembers a backup as the last one. */
  record(made: NotedBackup): Promise<void>;
  last(): Promise<NotedBackup | null>;
}

export function createBackups(store: Store): Backups {
  return {
    async record({ madeAt, folder, bytes }) {
      await store.write(async (tx) => {
        await tx.deleteFrom('backups').execute();
        await tx.insertInto('backups').values({ made_at: madeAt, folder, bytes }).execute();
      });
    },
    async last() {
      const row = await store.db.selectFrom('backups').selectAll().orderBy('made_at', 'desc').limit(1).executeTakeFirst();
      return row ? { madeAt: row.made_at, folder: row.folder, bytes: row.bytes } : null;
    },
  };
}

import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrate, newestVersion, versionOf } from '../../src/db/migrations/index.ts';
import { openStore } from '../../src/db/open.ts';
import { startScript } from '../support/child.ts';
import { openTestStore, quietSystem } from '../support/store.ts';
import { temporaryHome } from '../support/home.ts';

function rawDatabase(home: string): SqliteDatabase.Database {
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'));
  onTestFinished(() => void sqlite.close());
  return sqlite;
}

describe('migrations', () => {
  test('make the schema that was reviewed', async () => {
    const { home } = openTestStore();
    const schema = rawDatabase(home)
      .prepare("select sql from sqlite_schema where sql is not null and name not like 'passages_fts_%' order by rowid")
      .pluck()
      .all();
    await expect(`${schema.join(';\n\n')};\n`).toMatchFileSnapshot('../snapshots/schema.sql');
  });

  test('happen once when several processes start at once on a new home', { timeout: 30_000 }, async () => {
    const home = temporaryHome();
    const at = String(Date.now() + 1500);
    const starting = Array.from({ length: 4 }, () => startScript(new URL('open-store.ts', import.meta.url), [home, at]));
    expect(await Promise.all(starting.map((one) => one.line()))).toEqual(Array.from({ length: 4 }, () => 'ready'));
    const found = await Promise.all(starting.map((one) => one.line()));
    expect(await Promise.all(starting.map((one) => one.ended))).toEqual([0, 0, 0, 0]);
    expect(new Set(found).size).toBe(1);
    expect(versionOf(rawDatabase(home))).toBe(newestVersion);
  });

  test('refuse a database that a newer program wrote, say what to do, and leave it as it is', () => {
    const home = temporaryHome();
    const newer = rawDatabase(home);
    newer.pragma(`user_version = ${newestVersion + 1}`);
    expect(() => openStore(home, quietSystem())).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: `The database was written by a newer Copydesk (schema ${newestVersion + 1}, this program knows ${newestVersion}).`,
        hint: expect.stringContaining('Update Copydesk'),
      }),
    );
    expect(versionOf(newer)).toBe(newestVersion + 1);
    expect(newer.prepare('select count(*) from sqlite_schema').pluck().get()).toBe(0);
  });

  test('never put back the version that a newer program wrote while this one waited for its turn', () => {
    const sqlite = rawDatabase(temporaryHome());
    sqlite.pragma(`user_version = ${newestVersion + 1}`);
    vi.spyOn(sqlite, 'pragma').mockReturnValueOnce(0);
    expect(() => migrate(sqlite)).toThrow('written by a newer Copydesk');
    expect(versionOf(sqlite)).toBe(newestVersion + 1);
  });

  test('by a newer program are noticed by a process that runs', () => {
    const { home, store } = openTestStore();
    expect(store.isCurrent()).toBe(true);
    rawDatabase(home).pragma(`user_version = ${newestVersion + 1}`);
    expect(store.isCurrent()).toBe(false);
  });
});

import { statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openStore, type Store } from '../../src/db/open.ts';
import { openTestStore, quietSystem } from '../support/store.ts';
import { temporaryHome } from '../support/home.ts';

const work = (key: string) => ({ kind: 'any', key, payload: '{}', due_at: 0, lane: '' });

async function pragma(store: Store, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(store.db);
  return Object.values(rows[0]!)[0];
}

async function columnsOf(store: Store): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select tables.name || '.' || columns.name as name, columns.type as type
    from pragma_table_list as tables join pragma_table_xinfo(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite_%'`.execute(store.db);
  return rows;
}

describe('an opened store', () => {
  test('sets how data is kept: WAL, full synchronisation, foreign keys', async () => {
    const { store } = openTestStore();
    expect({
      journal: await pragma(store, 'journal_mode'),
      synchronous: await pragma(store, 'synchronous'),
      foreignKeys: await pragma(store, 'foreign_keys'),
      trustedSchema: await pragma(store, 'trusted_schema'),
      busyTimeout: await pragma(store, 'busy_timeout'),
    }).toEqual({ journal: 'wal', synchronous: 2, foreignKeys: 1, trustedSchema: 0, busyTimeout: 20 });
  });

  test('has only STRICT tables: a word is refused where a number belongs', async () => {
    const { store } = openTestStore();
    const { rows } = await sql<{ name: string; strict: number }>`
      select name, strict from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`.execute(store.db);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ strict }) => strict === 0)).toEqual([]);
    await expect(
      sql`insert into work (kind, key, payload, lane, due_at) values ('any', 'one', '{}', '', 'tomorrow')`.execute(store.db),
    ).rejects.toThrow('cannot store TEXT value in INTEGER column');
  });

  test('keeps every instant as an integer, and refuses half a millisecond', async () => {
    const { store } = openTestStore();
    const instants = (await columnsOf(store)).filter(({ name }) => /_(at|until)$/.test(name));
    expect(instants.length).toBeGreaterThan(20);
    expect(instants.filter(({ type }) => type !== 'INTEGER')).toEqual([]);
    await expect(
      store.write((tx) =>
        tx
          .insertInto('work')
          .values({ ...work('one'), due_at: 0.5 })
          .execute(),
      ),
    ).rejects.toThrow('cannot store REAL value');
  });

  test('refuses a row that points nowhere', async () => {
    const { store } = openTestStore();
    const attempt = { delivery_id: 'dlv_none', number: 1, started_at: 0, response: '{}' };
    await expect(store.write((tx) => tx.insertInto('attempts').values(attempt).execute())).rejects.toThrow('FOREIGN KEY');
  });

  test('lives in a folder that only its owner may enter', () => {
    const home = join(temporaryHome(), 'new', 'home');
    openTestStore({ home });
    expect(statSync(home).mode & 0o777).toBe(0o700);
  });

  test('keeps what was written over closing and opening, and may be closed twice', async () => {
    const home = temporaryHome();
    const first = openStore(home, quietSystem());
    await first.write((tx) => tx.insertInto('work').values(work('kept')).execute());
    await first.close();
    await first.close();
    const { store } = openTestStore({ home });
    expect(await store.db.selectFrom('work').select('key').execute()).toEqual([{ key: 'kept' }]);
  });

  test('can be closed without ever being used', async () => {
    const home = temporaryHome();
    await openStore(home, quietSystem()).close();
    // Only where nobody else has the file open can it be taken for oneself alone.
    const alone = new SqliteDatabase(join(home, 'copydesk.db'), { timeout: 0 });
    onTestFinished(() => void alone.close());
    alone.pragma('locking_mode = EXCLUSIVE');
    expect(() => alone.exec('begin exclusive')).not.toThrow();
  });
});

describe('commits', () => {
  test('of this process notify listeners, after a commit and not after a failure', async () => {
    const { store } = openTestStore();
    const seen: number[] = [];
    store.onCommit(() => void seen.push(seen.length + 1));
    await store.write(async () => {
      expect(seen).toEqual([]);
    });
    await expect(store.write(() => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
    expect(seen).toEqual([1]);
  });

  test('of another process change the data version, our own do not', async () => {
    const { home, store } = openTestStore();
    const { store: other } = openTestStore({ home });
    const before = store.dataVersion();
    await store.write((tx) => tx.insertInto('work').values(work('ours')).execute());
    expect(store.dataVersion()).toBe(before);
    await other.write((tx) => tx.insertInto('work').values(work('theirs')).execute());
    expect(store.dataVersion()).not.toBe(before);
  });
});

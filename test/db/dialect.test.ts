import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql, type Kysely } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openKysely } from '../../src/db/dialect.ts';
import { openStore, type Store } from '../../src/db/open.ts';
import { statement } from '../../src/db/sql.ts';
import { startScript } from '../support/child.ts';
import { openTestStore } from '../support/store.ts';

interface Numbers {
  numbers: { number: number; text: string };
}

function bareDatabase(): { sqlite: SqliteDatabase.Database; db: Kysely<Numbers> } {
  const sqlite = new SqliteDatabase(':memory:', { timeout: 0 });
  sqlite.exec('create table numbers (number integer not null, text text not null) strict');
  onTestFinished(() => void sqlite.close());
  return { sqlite, db: openKysely<Numbers>(sqlite, async () => {}) };
}

const work = (key: string) => ({ kind: 'count', key, payload: '0', due_at: 0, lane: '' });

/** Reads a number, then writes one more: wrong as soon as two do it at once. */
async function countUp(store: Store): Promise<void> {
  await store.write(async (tx) => {
    const { payload } = await tx.selectFrom('work').select('payload').where('key', '=', 'counter').executeTakeFirstOrThrow();
    await tx
      .updateTable('work')
      .set({ payload: String(Number(payload) + 1) })
      .where('key', '=', 'counter')
      .execute();
  });
}

describe('statements that run once for each', () => {
  const rename = statement<{ key: string }, never>(({ key }) => sql`update work set lane = 'other' where key = ${key}`);
  const read = statement<{ key: string }, { lane: string }>(({ key }) => sql`select lane from work where key = ${key}`);
  const all = [{ key: 'one' }, { key: 'missing' }, { key: 'two' }];

  test('tell of each run what it returned, or how much it changed', async () => {
    const { store } = openTestStore();
    await store.write(async (tx) => {
      await tx
        .insertInto('work')
        .values([work('one'), work('two'), work('three')])
        .execute();
      expect(await rename.changeEach(tx, all)).toEqual([1, 0, 1]);
      expect(await read.forEach(tx, [...all, { key: 'three' }])).toEqual([[{ lane: 'other' }], [], [{ lane: 'other' }], [{ lane: '' }]]);
      expect(await rename.changeEach(tx, [])).toEqual([]);
    });
  });

  test('refuse what they cannot tell', async () => {
    const { store } = openTestStore();
    await expect(store.write((tx) => read.changeEach(tx, all))).rejects.toThrow(TypeError);
    await expect(store.write((tx) => rename.forEach(tx, all))).rejects.toThrow(TypeError);
  });
});

describe('prepared statements', () => {
  test('are kept: the same query is prepared once', async () => {
    const { sqlite, db } = bareDatabase();
    const prepare = vi.spyOn(sqlite, 'prepare');
    for (const number of [1, 2, 3]) await db.insertInto('numbers').values({ number, text: 'one' }).execute();
    expect(await db.selectFrom('numbers').selectAll().execute()).toHaveLength(3);
    expect(prepare).toHaveBeenCalledTimes(2);
  });

  test('are dropped when there are too many, and prepared again when needed', async () => {
    const { sqlite, db } = bareDatabase();
    const prepare = vi.spyOn(sqlite, 'prepare');
    const ask = (number: number) => sql<{ one: number }>`select ${sql.lit(number)} as one`.execute(db);
    for (let number = 0; number <= 512; number++) await ask(number);
    expect((await ask(512)).rows).toEqual([{ one: 512 }]);
    expect(prepare).toHaveBeenCalledTimes(513);
    expect((await ask(0)).rows).toEqual([{ one: 0 }]);
    expect(prepare).toHaveBeenCalledTimes(514);
  });

  test('see a column that was added after they were prepared', async () => {
    const { home, store } = openTestStore();
    const read = () => store.db.selectFrom('work').selectAll().execute();
    await store.write((tx) => tx.insertInto('work').values(work('one')).execute());
    await read();
    const other = new SqliteDatabase(join(home, 'copydesk.db'));
    other.exec("alter table work add column colour text not null default 'blue'");
    other.close();
    expect(await read()).toMatchObject([{ key: 'one', claims: 0, colour: 'blue' }]);
  });
});

describe('transactions', () => {
  test('begin immediate: two that read first and write later both succeed, one after the other', async () => {
    const { home, store: one } = openTestStore();
    const { store: other } = openTestStore({ home });
    await one.write((tx) => tx.insertInto('work').values(work('counter')).execute());
    await Promise.all(Array.from({ length: 60 }, (_, index) => countUp(index % 2 === 0 ? one : other)));
    expect(await one.db.selectFrom('work').select('payload').execute()).toEqual([{ payload: '60' }]);
  });

  test('leave nothing behind when their work throws, and the next one begins', async () => {
    const { store } = openTestStore();
    const failing = store.write(async (tx) => {
      await tx.insertInto('work').values(work('lost')).execute();
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    await store.write((tx) => tx.insertInto('work').values(work('kept')).execute());
    expect(await store.db.selectFrom('work').select('key').execute()).toEqual([{ key: 'kept' }]);
  });

  test('report a full disk', async () => {
    const { sqlite, db } = bareDatabase();
    sqlite.pragma('max_page_count = 8');
    const fill = (text: string) => db.transaction().execute((tx) => tx.insertInto('numbers').values({ number: 1, text }).execute());
    await expect(fill('x'.repeat(100_000))).rejects.toThrow('full');
    await fill('short');
    expect(await db.selectFrom('numbers').select('text').execute()).toEqual([{ text: 'short' }]);
  });
});

describe('a query built beforehand', () => {
  test('reads with the values of each call', async () => {
    const { store } = openTestStore();
    const byKey = store.db.selectFrom('work').select('key').where('key', '=', '').compile();
    await store.write((tx) =>
      tx
        .insertInto('work')
        .values([work('one'), work('two')])
        .execute(),
    );
    for (const key of ['one', 'two']) expect((await store.db.executeQuery({ ...byKey, parameters: [key] })).rows).toEqual([{ key }]);
  });

  test('sees nothing of an open write, and all of it afterwards', async () => {
    const { store } = openTestStore();
    const keys = store.db.selectFrom('work').select('key').compile();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const failing = store.write(async (tx) => {
      await tx.insertInto('work').values(work('lost')).execute();
      begin();
      await mayEnd;
      throw new Error('No.');
    });
    await begun;
    const reading = store.db.executeQuery(keys);
    end();
    await expect(failing).rejects.toThrow('No.');
    expect((await reading).rows).toEqual([]);
    await store.write((tx) => tx.insertInto('work').values(work('kept')).execute());
    expect((await store.db.executeQuery(keys)).rows).toEqual([{ key: 'kept' }]);
  });
});

test('a write with RETURNING waits for the connection, as every write does', async () => {
  const { store } = openTestStore();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const taken = store.db.connection().execute(async () => {
    begin();
    await mayEnd;
  });
  await begun;
  const writing = store.db.executeQuery<{ key: string }>(store.db.insertInto('work').values(work('one')).returning('key').compile());
  const before = await store.db.executeQuery(store.db.selectFrom('work').select('key').compile());
  end();
  await taken;
  expect(before.rows).toEqual([]);
  expect((await writing).rows).toEqual([{ key: 'one' }]);
});

describe('while another process holds the write lock', () => {
  test('a writer waits its turn, and the event loop turns meanwhile', async () => {
    const { home, system } = openTestStore();
    let tries = 0;
    const store = openStore(home, { ...system, pause: (ms) => (tries++, system.pause(ms)) });
    onTestFinished(() => store.close());
    const holder = startScript(new URL('hold-lock.ts', import.meta.url), [home]);
    await holder.line();
    let written = false;
    const writing = store.write((tx) => tx.insertInto('work').values(work('patient')).execute()).then(() => (written = true));
    const gaps: number[] = [];
    for (let last = performance.now(); tries < 5; last = performance.now()) {
      await system.pause(0);
      gaps.push(performance.now() - last);
    }
    expect(written).toBe(false);
    expect(Math.max(...gaps)).toBeLessThan(1000);
    holder.process.stdin.write('let go\n');
    await writing;
    expect(await store.db.selectFrom('work').select('key').execute()).toEqual([{ key: 'patient' }]);
  });

  test('a writer gives up in the end, with a retryable error', async () => {
    const { home } = openTestStore();
    const path = join(home, 'copydesk.db');
    const [holder, sqlite] = [new SqliteDatabase(path), new SqliteDatabase(path, { timeout: 0 })];
    onTestFinished(() => void [holder, sqlite].map((one) => one.close()));
    const pauses: number[] = [];
    const db = openKysely<Numbers>(sqlite, async (ms) => void pauses.push(ms));
    holder.exec('begin immediate');
    await expect(db.transaction().execute(async () => {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('held the database'),
    });
    expect(Math.max(...pauses)).toBeLessThanOrEqual(50);
    holder.exec('commit');
    await expect(db.transaction().execute(async () => 'done')).resolves.toBe('done');
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openTestStore } from '../support/store.ts';
import * as engine from './engine.ts';
import { rule } from './examples.ts';
import * as old from './old-places.ts';
import { readSources } from './source.ts';
import * as transactions from './transactions.ts';

const top = new URL('../..', import.meta.url).pathname;
const sources = readSources(top, ['src']);

describe('1. a write may run twice', () => {
  rule({
    over: sources,
    judges: [transactions.changesOutside],
    old: old.changedOutside,
    caught: [
      ['let n = 0; store.write(async (tx) => { n += 1; });', 'changes n'],
      ['let n = 0; store.write(async () => { n++; });', 'changes n'],
      ['const seen = new Map(); this.store.write(async (tx) => { seen.set(1, await tx.one()); });', 'changes seen'],
      ['const lists = new Map(); inSlices({ store, system }, async (tx) => { lists.get(1)!.push(2); });', 'changes lists'],
      ['class Kept { keep() { return this.store.write(async (tx) => { this.last = await tx.one(); }); } }', 'changes this'],
      ['const done = { count: 0 }; export const run = () => ({ async write(tx: Tx) { done.count = 1; } });', 'changes done'],
      ['let ended; export const run = () => ({ write: async () => { ended = true; } });', 'changes ended'],
      ['let at; async function keep(db: Tx) { [at] = await db.one(); }', 'changes at'],
      ['let at; async function keep(tx) { rows.forEach(() => { at = 1; }); }', 'changes at'],
      ['const all = {}; export const record = async (tx) => { Object.assign(all, await tx.one()); };', 'changes all'],
      ['const all = {}; export const record = async (tx, id) => { delete all[id]; };', 'changes all'],
    ],
    alone: [
      ['store.write(async (tx) => { let n = 0; n += 1; const seen = new Map(); seen.set(n, 1); return seen; });'],
      ["store.write((tx) => tx.updateTable('jobs').set({ step }).execute());"],
      ['store.write(async (tx) => { await jobs.delete(tx, id); });'],
      ['async function keep(tx: Tx, rows: Row[]) { for (const row of rows) { row.at = 1; } }'],
      ['let last; last = await store.write(async (tx) => tx.one());'],
      ['const sink = { write(chunk) { size += chunk.length; } };'],
      ['stdout.write(() => { told = true; });'],
    ],
  });

  test('the whole suite runs every write twice', async () => {
    expect(readFileSync(`${top}vitest.config.ts`, 'utf8')).toContain("setupFiles: ['test/support/rehearse.ts']");
    const { store } = openTestStore();
    let runs = 0;
    const written = await store.write(async (tx) => {
      runs += 1;
      await tx
        .insertInto('work')
        .values({ kind: 'any', key: `run ${runs}`, payload: '{}', due_at: 0, lane: '' })
        .execute();
      return runs;
    });
    expect({ runs, written }).toEqual({ runs: 2, written: 2 });
    expect(await store.db.selectFrom('work').select('key').execute()).toEqual([{ key: 'run 2' }]);
  });
});

describe('4. no loop awaits a statement per item', () => {
  rule({
    over: sources,
    judges: [transactions.awaitsPerItem],
    old: old.awaitedPerItem,
    caught: [
      ["for (const id of ids) await tx.deleteFrom('work').execute();", 'awaits the database per item'],
      ['for (const id of ids) { if (id) { total += await count(store.db, id); } }', 'awaits the database per item'],
      ['for (let at = 0; at < ids.length; at++) await store.write((tx) => drop(tx, ids[at]));', 'awaits the database per item'],
      ['for (let at = 0; at < ids.length; at += 1) await drop(tx, ids[at]);', 'awaits the database per item'],
      ['for (const key in all) await inSlices({ store, system }, slice);', 'awaits the database per item'],
      ['for (const id of ids) while (await more(tx, id));', 'awaits the database per item'],
      ['ids.forEach(async (id) => { await drop(tx, id); });', 'awaits the database per item'],
      ['await Promise.all(ids.map(async (id) => (await find(db, id)).name));', 'awaits the database per item'],
      ['await Promise.all(ids.map((id) => find(this.store, id)));', 'awaits the database per item'],
      ['await Promise.all(Array.from(ids, (id) => find(store, id)));', 'awaits the database per item'],
    ],
    alone: [
      ['for (const row of await read(db)) rows.push(row);'],
      ['for (;;) { if (await store.write(slice)) break; }'],
      ['while (await removeSome(tx)) await pause(0);'],
      ['for (let at = 0; at < ids.length; at += maxAtOnce) await drop(tx, ids.slice(at, at + maxAtOnce));'],
      ['for (const page of pages) await fetch(page);'],
      ['for (const id of ids) later.push(async (tx) => { await drop(tx, id); });'],
      ["const [one, two] = await Promise.all(['one', 'two'].map((name) => find(db, name)));"],
      ["for (const kind of ['a', 'b']) await drop(tx, kind);"],
      ['await drop(tx, ids.map((id) => ({ id, db: true })));'],
      ['for (const id of ids) await drop(tx, id);', 'src/db/planted.ts'],
    ],
  });
});

describe('5. upserts name their columns, and no fault is swallowed inside a write', () => {
  rule({
    over: sources,
    judges: [engine.namelessUpserts, transactions.faultsCaught],
    old: [...old.namelessUpserts, ...old.faultsCaught],
    caught: [
      ['const add = sql`insert into a (b) values (1) on conflict do nothing`;', 'upserts without naming columns'],
      ["tx.insertInto('work').values(row).onConflict((oc) => oc.doNothing());", 'upserts without naming columns'],
      ["tx.insertInto('work').values(row).onConflict((oc) => oc.doUpdateSet({ a: 1 }));", 'upserts without naming columns'],
      ['const add = sql`insert or replace into a (b) values (1)`;', 'replaces rows'],
      ['const add = sql`insert or ignore into a (b) values (1)`;', 'replaces rows'],
      ['const add = sql`replace into a (b) values (1)`;', 'replaces rows'],
      ["tx.replaceInto('work').values(row);", 'replaces rows'],
      ["tx.insertInto('work').orIgnore().values(row);", 'replaces rows'],
      ['const rows = (ids) => sql`select id from a where id in (${sql.join(ids)})`;', 'joins a list that may be empty'],
      ["const find = (ids) => db.selectFrom('a').where('id', 'in', ids).execute();", 'compares with a list that may be empty'],
      ["const find = (ids) => db.selectFrom('a').where('id', 'not in', [...ids]).execute();", 'compares with a list that may be empty'],
      [
        "const find = async (db) => { const rows = await db.selectFrom('a').select(['id']).execute(); const ids = rows.map(idOf); return db.selectFrom('b').where('id', 'in', ids).execute(); };",
        'compares with a list that may be empty',
      ],
      ["const find = (rows) => db.selectFrom('a').where('id', 'in', rows.map(idOf)).execute();", 'compares with a list that may be empty'],
      ['async function keep(tx: Tx) { try { await save(tx); } catch { return null; } }', 'catches a fault'],
      ['store.write(async (tx) => { try { await save(tx); } catch (error) { if (mild) return; throw error; } });', 'catches a fault'],
      ['store.write(async (tx) => { await save(tx).catch(() => {}); });', 'catches a fault'],
    ],
    alone: [
      ['const add = sql`insert into a (b) values (1) on conflict (b) do update set c = 1`;'],
      ["tx.insertInto('work').values(row).onConflict((oc) => oc.column('key').doNothing());"],
      ["tx.insertInto('work').values(row).onConflict((oc) => oc.columns(['a', 'b']).doUpdateSet({ c: 1 }));"],
      ["const open = ['a', 'b']; const rows = sql`select id from a where state in (${sql.join(open)})`;"],
      ['const rows = sql`select ${sql.join(columns)} from a where id in ${idsIn(ids)}`;'],
      ["const find = (ids) => db.selectFrom('a').where('id', 'in', idsIn(ids)).where('b', 'in', ['c', 'd']).execute();"],
      ["const find = (ids) => (ids.length === 0 ? [] : db.selectFrom('a').where('id', 'in', ids).execute());"],
      ["const find = () => { const open = ['a'] as const; return db.selectFrom('a').where('b', 'in', open).execute(); };"],
      ["const find = (rows) => (rows.size === 0 ? [] : db.selectFrom('a').where('id', 'in', [...rows.keys()]).execute());"],
      ["const drop = (tx) => { const some = tx.selectFrom('a').limit(9); return tx.deleteFrom('a').where('id', 'in', some).execute(); };"],
      ["const text = title.replace('a', 'b'); const said = 'insert or replace into it';"],
      ['async function keep(tx: Tx) { try { await save(tx); } catch (error) { note(error); throw error; } }'],
      ['async function keep(tx: Tx, text) { try { parse(text); } catch { return null; } await save(tx); }'],
      ['await store.write((tx) => save(tx)).catch(() => {});'],
    ],
  });
});

describe('8. time is asked inside the write, never by SQL, and leases are the queue’s', () => {
  rule({
    over: sources,
    judges: [engine.otherClocks, transactions.timeFromOutside],
    old: [...old.otherClocks, ...old.timeFromOutside],
    caught: [
      ['const rows = sql`select current_timestamp as at`;', 'tells the time in SQL'],
      ["const rows = sql`delete from a where at < unixepoch('subsec')`;", 'tells the time in SQL', 'src/db/planted.ts'],
      ["const rows = sql`delete from a where at < strftime('%s')`;", 'tells the time in SQL'],
      ['const rows = sql`delete from a where at < now()`;', 'tells the time in SQL', 'src/queue/planted.ts'],
      ['const row = { key, lease_until: 0 };', 'keeps a lease'],
      ['const rows = sql`update a set lease_until = 1`;', 'keeps a lease'],
      ["tx.updateTable('work').where('work.lease_until', '<', 1);", 'keeps a lease'],
      ['const now = system.now(); await store.write((tx) => save(tx, now));', 'asks the time before the write'],
      [
        'export const run = () => { const at = now() + 5; return { async write(tx: Tx) { await save(tx, at); } }; };',
        'asks the time before',
      ],
      ['const row = { id, created_at: system.now() }; await inSlices(needs, async (tx) => save(tx, row));', 'asks the time before'],
    ],
    alone: [
      ['const rows = sql`delete from a where at < ${now()} and updated_at > ${system.now()}`;'],
      ['const lease = { leaseMs: 5 }; const released = lease;'],
      ['const row = { lease_until: 0 };', 'src/queue/planted.ts'],
      ['await store.write(async (tx) => { const now = system.now(); await save(tx, now); });'],
      ['const now = system.now(); const rows = await store.db.one(now); await store.write((tx) => save(tx, rows));'],
      ['const now = system.now(); log(now); await store.write(async (tx) => { const now = system.now(); await save(tx, now); });'],
      ['const asked = () => system.now(); await store.write((tx) => save(tx, asked()));'],
    ],
  });
});

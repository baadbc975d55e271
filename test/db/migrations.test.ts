import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { theDeskOpens } from '../../src/db/migrations/001-the-desk-opens.ts';
import { webhooksPeopleTrust } from '../../src/db/migrations/002-webhooks-people-trust.ts';
import { knowledgeAtFullStrength } from '../../src/db/migrations/003-knowledge-at-full-strength.ts';
import { theWritingRoom } from '../../src/db/migrations/004-the-writing-room.ts';
import { oneSpelling } from '../../src/db/migrations/005-tried-by-strangers.ts';
import { migrate, newestVersion, versionOf } from '../../src/db/migrations/index.ts';
import { openStore } from '../../src/db/open.ts';
import { claimDue } from '../../src/queue/claim.ts';
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
      .prepare("select sql from sqlite_schema where sql is not null and name not glob '*_fts_*' order by rowid")
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

  test('spell the refused addresses of old attempts as errors do, and touch nothing that a receiver wrote', () => {
    const sqlite = rawDatabase(temporaryHome());
    sqlite.exec('create table attempts (response text)');
    const refused = (code: string) => JSON.stringify({ error: { code, message: 'refused_address' }, durationMs: 1 });
    const answered = JSON.stringify({ status: 500, headers: {}, body: refused('refused_address'), truncated: false, durationMs: 1 });
    for (const response of [refused('refused_address'), answered]) sqlite.prepare('insert into attempts values (?)').run(response);
    sqlite.exec(oneSpelling);
    expect(sqlite.prepare('select response from attempts').pluck().all()).toEqual([refused('address_refused'), answered]);
  });

  test('never put back the version that a newer program wrote while this one waited for its turn', () => {
    const sqlite = rawDatabase(temporaryHome());
    sqlite.pragma(`user_version = ${newestVersion + 1}`);
    vi.spyOn(sqlite, 'pragma').mockReturnValueOnce(0);
    expect(() => migrate(sqlite, quietSystem().log)).toThrow('written by a newer Copydesk');
    expect(versionOf(sqlite)).toBe(newestVersion + 1);
  });

  test('wait for another process, however long it holds the database, and say so once', async () => {
    const home = homeOfVersion1();
    const holder = startScript(new URL('hold-lock.ts', import.meta.url), [home]);
    await holder.line();
    const sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { timeout: 0 });
    onTestFinished(() => void sqlite.close());
    // The holder lets go only once it is known that the usual patience was not enough.
    const warn = vi.fn<(message: string) => void>(() => void holder.process.stdin.write('let go\n'));
    migrate(sqlite, { warn });
    expect(versionOf(sqlite)).toBe(newestVersion);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('waiting')]]);
  });

  test('leave what they sort on the disk; what the desk sorts later stays in memory', () => {
    const pragmas = vi.spyOn(SqliteDatabase.prototype, 'pragma');
    onTestFinished(() => pragmas.mockRestore());
    openTestStore({ home: homeOfVersion1() });
    const asked = pragmas.mock.calls.map(([source]) => source);
    expect(asked).toContain('temp_store = MEMORY');
    expect(asked.indexOf('temp_store = MEMORY')).toBeGreaterThan(asked.indexOf(`user_version = ${newestVersion}`));
  });

  test('by a newer program are noticed by a running process', () => {
    const { home, store } = openTestStore();
    expect(store.isCurrent()).toBe(true);
    rawDatabase(home).pragma(`user_version = ${newestVersion + 1}`);
    expect(store.isCurrent()).toBe(false);
  });
});

/** A home as the first version left it, with one of everything that the second touches. */
function homeOfVersion1(): string {
  const home = temporaryHome();
  const sqlite = rawDatabase(home);
  sqlite.exec(theDeskOpens);
  sqlite.exec(`
    insert into projects (id, name, language, brand_terms, timezone, article_defaults, created_at, updated_at)
      values ('prj_1', 'Default', 'en', '[]', 'UTC', '{}', 1, 1);
    insert into signing_secrets (id, ciphertext, created_at, retired_at, revoked_at) values
      ('sec_1', 'sealed', 1, null, null), ('sec_2', 'sealed', 1, 5, null), ('sec_3', 'sealed', 1, 5, 7);
    insert into events (id, project_id, type, resource_id, body, created_at) values ('evt_1', 'prj_1', 'article.ready', 'art_1', '{"id":"evt_1"}', 5);
    insert into deliveries (id, kind, project_id, event_id, event_type, url, body, secret_id, status, attempt_count, max_attempts,
        next_attempt_at, last_attempt_at, delivered_at, flagged, response, created_at) values
      ('dlv_1', 'event', 'prj_1', 'evt_1', 'article.ready', 'https://a.example/hook', '{"id":"evt_1"}', 'sec_1', 'pending', 0, 5, 9, null, null, 0, null, 5),
      ('dlv_2', 'event', 'prj_1', 'evt_1', 'article.ready', 'https://a.example/hook', '{"id":"evt_1"}', 'sec_1', 'pending', 2, 5, 300, 200, null, 0,
        '{"status":500}', 5),
      ('dlv_3', 'event', null, 'evt_1', 'article.ready', 'https://b.example/hook', '{"id":"evt_1"}', 'sec_1', 'delivered', 1, 5, null, 70, 71, 0,
        '{"status":204}', 5),
      ('dlv_4', 'event', 'prj_1', 'evt_1', 'article.ready', 'https://c.example/hook', '{"id":"evt_1"}', 'sec_1', 'failed', 5, 5, null, 80, null, 1,
        '{"status":410}', 5);
    insert into attempts (delivery_id, number, started_at, response) values
      ('dlv_2', 1, 100, '{"status":503}'), ('dlv_2', 2, 200, '{"status":500}'), ('dlv_3', 1, 70, '{"status":204}'), ('dlv_4', 6, 80, '{"status":410}');
    insert into work (id, kind, key, payload, lane, due_at, lease_until, token, claims) values
      (3, 'article.write', 'job_1', '{"jobId":"job_1"}', null, 40, null, null, 0),
      (4, 'webhook.deliver', 'dlv_1', '{"deliveryId":"dlv_1"}', 'https://a.example', 9, 15009, 'held', 1),
      (7, 'webhook.deliver', 'dlv_2', '{"deliveryId":"dlv_2"}', 'https://a.example', 300, null, null, 2);`);
  sqlite.pragma('user_version = 1');
  return home;
}

describe('a desk of version 1', () => {
  test('keeps all its work, leased or not, and it is in line', async () => {
    const { store } = openTestStore({ home: homeOfVersion1() });
    const free = { lease_until: null, token: null, claims: 0 };
    const post = { kind: 'webhook.deliver', lane: 'https://a.example' };
    expect(await store.db.selectFrom('work').selectAll().orderBy('id').execute()).toEqual([
      {
        ...free,
        id: 3,
        kind: 'article.write',
        lane: '',
        key: 'job_1',
        payload: '{"jobId":"job_1"}',
        due_at: 40,
        late: 0,
        claimable_at: 40,
      },
      {
        ...post,
        id: 4,
        key: 'dlv_1',
        payload: '{"deliveryId":"dlv_1"}',
        due_at: 9,
        late: 0,
        lease_until: 15_009,
        token: 'held',
        claims: 1,
        claimable_at: 15_009,
      },
      { ...free, ...post, id: 7, key: 'dlv_2', payload: '{"deliveryId":"dlv_2"}', due_at: 300, late: 1, claims: 2, claimable_at: 300 },
    ]);
    expect(await store.db.selectFrom('lanes').selectAll().orderBy('kind').execute()).toEqual([
      { kind: 'article.write', lane: '', waits_since: 40, served: 0, failures: 0, health: 0, settled_at: null, pending: 1 },
      {
        kind: 'webhook.deliver',
        lane: 'https://a.example',
        waits_since: 9,
        served: 0,
        failures: 0,
        health: 0,
        settled_at: null,
        pending: 2,
      },
    ]);
  });

  test('keeps its deliveries with what was answered, and every attempt', async () => {
    const home = homeOfVersion1();
    const before = rawDatabase(home).prepare('select * from attempts order by delivery_id, number').all();
    const deliveries = rawDatabase(home).prepare<[], Record<string, unknown>>('select * from deliveries order by id').all();
    const { store } = openTestStore({ home });
    const after = await store.db.selectFrom('deliveries').selectAll().orderBy('id').execute();
    expect(after).toMatchObject(deliveries.map(({ response: _, body: __, flagged: ___, ...kept }) => kept));
    expect(after.map(({ attempts_made, settled_at, standing }) => ({ attempts_made, settled_at, standing }))).toEqual([
      { attempts_made: 0, settled_at: null, standing: 'untried' },
      { attempts_made: 2, settled_at: null, standing: 'retrying' },
      { attempts_made: 1, settled_at: 71, standing: 'delivered' },
      { attempts_made: 6, settled_at: 80, standing: 'failed' },
    ]);
    expect(new Set(after.map((row) => row.method))).toEqual(new Set(['POST']));
    expect(new Set(after.map((row) => row.article_id))).toEqual(new Set(['art_1']));
    expect(await store.db.selectFrom('delivery_bodies').selectAll().orderBy('delivery_id').execute()).toEqual(
      deliveries.map(({ id, body }) => ({ delivery_id: id, body })),
    );
    const attempts = await store.db.selectFrom('attempts').selectAll().orderBy('delivery_id').orderBy('number').execute();
    expect(attempts).toEqual(before.map((attempt) => ({ ...(attempt as object), request_headers: null })));
    // What stood on the delivery is what its last attempt says.
    for (const { id, response } of deliveries) {
      const last = attempts.findLast((attempt) => attempt.delivery_id === id);
      expect(last?.response ?? null).toBe(response);
    }
  });

  test('has a failed test send count as one, and an acknowledged one as acknowledged', async () => {
    const home = homeOfVersion1();
    const sqlite = rawDatabase(home);
    for (const migration of [webhooksPeopleTrust, knowledgeAtFullStrength, theWritingRoom]) sqlite.exec(migration);
    sqlite.exec(`update deliveries set test = 1 where id = 'dlv_4'`);
    sqlite.exec(`update deliveries set test = 1, status = 'failed', acknowledged_at = 9, flagged = 0 where id = 'dlv_3'`);
    sqlite.pragma('user_version = 4');
    const { store } = openTestStore({ home });
    const rows = await store.db.selectFrom('deliveries').select(['id', 'standing']).where('test', '=', 1).orderBy('id').execute();
    expect(rows.map(({ standing }) => standing)).toEqual(['acknowledged', 'test']);
  });

  test('keeps when each delivery ended, tried or not', async () => {
    const home = homeOfVersion1();
    const sqlite = rawDatabase(home);
    for (const migration of [webhooksPeopleTrust, knowledgeAtFullStrength, theWritingRoom]) sqlite.exec(migration);
    sqlite.exec(`update deliveries set status = 'failed', acknowledged_at = 9 where id in ('dlv_1', 'dlv_2')`);
    sqlite.pragma('user_version = 4');
    const before = sqlite.prepare('select id, settled_at from deliveries order by id').all();
    const { store } = openTestStore({ home });
    const after = await store.db.selectFrom('deliveries').select(['id', 'settled_at']).orderBy('id').execute();
    expect(after).toEqual(before);
    expect(after.map(({ settled_at }) => settled_at)).toEqual([9, 200, 71, 80]);
  });

  test('lets its secrets sign as long as they would have', async () => {
    const { store } = openTestStore({ home: homeOfVersion1() });
    const secrets = await store.db.selectFrom('signing_secrets').select(['id', 'signs_until']).orderBy('id').execute();
    expect(secrets.map(({ signs_until }) => signs_until)).toEqual([null, 3_600_005, 7]);
  });

  test('takes up its work where it stopped', async () => {
    const { store } = openTestStore({ home: homeOfVersion1() });
    const room = { kind: 'webhook.deliver', slots: 5, failingSlots: 2, unprovenSlots: 5, perLane: 4, leaseMs: 15_000 };
    const { claims } = await store.write((tx) => claimDue(tx, room, 15_009, 'mine'));
    expect(claims.map(({ key, claims: times }) => [key, times])).toEqual([
      ['dlv_1', 2],
      ['dlv_2', 3],
    ]);
  });

  test('is whole afterwards', async () => {
    const home = homeOfVersion1();
    openTestStore({ home });
    expect(versionOf(rawDatabase(home))).toBe(newestVersion);
    expect(rawDatabase(home).pragma('foreign_key_check')).toEqual([]);
    expect(rawDatabase(home).pragma('integrity_check', { simple: true })).toBe('ok');
  });
});

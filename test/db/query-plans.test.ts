import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { startReceiver } from '../support/receiver.ts';
import { scenario, type Memory } from '../support/scenario.ts';
import { openTestStore } from '../support/store.ts';
import { createTestApp } from '../support/test-app.ts';

/** Tables that grow with use, and the names the queries give them. */
const growing = ['documents', 'passages', 'articles', 'jobs', 'events', 'deliveries', 'attempts', 'work', 'head', 'next'];

/** Every list with every filter and with a cursor: what the scenario leaves out. */
const lists: [operation: string, filters: Record<string, unknown>][] = [
  ['knowledge_list', {}],
  ['knowledge_list', { tag: 'manual' }],
  ['knowledge_list', { q: 'pool', tag: 'manual' }],
  ['articles_list', {}],
  ['articles_list', { status: 'ready' }],
  ['jobs_list', {}],
  ['jobs_list', { status: 'failed' }],
  ['webhook_deliveries_list', {}],
  ['webhook_deliveries_list', { status: 'failed' }],
];

/** Every statement that the desk runs while it is used in all its ways. */
async function statementsOfUse(): Promise<string[]> {
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const { desk } = await createTestApp();
  const receiver = await startReceiver();
  const memory: Memory = { webhook: receiver.url };
  for (const { operation, input, refusedWith, remember } of scenario) {
    const answer = await desk.call(operation, input(memory)).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === refusedWith)) throw error;
    });
    Object.assign(memory, remember?.(answer as never));
    await desk.runDue();
  }
  for (const [operation, filters] of lists) {
    const cursors = { knowledge_list: 'doc_1', articles_list: 'art_1', jobs_list: 'job_1', webhook_deliveries_list: 'dlv_1' } as Record<
      string,
      string
    >;
    await desk.call(operation, filters);
    if (!('q' in filters)) await desk.call(operation, { ...filters, cursor: Buffer.from(cursors[operation]!).toString('base64url') });
  }
  await desk.services.jobs.list({ projectId: memory.prj! });
  await desk.services.jobs.list({ projectId: memory.prj!, status: 'failed' });
  await desk.health();
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter((sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql));
}

function plansOf(sqlite: SqliteDatabase.Database, statements: readonly string[]): Map<string, string[]> {
  const plan = (sql: string) =>
    sqlite.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(Array.from(sql.matchAll(/\?/g), () => null));
  return new Map(statements.map((sql) => [sql, plan(sql).map(({ detail }) => detail)]));
}

function emptyDatabase(): SqliteDatabase.Database {
  const { home } = openTestStore();
  const sqlite = new SqliteDatabase(join(home, 'copydesk.db'), { readonly: true });
  onTestFinished(() => void sqlite.close());
  return sqlite;
}

/** What a plan does to every row of a growing table. */
function scansIn(plans: Map<string, string[]>): string[] {
  const scans = new Set(growing.map((table) => `SCAN ${table}`));
  return [...plans].filter(([, plan]) => plan.some((step) => scans.has(step))).map(([sql]) => sql);
}

let used: Promise<string[]> | undefined;
const statements = () => (used ??= statementsOfUse());

describe('of all statements that a desk in full use runs', () => {
  test('the important ones are among those looked at', async () => {
    const all = await statements();
    const parts = [
      'with recursive',
      'json_each',
      'passages_fts match',
      'from "deliveries" where "status" = ?',
      'from "jobs" where "project_id" = ? and "status" = ?',
    ];
    for (const part of parts)
      expect(
        all.filter((sql) => sql.includes(part)),
        part,
      ).not.toEqual([]);
    expect(all.filter((sql) => /order by "id" desc/.test(sql)).length).toBeGreaterThanOrEqual(2 * 4);
    expect(all.length).toBeGreaterThan(50);
  });

  test('none reads a whole table that grows', async () => {
    expect(scansIn(plansOf(emptyDatabase(), await statements()))).toEqual([]);
  });

  test('no list sorts what an index holds in order, or walks past what it does not want', async () => {
    const pages = (await statements()).filter((sql) => /order by "id" desc limit/.test(sql));
    for (const [sql, plan] of plansOf(emptyDatabase(), pages)) {
      const filters = Array.from(sql.matchAll(/"(\w+)" = \?/g), ([, column]) => column!);
      const wanted = filters.includes('status') ? 'status=?' : filters.map((column) => `${column}=?`).join(' AND ');
      expect(plan[0], sql).toContain(wanted);
      expect(plan.join(), sql).not.toContain('TEMP B-TREE');
    }
  });

  test('a scan would be noticed', () => {
    expect(scansIn(plansOf(emptyDatabase(), ['select id from deliveries where url = ?']))).toHaveLength(1);
  });
});

test('every foreign key of a growing table can be followed back by an index, so that deleting a parent is no scan', () => {
  const sqlite = emptyDatabase();
  const unindexed = sqlite
    .prepare<[], string>(
      `select tables.name || '.' || keys."from" from pragma_table_list as tables join pragma_foreign_key_list(tables.name) as keys
       where tables.type = 'table' and not exists (
         select 1 from pragma_index_list(tables.name) as indexes join pragma_index_info(indexes.name) as parts
         where parts.seqno = 0 and parts.name = keys."from" and indexes.partial = 0)`,
    )
    .pluck()
    .all();
  // Signing secrets are retired, never deleted.
  expect(unindexed).toEqual(['deliveries.secret_id']);
});

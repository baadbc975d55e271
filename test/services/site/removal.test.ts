import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Project } from '../../../schema/projects.ts';
import { rowsOf, type Row } from '../../support/rows.ts';
import { createTestApp } from '../../support/test-app.ts';

const many = 500;

/** A desk of two projects, the first with many rows of all that a site brings. */
async function startWithSite() {
  const app = await createTestApp();
  const { id } = ((await app.desk.call('projects_list')) as { data: Project[] }).data[0]!;
  await app.desk.call('projects_create', { name: 'Blog' });
  const rows = rowsOf(app.home);
  const plant = (table: string, rowAt: (n: number) => Row) =>
    rows.insert(
      table,
      Array.from({ length: many }, (_, index) => rowAt(index + 1)),
    );
  const url = (n: number) => `https://rival.example/${n}`;
  const crawled = {
    project_id: id,
    origin: 'competitor',
    host: 'rival.example',
    title: 'Pools',
    language: 'en',
    word_count: 1,
    fingerprint: 'f',
  };
  await plant('crawled_pages', (n) => ({ ...crawled, id: `pag_${n}`, url: url(n), read_at: n, changed_at: n }));
  await plant('crawled_passages', (n) => ({ number: n, page_id: `pag_${n}`, position: 0, kind: 'prose', text: 'Pools.' }));
  const post = {
    project_id: id,
    title: 'Pools',
    language: 'en',
    dated_at: 0,
    words: 1,
    links_in: 0,
    competes: 0,
    sources: '[]',
    sought: '',
  };
  await plant('posts', (n) => ({ ...post, id: `pst_${n}`, place: url(n) }));
  await plant('post_pages', (n) => ({ project_id: id, url: url(n), depth: 0, listed: 0, state: 'read', status: 200 }));
  return { app, rows, id };
}

/** Counts the rows of these tables again and again until it is done; returns the most that went at once. */
async function mostAtOnce(rows: ReturnType<typeof rowsOf>, tables: readonly string[], work: Promise<unknown>): Promise<number> {
  let most = 0;
  let ended = false;
  const working = work.finally(() => (ended = true));
  const count = async () => {
    const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
    return (await rows.query<Record<string, number>>(`select ${counts.join(', ')}`))[0]!;
  };
  for (let left = await count(); !ended; await nextTurn()) {
    const now = await count();
    for (const table of tables) most = Math.max(most, left[table]! - now[table]!);
    left = now;
  }
  await working;
  return most;
}

const tables = ['crawled_pages', 'crawled_passages', 'posts', 'post_pages'];

test('a project that is deleted lets go of its pages and posts a hundred at a time', async () => {
  const { app, rows, id } = await startWithSite();
  const deletion = app.desk.call('projects_delete', { id, confirm: 'Default' });
  expect(await mostAtOnce(rows, tables, deletion)).toBeLessThanOrEqual(100);
  expect(await Promise.all(tables.map((table) => rows.count(table)))).toEqual([0, 0, 0, 0]);
});

test('a competitor that is removed lets go of its pages a hundred at a time, and posts stay', async () => {
  const { app, rows, id } = await startWithSite();
  await app.desk.call('competitors_add', { name: 'Rival', domain: 'rival.example', projectId: id });
  const removal = app.desk.call('competitors_remove', { domain: 'rival.example', projectId: id });
  expect(await mostAtOnce(rows, tables, removal)).toBeLessThanOrEqual(100);
  expect(await Promise.all(tables.map((table) => rows.count(table)))).toEqual([0, 0, many, many]);
});

test('what a reading left behind that failed is swept away', async () => {
  const { app, rows, id } = await startWithSite();
  await rows.insert('post_inventories', { project_id: id, job_id: 'job_gone', pages_read: 0, problems: '[]' });
  await app.advance(3_600_001);
  expect(await rows.count('post_pages')).toBe(0);
  expect(await rows.count('posts')).toBe(many);
});

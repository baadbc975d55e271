import { expect, test } from 'vitest';
import { createSearchStore } from '../../../src/services/search-console/store/store.ts';
import { unpack } from '../../../src/services/search-console/store/packed.ts';
import type { DayRow } from '../../../src/services/search-console/store/types.ts';
import { rowsOf } from '../../support/rows.ts';
import { openTestStore } from '../../support/store.ts';

async function openSearch() {
  const given = openTestStore();
  await rowsOf(given.home).insert('projects', {
    id: 'prj_1',
    name: 'Pumps',
    language: 'en',
    brand_terms: '[]',
    timezone: 'UTC',
    article_defaults: '{}',
    created_at: 0,
    updated_at: 0,
  });
  const search = createSearchStore(given);
  return { ...given, search, property: await search.open('prj_1', 'sc-domain:example.com') };
}

const row = (date: string, query: string, clicks: number, position = 5): DayRow => ({
  date,
  keys: [query],
  clicks,
  impressions: 10,
  position,
});

async function kept(home: string, table = 'search_days') {
  const rows = await rowsOf(home).all<{ rows: Uint8Array }>(table);
  return rows.map(({ rows: packed }) => unpack(packed).map(([key, sums]) => [key, sums.clicks, sums.impressions, sums.positions]));
}

test('a day is held once it is marked complete, and rows with the same keys are not added up', async () => {
  const { home, search, property } = await openSearch();
  await search.putDays(property, { table: 'query', rows: [row('2026-01-01', 'pumps', 1), row('2026-01-01', 'valves', 2, 5.25)] });
  await search.putDays(property, { table: 'query', rows: [row('2026-01-01', 'pumps', 3)] });
  expect(await search.heldDays(property, 'query')).toEqual([]);
  await search.markDays(property, 'query', ['2026-01-01'], true);
  await search.markDays(property, 'query', ['2026-01-02'], true);
  expect(await search.heldDays(property, 'query')).toEqual(['2026-01-01', '2026-01-02']);
  expect(await kept(home)).toEqual([
    [
      [0, 3, 10, 5000],
      [1, 2, 10, 5250],
    ],
    [],
  ]);
});

test('rows of a day that are put at the same time are all kept', async () => {
  const { home, search, property } = await openSearch();
  const queries = ['pumps', 'valves', 'pipes'];
  await Promise.all(queries.map((query) => search.putDays(property, { table: 'query', rows: [row('2026-01-01', query, 1)] })));
  const [rows] = await kept(home);
  expect(rows!.map(([key]) => key)).toEqual([0, 1, 2]);
});

test('a complete day that is put again begins anew, and one that is unmarked is gone', async () => {
  const { home, search, property } = await openSearch();
  await search.putDays(property, { table: 'query', rows: [row('2026-01-01', 'pumps', 1), row('2026-01-01', 'valves', 2)] });
  await search.markDays(property, 'query', ['2026-01-01'], true);
  await search.putDays(property, { table: 'query', rows: [row('2026-01-01', 'valves', 4)] });
  expect(await search.heldDays(property, 'query')).toEqual([]);
  expect(await kept(home)).toEqual([[[1, 4, 10, 5000]]]);
  await search.markDays(property, 'query', ['2026-01-01'], false);
  expect(await kept(home)).toEqual([]);
});

test('months are summed up from complete days, and let go when one of them changes', async () => {
  const { home, search, property } = await openSearch();
  for (const date of ['2026-01-01', '2026-01-31', '2026-02-01']) {
    await search.putDays(property, { table: 'query', rows: [row(date, 'pumps', 2)] });
    if (date !== '2026-02-01') await search.markDays(property, 'query', [date], true);
  }
  await search.sumMonths(property);
  expect(await kept(home, 'search_months')).toEqual([[[0, 4, 20, 10_000]]]);
  await search.markDays(property, 'query', ['2026-01-31'], false);
  expect(await kept(home, 'search_months')).toEqual([]);
  await search.sumMonths(property);
  expect(await kept(home, 'search_months')).toEqual([[[0, 2, 10, 5000]]]);
});

test('a month of which a day changes while it is summed up is left for the next time', async () => {
  const { home, search, property, store, system } = await openSearch();
  for (let day = 1; day <= 30; day++) {
    const date = `2026-04-${String(day).padStart(2, '0')}`;
    await search.putDays(property, { table: 'query', rows: [row(date, 'pumps', 1)] });
    await search.markDays(property, 'query', [date], true);
  }
  let changed: Promise<void> | undefined;
  const meanwhile = () => (changed ??= search.markDays(property, 'query', ['2026-04-02'], false));
  await createSearchStore({ store, system: { ...system, turns: () => meanwhile } }).sumMonths(property);
  expect(await kept(home, 'search_months')).toEqual([]);
  await search.sumMonths(property);
  expect(await kept(home, 'search_months')).toEqual([[[0, 29, 290, 145_000]]]);
});

test('an import takes the place of the same tables of the same period', async () => {
  const { search, property, clock } = await openSearch();
  const period = { since: '2026-01-01', until: '2026-03-31' };
  const table = (clicks: number) => ({ rows: [{ keys: ['pumps'], clicks, impressions: 10, position: 4.5 }], isWhole: true });
  await search.putImport(property, { period, tables: { query: table(1), page: table(1) } });
  await clock.advance(1000);
  await search.putImport(property, { period, tables: { query: { ...table(2), isWhole: false } } });
  await clock.advance(1000);
  const comparison = { since: '2025-01-01', until: '2025-03-31', assumed: true };
  await search.putImport(property, {
    period: { since: '2026-04-01', until: '2026-04-30' },
    tables: { day: { rows: [], previous: [], isWhole: true } },
    comparison,
  });
  expect(await search.imports(property)).toMatchObject([
    { period: { since: '2026-04-01' }, tables: { day: { rows: 0, isWhole: true, comparison } } },
    { period, tables: { query: { rows: 1, isWhole: false, comparison: null }, page: { rows: 1, isWhole: true } } },
  ]);
});

test('a large slice is kept in several transactions, all of it', async () => {
  const { home, search, property } = await openSearch();
  const rows = Array.from({ length: 6_000 }, (_, index) => ({
    date: '2026-01-01',
    keys: [`query ${index % 3_000}`, `https://example.com/${index % 7}`],
    clicks: index,
    impressions: 300_000_000,
    position: 1.5,
  }));
  await search.putDays(property, { table: 'query_page', rows });
  const [figures] = await kept(home);
  expect(figures).toHaveLength(6_000);
  expect(figures!.reduce((sum, [, clicks]) => sum + clicks!, 0)).toBe((5_999 * 6_000) / 2);
  expect(new Set(figures!.map(([, , , positions]) => positions))).toEqual(new Set([45_000_000_000]));
});

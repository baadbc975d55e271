import { expect, test } from 'vitest';
import { removeSearch } from '../../../src/services/search-console/store/removal.ts';
import { rowsOf } from '../../support/rows.ts';
import { daily, holdSearch } from '../../support/search-console.ts';
import { openTestStore } from '../../support/store.ts';
import { createTestApp } from '../../support/test-app.ts';

const tables = ['search_properties', 'search_keys', 'search_days', 'search_months', 'search_imports'];

async function start(until: string, days: number) {
  const app = await createTestApp();
  const held = await holdSearch(app);
  await held.keep(daily(until, days, (date) => [{ date, query: 'pumps', clicks: 1, impressions: 10, position: 2 }]));
  const table = { rows: [{ keys: ['pumps'], clicks: 1, impressions: 10, position: 2 }], isWhole: true };
  await held.search.putImport(held.property, { period: { since: '2020-01-01', until: '2020-01-31' }, tables: { query: table } });
  return { app, ...held, rows: rowsOf(app.home) };
}

test('a project takes all that is kept of its properties along', async () => {
  const { app, rows, property } = await start('2026-04-30', 40);
  await app.desk.call('projects_create', { name: 'Another' });
  for (const table of tables) expect(await rows.count(table), table).toBeGreaterThan(0);
  await app.desk.call('projects_delete', { id: property.projectId, confirm: 'Default' });
  for (const table of tables) expect(await rows.count(table), table).toBe(0);
});

test('a long history goes in slices, texts before their property', async () => {
  const { app, property, rows } = await start('2026-04-30', 3);
  await rows.insert(
    'search_keys',
    Array.from({ length: 4_500 }, (_, index) => ({ property: property.number, kind: 'page', number: 10 + index, text: `page ${index}` })),
  );
  const { store } = openTestStore({ home: app.home });
  let slices = 0;
  while (await store.write((tx) => removeSearch(tx, property.projectId))) {
    slices++;
    expect(await rows.count('search_properties')).toBe(1);
  }
  expect(slices).toBeGreaterThanOrEqual(5);
  expect(await rows.count('search_properties')).toBe(0);
});

test('days go once they are older than 500 days, with the months that they are in; imports stay', async () => {
  // The clock of tests stands at 3 May 2026.
  const { app, rows, search, property } = await start('2025-01-05', 60);
  await app.desk.services.retention.sweep(new AbortController().signal);
  const days = await search.heldDays(property, 'query');
  expect(days[0]).toBe('2024-12-19');
  expect(days.at(-1)).toBe('2025-01-05');
  const months = await rows.all<{ month: string }>('search_months', { grouped_by: 'query' });
  expect(months.map(({ month }) => month)).toEqual(['2025-01']);
  expect(await search.imports(property)).toHaveLength(1);
});

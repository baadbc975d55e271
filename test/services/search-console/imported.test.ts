import { expect, test } from 'vitest';
import type { SearchReport } from '../../../schema/search-console.ts';
import type { ImportedTable, TotalRow } from '../../../src/services/search-console/store/types.ts';
import { daily, holdSearch } from '../../support/search-console.ts';
import { createTestApp } from '../../support/test-app.ts';

const january = { since: '2026-01-01', until: '2026-01-31' };
const february = { since: '2026-02-01', until: '2026-02-28' };

const row = (key: string, clicks: number, impressions = 100, position = 5): TotalRow => ({ keys: [key], clicks, impressions, position });
const table = (rows: TotalRow[], more: Partial<ImportedTable> = {}): ImportedTable => ({ rows, isWhole: true, ...more });

async function start() {
  const app = await createTestApp();
  const held = await holdSearch(app);
  const ask = async (input: Record<string, unknown> = {}) => (await app.desk.call('search_console_query', input)) as SearchReport;
  return { ...held, ask };
}

test('an import answers for its period, with totals from its days', async () => {
  const { search, property, ask } = await start();
  const day = table([row('2026-01-01', 30, 400), row('2026-01-02', 20, 600, 7)]);
  await search.putImport(property, { period: january, tables: { day, query: table([row('pumps', 9), row('valves', 12)]) } });
  expect(await ask()).toMatchObject({
    source: 'import',
    period: january,
    totals: { clicks: 50, impressions: 1000, ctr: 0.05, position: 6.2 },
    data: [{ query: 'valves', clicks: 12 }, { query: 'pumps' }],
  });
  expect((await ask({ dimensions: ['date'] })).data).toMatchObject([
    { date: '2026-01-01', clicks: 30 },
    { date: '2026-01-02', position: 7 },
  ]);
  await expect(ask({ since: '2026-01-02', until: '2026-01-31' })).rejects.toMatchObject({
    code: 'period_not_held',
    message: expect.stringContaining('Held: import 2026-01-01 to 2026-01-31.'),
  });
});

test('totals name their table, and say what the rows of an export add up to instead, and why', async () => {
  const { search, property, ask } = await start();
  const tables = {
    day: table([row('2026-01-01', 16_917, 400_000)]),
    query: table([row('pumps', 9000), row('valves', 900)]),
    page: table([row('https://example.com/a', 20_000), row('https://example.com/b', 7183)]),
    country: table([row('deu', 16_917)]),
    device: table([row('mobile', 9000)], { isWhole: false }),
  };
  await search.putImport(property, { period: january, tables });
  const totalsBy = async (dimension: string) => (await ask({ dimensions: [dimension] })).totals;
  expect(await totalsBy('page')).toMatchObject({
    table: 'day',
    clicks: 16_917,
    differs: 'Rows by page add up to 27183 clicks: who opens two pages of one search counts for each.',
  });
  expect(await totalsBy('query')).toMatchObject({ differs: 'Rows by query add up to 9900 clicks: Google withholds rare queries.' });
  expect(await totalsBy('device')).toMatchObject({ differs: 'Rows by device add up to 9000 clicks: the export has 1,000 rows at most.' });
  for (const same of ['country', 'date']) expect(await totalsBy(same)).not.toHaveProperty('differs');
});

test('synced days answer where they hold the period, an import where only it does, and neither is added to the other', async () => {
  const { search, property, keep, ask } = await start();
  await keep(daily(february.until, 28, (date) => [{ date, query: 'pumps', clicks: 1, impressions: 10, position: 2 }]));
  for (const period of [january, february]) await search.putImport(property, { period, tables: { query: table([row('pumps', 500)]) } });
  expect(await ask()).toMatchObject({ source: 'api', period: february, data: [{ clicks: 28 }] });
  expect(await ask(february)).toMatchObject({ source: 'api' });
  expect(await ask(january)).toMatchObject({
    source: 'import',
    totals: null,
    why: { totals: 'provider_has_none' },
    data: [{ clicks: 500 }],
  });
});

test('an import is found by its first day alone', async () => {
  const { search, property, ask } = await start();
  for (const period of [february, january]) await search.putImport(property, { period, tables: { query: table([row('pumps', 5)]) } });
  expect((await ask({ since: january.since })).period).toEqual(january);
  expect((await ask({ since: february.since })).period).toEqual(february);
});

test('a comparison export gives both periods; what was not shown in one has no position there', async () => {
  const { search, property, ask } = await start();
  const query = table([row('pumps', 9), row('gone', 0, 0, 0)], { previous: [row('pumps', 40, 200, 3), row('gone', 30, 300, 4)] });
  await search.putImport(property, { period: february, comparison: { ...january, assumed: false }, tables: { query } });
  const compared = await ask({ compare: 'previous' });
  expect(compared).toMatchObject({
    period: february,
    comparison: january,
    data: [{ query: 'pumps', clicks: 9, before: { clicks: 40, position: 3 }, change: -31 }],
  });
  const lost = await ask({ view: 'lost' });
  expect(lost.data).toMatchObject([{ query: 'gone', position: null, ctr: null, before: { clicks: 30 } }]);
});

test('two imports of periods that follow one another are compared, too', async () => {
  const { search, property, ask } = await start();
  const periods = [
    { since: '2026-01-01', until: '2026-01-28' },
    { since: '2026-01-29', until: '2026-02-25' },
  ] as const;
  for (const [index, period] of periods.entries()) {
    const page = table([row('https://example.com/a', index === 0 ? 400 : 100, 5000), row('https://example.com/b', 500, 5000)]);
    await search.putImport(property, { period, tables: { page } });
  }
  const report = await ask({ view: 'decay', ...periods[1] });
  expect(report).toMatchObject({ comparison: periods[0], data: [{ page: 'https://example.com/a', change: -300 }] });
});

test('what an export cannot tell is null, with the export that would', async () => {
  const { search, property, ask } = await start();
  await search.putImport(property, {
    period: january,
    tables: { query: table([row('pumps', 9)]), page: table([row('https://example.com/a', 9)]) },
  });
  const reports = {
    rivals: await ask({ view: 'cannibalization' }),
    decay: await ask({ view: 'decay' }),
    both: await ask({ dimensions: ['query', 'page'] }),
    countries: await ask({ dimensions: ['country'] }),
  };
  for (const report of Object.values(reports))
    expect(report).toMatchObject({ source: 'import', data: null, count: null, why: { data: 'provider_has_none' } });
  expect(reports.rivals.why['instead']).toContain('search_console_sync');
  expect(reports.decay.why['instead']).toContain('comparison of two periods');
  expect(reports.countries.why['instead']).toContain('table by country');
});

test('a table that the export cut tells nothing new or lost', async () => {
  const { search, property, ask } = await start();
  const query = table([row('pumps', 9)], { isWhole: false, previous: [row('valves', 40)] });
  await search.putImport(property, { period: february, comparison: { ...january, assumed: false }, tables: { query } });
  for (const name of ['new', 'lost'])
    expect(await ask({ view: name })).toMatchObject({
      data: null,
      why: { data: 'provider_has_none', instead: expect.stringContaining('1,000 rows') },
    });
});

test('tables of one period that were compared with different ones each name their own', async () => {
  const { search, property, ask } = await start();
  const lastYear = { since: '2025-02-01', until: '2025-02-28', assumed: false };
  const compared = (clicks: number) => ({ day: table([row('2026-02-01', clicks)], { previous: [row('2026-02-01', clicks * 2)] }) });
  const query = table([row('pumps', 9)], { previous: [row('pumps', 40)] });
  await search.putImport(property, { period: february, comparison: { ...january, assumed: true }, tables: { ...compared(9), query } });
  const page = table([row('https://example.com/a', 9)], { previous: [row('https://example.com/a', 50)] });
  await search.putImport(property, { period: february, comparison: lastYear, tables: { page } });
  const byQuery = await ask({ compare: 'previous' });
  expect(byQuery).toMatchObject({ comparison: { ...january, assumed: true }, data: [{ before: { clicks: 40 } }] });
  expect(byQuery.totals!.before).toMatchObject({ clicks: 18 });
  const byPage = await ask({ compare: 'previous', dimensions: ['page'] });
  expect(byPage.comparison).toEqual({ since: '2025-02-01', until: '2025-02-28' });
  expect(byPage.data).toMatchObject([{ before: { clicks: 50 } }]);
  expect(byPage.totals).not.toHaveProperty('before');
});

test('an export has no days of queries, and says so', async () => {
  const { search, property, ask } = await start();
  await search.putImport(property, { period: january, tables: { query: table([row('pumps', 9)]), day: table([row('2026-01-01', 9)]) } });
  for (const input of [{ dimensions: ['query', 'date'] }, { dimensions: ['date'], query: 'pumps' }])
    expect(await ask(input)).toMatchObject({
      data: null,
      count: null,
      why: { data: 'provider_has_none', instead: expect.stringContaining('without date') },
    });
  expect((await ask({ dimensions: ['date'] })).data).toMatchObject([{ date: '2026-01-01' }]);
});

test('what is gone is counted among what changed', async () => {
  const { search, property, ask } = await start();
  const query = table([row('pumps', 9), row('gone', 0, 0, 0)], { previous: [row('pumps', 40), row('gone', 30)] });
  await search.putImport(property, { period: february, comparison: { ...january, assumed: false }, tables: { query } });
  const changed = await ask({ sort: 'change', compare: 'previous', limit: 1 });
  expect(changed).toMatchObject({ count: 2, data: [{ query: 'pumps' }] });
  expect(await ask({ sort: 'change', compare: 'previous', cursor: changed.nextCursor })).toMatchObject({
    count: 2,
    data: [{ query: 'gone' }],
  });
});

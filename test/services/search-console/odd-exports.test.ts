import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countriesNamed } from '../../../src/services/search-console/import/countries.ts';
import { readExport } from '../../../src/services/search-console/import/export.ts';
import { countOf, decimalOf } from '../../../src/services/search-console/import/numbers.ts';
import { cellsOf } from '../../../src/services/search-console/import/table.ts';
import type { Imported } from '../../../schema/search-import.ts';
import type { SearchReport } from '../../../schema/search-console.ts';
import { exported, zipped } from '../../support/exports.ts';
import { createTestApp } from '../../support/test-app.ts';

const april = { since: '2026-04-01', until: '2026-04-04' };
const headings = 'Top queries,Clicks,Impressions,CTR,Position';

async function start() {
  const { desk } = await createTestApp();
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  await desk.call('projects_update', { id: data[0]!.id, siteUrl: 'https://example.com/' });
  return {
    give: async (bytes: Buffer | string, more: Record<string, unknown> = {}) =>
      (await desk.call('search_console_import', { base64: Buffer.from(bytes).toString('base64'), ...more })) as Imported,
    send: (base64: string) => desk.call('search_console_import', { base64, ...april }),
    ask: async (input: Record<string, unknown> = {}) => (await desk.call('search_console_query', input)) as SearchReport,
  };
}

/** A comparison whose table of days has one column of dates, as Search Console makes it. */
function comparison(periods: readonly [string, string], words: string, files: Readonly<Record<string, string>> = {}): Buffer {
  const heading = (key: string) =>
    [key, ...['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((figure) => periods.map((period) => `${period} ${figure}`))].join(',');
  return zipped({
    'Pages.csv': `${heading('Top pages')}\nhttps://example.com/a,100,400,5000,5000,2%,8%,9.1,4\nhttps://example.com/b,500,500,5000,5000,10%,10%,3,3\n`,
    'Dates.csv': `${heading('Date')}\n2026-04-03,300,500,5000,5000,6%,10%,6,4\n2026-04-04,300,400,5000,5000,6%,8%,6,4\n`,
    'Filters.csv': `Filter,Value\nSearch type,Web\nDate,${words}\n`,
    ...files,
  });
}

const lastDays = ['Last 2 days', 'Previous 2 days'] as const;

test('where one column of dates stands for both periods, the other is the days just before, told as assumed', async () => {
  const { give, ask } = await start();
  const imported = await give(comparison(lastDays, 'Compare last 2 days to previous period'));
  expect(imported).toMatchObject({
    period: { since: '2026-04-03', until: '2026-04-04' },
    comparison: { since: '2026-04-01', until: '2026-04-02', assumed: true },
  });
  expect(imported.warnings).toEqual([expect.stringContaining('previousSince')]);
  const { data, totals, comparison: compared } = await ask({ view: 'decay' });
  expect(compared).toEqual({ since: '2026-04-01', until: '2026-04-02', assumed: true });
  expect(data).toMatchObject([{ page: 'https://example.com/a', change: -300 }]);
  expect(totals).toMatchObject({ clicks: 600, before: { clicks: 900 } });
});

test.each([
  ['a comparison with a year ago', ['Last 2 days', 'Same period last year'], 'Compare last 2 days year over year'],
  ['one that its filter alone says is with a year ago', ['Letzte 2 Tage', 'Vorher'], 'Letzte 2 Tage mit Vorjahr vergleichen'],
  ['one of days of its own', ['4/3/26 - 4/4/26', '1/3/26 - 1/4/26'], 'Compare'],
] as const)('%s needs the days that it compares with', async (_name, periods, words) => {
  const { give } = await start();
  const bytes = comparison(periods, words);
  await expect(give(bytes)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(periods[0]),
    errors: [{ pointer: '/previousSince' }],
  });
  const told = await give(bytes, { previousSince: '2025-04-03', previousUntil: '2025-04-04' });
  expect(told.comparison).toEqual({ since: '2025-04-03', until: '2025-04-04', assumed: false });
});

test('days of both periods in one column, or in two, tell the other period', async () => {
  const columns = 'Clicks,Clicks before,Impressions,Impressions before,CTR,CTR before,Position,Position before';
  const tables = [
    `Date,${columns}\n2026-04-03,300,,5000,,6%,,6,\n2026-04-04,300,,5000,,6%,,6,\n2025-12-30,,500,,5000,,10%,,4\n2025-12-31,,400,,5000,,8%,,4\n`,
    `Date,Date before,${columns}\n2026-04-03,2025-12-30,300,500,5000,5000,6%,10%,6,4\n2026-04-04,2025-12-31,300,400,5000,5000,6%,8%,6,4\n`,
  ];
  for (const table of tables) {
    const { give, ask } = await start();
    const bytes = comparison(lastDays, 'Compare', { 'Dates.csv': table });
    expect(await give(bytes)).toMatchObject({
      period: { since: '2026-04-03', until: '2026-04-04' },
      comparison: { since: '2025-12-30', until: '2025-12-31', assumed: false },
    });
    expect((await ask({ view: 'decay' })).totals).toMatchObject({ clicks: 600, before: { clicks: 900 } });
    await expect(give(bytes, { previousSince: '2026-01-01' })).rejects.toMatchObject({ code: 'invalid_input' });
  }
});

test('a table that is imported again without a comparison has none, though others of its period have', async () => {
  const { give, ask } = await start();
  await give(comparison(lastDays, 'Compare last 2 days to previous period'));
  await give('Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/a,100,5000,2%,9.1\n', {
    since: '2026-04-03',
    until: '2026-04-04',
  });
  expect(await ask({ view: 'decay' })).toMatchObject({ data: null, why: { data: 'provider_has_none' } });
});

test('decay is suggested only where two periods are held side by side', async () => {
  const { give } = await start();
  const page = 'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/a,100,5000,2%,9.1\n';
  const next = async (since: string, until: string) => (await give(page, { since, until })).next.map((call) => call.arguments);
  const decay = { view: 'decay', since: '2026-04-05', until: '2026-04-08', limit: 5 };
  const rows = { ...decay, view: 'rows' };
  expect(await next('2026-04-05', '2026-04-08')).toEqual([rows]);
  expect(await next('2026-02-01', '2026-02-04')).toEqual([{ ...rows, since: '2026-02-01', until: '2026-02-04' }]);
  expect(await next('2026-04-01', '2026-04-04')).toEqual([decay]);
  expect(await next('2026-04-05', '2026-04-08')).toEqual([decay]);
});

test('the days of the other period stand at their own dates', async () => {
  const { tables } = await readExport(comparison(lastDays, 'Compare'), {}, () => Promise.resolve());
  expect(tables.day!.previous!.map(({ keys }) => keys[0])).toEqual(['2026-04-01', '2026-04-02']);
});

test('a zip of a folder is read, with the shadows that macOS packs beside its files', async () => {
  const { give } = await start();
  const bytes = zipped({
    'export/Queries.csv': `${headings}\npumps,1,2,50%,3\n`,
    '__MACOSX/export/._Queries.csv': '\0\u0005\u0016\u0007 Mac OS X\nATTR\n',
    'export/._Queries.csv': '\0\u0005\u0016\u0007 Mac OS X\nATTR\n',
  });
  expect((await give(bytes, april)).tables).toMatchObject([{ table: 'query', rows: 1 }]);
});

test('empty tables are left out, an export of one day is read, and one of hours is refused', async () => {
  const { give } = await start();
  const oneDay = exported('en', {
    'Queries.csv': `${headings}\n`,
    'Countries.csv': 'Country,Clicks,Impressions,CTR,Position',
    'Chart.csv': 'Date,Clicks,Impressions,CTR,Position\n2026-04-01,9,940,"0,96 %","7,2"\n',
  });
  const { period, tables } = await give(oneDay);
  expect(period).toEqual({ since: '2026-04-01', until: '2026-04-01' });
  expect(tables.map(({ table }) => table)).toEqual(['page', 'device', 'day']);
  const hours = exported('en', { 'Chart.csv': 'Date,Clicks,Impressions,CTR,Position\n2026-04-01T00:00:00-07:00,9,940,1%,7\n' });
  await expect(give(hours)).rejects.toMatchObject({ code: 'unreadable_source', message: expect.stringContaining('hours') });
});

test.each([
  [
    'a table saved by a spreadsheet',
    'sep=;\r\nTop queries;Clicks;Impressions;CTR;Position\r\n"a;b, c";1.234;56.789;2,2 %;12,25\r\n',
    'a;b, c',
    1234,
  ],
  ['a heading in an unknown language', 'Fyrirspurnir,Smellir,Birtingar,Smellihlutfall,Staða\npumps,1,2,<1%,3\n', 'pumps', 1],
  ['dashes for nothing', `${headings}\npumps,—,2,—,3\n`, 'pumps', 0],
  ['two dashes and a tilde for nothing', `${headings}\npumps,--,2,~,3\n`, 'pumps', 0],
])('%s is read', async (_name, text, query, clicks) => {
  const { give, ask } = await start();
  await give(text, april);
  expect((await ask()).data).toMatchObject([{ query, clicks }]);
});

test('queries come back as they were searched, whatever they hold', async () => {
  const { give, ask } = await start();
  const queries = ["=cmd|' /C calc'!A0", '@sum(1)', 'a, "b"', 'two\nlines', 'كيف أنسخ', '\u202Eright', '🧑‍🚀 pumps', '1.234', '<b>'];
  await give([headings, ...queries.map((query, index) => `"${query.replaceAll('"', '""')}",${index + 1},100,1%,3`)].join('\n'), april);
  expect((await ask()).data!.map(({ query }) => query)).toEqual(queries.toReversed());
});

test('an emoji is whole wherever it stands in a long table', async () => {
  const name = 'The file';
  for (const shift of [0, 1]) {
    const text = `${'x'.repeat(65_535 - shift)}🚀${'y'.repeat(10)},1,2,3,4\n`;
    expect((await cellsOf({ name, text }))[0]![0]).toContain('x🚀y');
  }
});

test('one query twice, days that are none and base64 that is damaged far behind are refused', async () => {
  const { give, send } = await start();
  await expect(give(`${headings}\npumps,1,2,50%,3\nvalves,1,2,50%,3\npumps,2,3,66%,3\n`, april)).rejects.toMatchObject({
    code: 'unreadable_source',
    message: 'Line 4 of The file has pumps a second time.',
  });
  await expect(give('Date,Clicks,Impressions,CTR,Position\n2026-02-30,1,2,50%,3\n')).rejects.toMatchObject({ code: 'unreadable_source' });
  const base64 = Buffer.from(`${headings}\n${'pumps are long,1,2,50%,3\n'.repeat(100)}`).toString('base64');
  await expect(send(`${base64.slice(0, 2000)}!${base64.slice(2001)}`)).rejects.toMatchObject({ errors: [{ pointer: '/base64' }] });
});

test('a count is read back however its thousands are parted', () => {
  const written = (locale: string, count: number) => new Intl.NumberFormat(locale).format(count);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom('en', 'de', 'fr', 'de-CH', 'hi', 'ar-EG', 'fa', 'pl', 'es'),
      (count, locale) => {
        expect(countOf(written(locale, count))).toBe(count);
      },
    ),
  );
  for (const text of ['12.50', '1.2', '1,23', '1.234,567', '-5', '<10', 'many', '1e3']) expect(countOf(text), text).toBeNull();
});

test('a position is read back with a point or a comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 99_999 }), fc.constantFrom('en', 'de', 'fr', 'ar-EG', 'fa'), (hundredths, locale) => {
      const text = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 2 }).format(hundredths / 100);
      expect(decimalOf(text)).toBe(hundredths / 100);
    }),
  );
});

test('a table is read back whatever its cells hold, with each delimiter', async () => {
  const cell = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '').trim());
  const delimiters = fc.constantFrom(',', ';', '\t');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), delimiters, async (rows, delimiter) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = [['a', 'b'], ...rows].map((row) => row.map(quoted).join(delimiter)).join('\n');
      expect((await cellsOf({ name: 'x', text })).slice(1)).toEqual(rows);
    }),
  );
});

test('countries are looked up language by language, and never where rows are too many for them', async () => {
  let turns = 0;
  const turn = () => Promise.resolve(void turns++);
  expect(await countriesNamed(['Deutschland', 'Österreich', 'Nirgendwo', 'Schweiz'], turn)).toEqual(
    new Map([
      ['Deutschland', 'deu'],
      ['Österreich', 'aut'],
      ['Schweiz', 'che'],
    ]),
  );
  expect(turns).toBeGreaterThan(40);
  turns = 0;
  expect(
    await countriesNamed(
      Array.from({ length: 300 }, (_, index) => `query ${index}`),
      turn,
    ),
  ).toBeUndefined();
  expect(turns).toBe(0);
});

test('a workbook is refused, with what to download instead', async () => {
  const { give } = await start();
  const workbook = zipped({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' });
  await expect(give(workbook, april)).rejects.toMatchObject({
    code: 'unreadable_source',
    message: expect.stringContaining('Download CSV'),
  });
});

test('exports that overlap stay apart, and the latest answers', async () => {
  const { give, ask } = await start();
  const query = (clicks: number) => `${headings}\npumps,${clicks},100,1%,3\n`;
  await give(query(5), { since: '2026-03-01', until: '2026-04-04', property: 'sc-domain:example.com' });
  await give(query(2), { ...april, property: 'sc-domain:example.com' });
  expect(await ask({ since: '2026-03-01', until: '2026-04-04' })).toMatchObject({ data: [{ clicks: 5 }] });
  expect(await ask(april)).toMatchObject({ data: [{ clicks: 2 }] });
  await expect(ask({ since: '2026-03-02', until: '2026-04-04' })).rejects.toMatchObject({ code: 'period_not_held' });
});

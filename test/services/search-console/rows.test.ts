import { expect, test } from 'vitest';
import type { SearchReport } from '../../../schema/search-console.ts';
import { createReports } from '../../../src/services/search-console/reports/report.ts';
import { datesOf } from '../../../src/services/search-console/store/dates.ts';
import { generator } from '../../bench/random.ts';
import { daily, holdSearch, type Seen } from '../../support/search-console.ts';
import { openTestStore } from '../../support/store.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const ask = async ({ desk }: Pick<TestApp, 'desk'>, input: Record<string, unknown> = {}) =>
  (await desk.call('search_console_query', input)) as SearchReport;

const last = '2026-04-30';

async function withDays(seen: readonly Seen[], withheld = 0) {
  const app = await createTestApp();
  const held = await holdSearch(app);
  await held.keep(seen, withheld);
  return { app, ...held };
}

/** Random days of few queries and pages. */
function randomDays(days: number): Seen[] {
  const random = generator(3);
  return daily(last, days, (date) =>
    Array.from({ length: 12 }, (_, index) => ({
      date,
      query: `query ${index % 5}`,
      page: `https://example.com/${index % 3}`,
      country: index % 2 === 0 ? 'deu' : 'fra',
      clicks: Math.floor(random() * 9),
      impressions: 10 + Math.floor(random() * 50),
      position: 1 + Math.floor(random() * 30),
    })),
  );
}

test('without a period the last 28 final days answer, most clicks first, with positions weighed by impressions', async () => {
  const seen = daily(last, 40, (date) => [
    { date, query: 'pumps', clicks: 1, impressions: 10, position: 2 },
    { date, query: 'pumps', page: 'https://example.com/b', clicks: 1, impressions: 30, position: 6 },
    { date, query: 'valves', clicks: 5, impressions: 10, position: 1 },
  ]);
  const { app } = await withDays(seen);
  expect(await ask(app)).toEqual({
    property: 'sc-domain:example.com',
    source: 'api',
    period: { since: '2026-04-03', until: last },
    comparison: null,
    totals: { table: 'day', clicks: 196, impressions: 1400, ctr: 0.14, position: 4.2 },
    data: [
      { query: 'valves', clicks: 140, impressions: 280, ctr: 0.5, position: 1 },
      { query: 'pumps', clicks: 56, impressions: 1120, ctr: 0.05, position: 5 },
    ],
    nextCursor: null,
    count: 2,
    why: {},
  });
});

test('totals come from the day rows, with what Google withholds from queries', async () => {
  const { app } = await withDays(
    daily(last, 28, (date) => [{ date, query: 'pumps', clicks: 1, impressions: 10, position: 2 }]),
    90,
  );
  const { totals, data } = await ask(app);
  expect(totals).toMatchObject({ clicks: 28, impressions: 2800 });
  expect(data![0]).toMatchObject({ clicks: 28, impressions: 280 });
});

test('any period is the sum of its days, whether its months are added up or not', async () => {
  const seen = randomDays(130);
  const { app } = await withDays(seen);
  const random = generator(5);
  for (let nth = 0; nth < 25; nth++) {
    const [from, to] = [Math.floor(random() * 130), Math.floor(random() * 130)].toSorted((one, other) => one - other);
    const dates = datesOf({ since: seen[0]!.date, until: last });
    const period = { since: dates[from!]!, until: dates[to!]! };
    const within = seen.filter(({ date }) => date >= period.since && date <= period.until);
    for (const [dimensions, nameOf] of [
      [['query'], (one: Seen) => one.query],
      [['page'], (one: Seen) => one.page!],
      [['query', 'page'], (one: Seen) => `${one.query} ${one.page}`],
      [['country'], (one: Seen) => one.country!],
    ] as const) {
      const { data } = await ask(app, { dimensions, ...period, limit: 100 });
      const expected = Map.groupBy(within, nameOf);
      const told = data!.map((row) => [dimensions.map((one) => row[one]).join(' '), row.clicks, row.impressions] as const);
      expect(new Map(told.map(([name, clicks, impressions]) => [name, { clicks, impressions }]))).toEqual(
        new Map([...expected].map(([name, rows]) => [name, { clicks: sum(rows, 'clicks'), impressions: sum(rows, 'impressions') }])),
      );
    }
  }
});

const sum = (rows: readonly Seen[], of: 'clicks' | 'impressions') => rows.reduce((all, row) => all + row[of], 0);

test('filters mean the text that is the same, else those that hold it, and take what holds neither away', async () => {
  const seen = daily(last, 28, (date) =>
    ['pump', 'pump 100%', 'water pump', 'valve'].map((query, index) => ({
      date,
      query,
      page: `https://example.com/${index % 2 === 0 ? '' : 'shop'}`,
      clicks: index + 1,
      impressions: 10,
      position: 3,
    })),
  );
  const { app } = await withDays(seen);
  const queries = async (input: Record<string, unknown>) => (await ask(app, input)).data!.map(({ query }) => query);
  expect(await queries({ query: 'Pump' })).toEqual(['pump']);
  expect(await queries({ query: 'UMP' })).toEqual(['water pump', 'pump 100%', 'pump']);
  expect(await queries({ query: '0%' })).toEqual(['pump 100%']);
  expect(await queries({ query: '_ump' })).toEqual([]);
  expect(await queries({ page: 'https://example.com/' })).toEqual(['water pump', 'pump']);
  expect(await queries({ page: 'SHOP', query: 'valve' })).toEqual(['valve']);
  const days = await ask(app, { dimensions: ['date'], query: 'pump', limit: 2 });
  expect(days.data).toEqual([
    { date: '2026-04-03', clicks: 1, impressions: 10, ctr: 0.1, position: 3 },
    { date: '2026-04-04', clicks: 1, impressions: 10, ctr: 0.1, position: 3 },
  ]);
  expect((await ask(app, { dimensions: ['query', 'date'], sort: 'clicks', limit: 1 })).data).toMatchObject([
    { date: '2026-04-03', query: 'valve', clicks: 4 },
  ]);
});

test('a country is the one of its code, in two letters or three, and no other that holds them', async () => {
  const seen = ['usa', 'aus', 'rus', 'deu'].map((country) => ({
    date: last,
    query: 'pump',
    country,
    clicks: 1,
    impressions: 10,
    position: 3,
  }));
  const { app } = await withDays(daily(last, 28, (date) => seen.map((one) => ({ ...one, date }))));
  for (const country of ['US', 'usa'])
    expect((await ask(app, { dimensions: ['country'], country })).data!.map((row) => row.country)).toEqual(['usa']);
  expect((await ask(app, { dimensions: ['country'], country: 'FR' })).data).toEqual([]);
});

test('every row comes once through the pages of an answer, in whatever order', async () => {
  const { app } = await withDays(randomDays(28));
  for (const sort of ['clicks', 'impressions', 'ctr', 'position'] as const) {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask(app, { dimensions: ['query', 'page'], sort, limit: 4, ...(cursor !== undefined && { cursor }) });
      names.push(...page.data!.map(({ query, page: url }) => `${query} ${url}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(names).toHaveLength(12);
    expect(new Set(names).size).toBe(12);
  }
  await expect(ask(app, { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a comparison shows the days before, or the same weekdays of last year, and says when they are not held', async () => {
  const seen = daily(last, 400, (date, index) => [
    { date, query: 'pumps', clicks: index < 36 ? 9 : index < 386 ? 2 : 3, impressions: 10, position: index < 386 ? 4 : 2 },
  ]);
  const { app } = await withDays(seen);
  const fortnight = { since: '2026-04-17', compare: 'previous' };
  expect(await ask(app, fortnight)).toMatchObject({
    comparison: { since: '2026-04-03', until: '2026-04-16' },
    totals: { clicks: 42, before: { clicks: 28 } },
    data: [{ clicks: 42, before: { clicks: 28, impressions: 140, position: 4 }, change: 14 }],
  });
  expect(await ask(app, { ...fortnight, compare: 'year' })).toMatchObject({
    comparison: { since: '2025-04-18', until: '2025-05-01' },
    data: [{ before: { clicks: 126 }, change: -84 }],
  });
  expect(await ask(app, { since: '2025-05-01', compare: 'year' })).toMatchObject({ comparison: null, why: { comparison: 'not_checked' } });
});

test('a period that is not held is refused, naming those that are', async () => {
  const { app, search, property } = await withDays(
    daily(last, 10, (date) => [{ date, query: 'pumps', clicks: 1, impressions: 10, position: 2 }]),
  );
  for (const table of ['day', 'query'] as const) await search.markDays(property, table, ['2026-04-25'], false);
  await expect(ask(app, { since: '2026-04-24', until: last })).rejects.toMatchObject({
    code: 'period_not_held',
    message: '2026-04-24 to 2026-04-30 is not held. Held: days 2026-04-26 to 2026-04-30; days 2026-04-21 to 2026-04-24.',
  });
  // What follows the gap answers where no period is named.
  expect(await ask(app)).toMatchObject({ period: { since: '2026-04-26', until: last }, totals: { clicks: 5 } });
  await expect(ask(app, { since: '2026-05-01', until: '2026-04-01' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('what no table holds together is refused, naming what is held', async () => {
  const { app } = await withDays(randomDays(28));
  await expect(ask(app, { dimensions: ['query', 'country'] })).rejects.toMatchObject({
    code: 'period_not_held',
    message: expect.stringContaining('query × page'),
  });
  await expect(ask(app, { dimensions: ['query', 'page', 'date'] })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(ask(app, { view: 'decay', dimensions: ['country'] })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('without a property and without data it is told what to do', async () => {
  const app = await createTestApp();
  await expect(ask(app)).rejects.toMatchObject({
    code: 'integration_required',
    hint: expect.stringMatching(/search_console_import, or .* copydesk search-console login/),
  });
  await holdSearch(app, 'https://example.com/');
  await holdSearch(app, 'https://shop.example.com/');
  await expect(ask(app)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('https://shop.example.com/') });
});

test('what no table holds is asked of Google where that is possible, for the period of the question', async () => {
  const { app, search, property } = await withDays(randomDays(28));
  const { store, system } = openTestStore({ home: app.home });
  const asked: unknown[] = [];
  const report = createReports({
    store,
    system,
    search,
    projects: app.desk.services.projects,
    async askLive(question) {
      asked.push(question);
      return [{ query: 'pumps', country: 'deu', clicks: 1, impressions: 2, ctr: 0.5, position: 3 }];
    },
  });
  const told = await report({ dimensions: ['query', 'country'], country: 'deu', limit: 5 });
  const period = { since: '2026-04-03', until: last };
  expect(told).toMatchObject({ source: 'live', period, totals: null, data: [{ query: 'pumps', country: 'deu' }] });
  expect(asked).toEqual([
    {
      projectId: property.projectId,
      property: property.name,
      dimensions: ['query', 'country'],
      filters: { country: 'deu' },
      period,
      limit: 5,
    },
  ]);
});

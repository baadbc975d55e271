import { encode } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import type { SearchReport } from '../../../schema/search-console.ts';
import { daily, holdSearch, type Seen } from '../../support/search-console.ts';
import { createTestApp } from '../../support/test-app.ts';

const last = '2026-04-30';

/** Asks a view of a desk that holds these days. */
async function view(name: string, seen: readonly Seen[], input: Record<string, unknown> = {}, project: Record<string, unknown> = {}) {
  const app = await createTestApp();
  const { keep, property } = await holdSearch(app);
  if (Object.keys(project).length > 0) await app.desk.call('projects_update', { id: property.projectId, ...project });
  await keep(seen);
  return (await app.desk.call('search_console_query', { view: name, ...input })) as SearchReport;
}

/** Queries of so many impressions a day each, for 28 days. */
const queries = (rows: readonly Partial<Seen>[]) =>
  daily(last, 28, (date) => rows.map((row, index) => ({ date, query: `query ${index}`, clicks: 0, impressions: 10, position: 5, ...row })));

const namesIn = ({ data }: SearchReport) => data!.map(({ query, page }) => query ?? page);

describe('quick wins', () => {
  test('are seen often at positions 8 to 20, those first that would win most', async () => {
    const report = await view(
      'quick_wins',
      queries([
        { query: 'at 7', position: 7, impressions: 5000 },
        { query: 'at 9', position: 9, impressions: 100 },
        { query: 'at 15', position: 15, impressions: 400 },
        { query: 'at 21', position: 21, impressions: 500 },
        { query: 'rare', position: 9, impressions: 1 },
      ]),
    );
    expect(namesIn(report)).toEqual(['at 15', 'at 9']);
    expect(report.count).toBe(2);
    expect(report.data![1]!.reason).toBe('Some 202 clicks at position 5, not 0; 78 are usual where it is.');
    expect(report.basis).toBe(
      "Positions 8 to 20 with 85 impressions or more (0.05 % of the rows' 168028, at least 20); position 5 earns 7.2 % by the curve of SISTRIX (2020). Clicks are of 28 days; where more are usual, title and description may be why.",
    );
  });

  test('say which page was shown most for each, of those that are asked for, or why that is not told', async () => {
    const at = { position: 9, query: 'at 9' };
    const seen = queries([
      { ...at, page: 'https://example.com/a', impressions: 40 },
      { ...at, page: 'https://example.com/b', impressions: 60 },
      { ...at, page: 'https://example.com/c', impressions: 60 },
    ]);
    const all = await view('quick_wins', seen, { limit: 1 });
    expect(all).toMatchObject({ data: [{ query: 'at 9', page: 'https://example.com/b', impressions: 4480 }], why: {} });
    const some = await view('quick_wins', seen, { page: '/a' });
    expect(some.data).toMatchObject([{ query: 'at 9', page: 'https://example.com/a', impressions: 1120 }]);
    const app = await createTestApp();
    const { keep, search, property } = await holdSearch(app);
    await keep(seen);
    await search.markDays(property, 'query_page', ['2026-04-20'], false);
    expect(await app.desk.call('search_console_query', { view: 'quick_wins' })).toMatchObject({
      data: [{ page: null }],
      why: { page: 'not_checked', instead: 'Not every day of the period is held by query × page: fetch them with search_console_sync.' },
    });
    await search.putDays(property, { table: 'query_page', rows: [] });
    for (const date of new Set(seen.map((one) => one.date))) {
      await search.markDays(property, 'query_page', [date], false);
      await search.markDays(property, 'query_page', [date], true);
    }
    expect(await app.desk.call('search_console_query', { view: 'quick_wins' })).toMatchObject({
      data: [{ page: null }],
      why: { page: 'provider_has_none' },
    });
  });

  test('of pages are listed too', async () => {
    const report = await view('quick_wins', queries([{ page: 'https://example.com/deep', position: 12, impressions: 90 }]), {
      dimensions: ['page'],
    });
    expect(namesIn(report)).toEqual(['https://example.com/deep']);
  });
});

describe('low ctr', () => {
  const usual = [0.285, 0.157, 0.11, 0.08, 0.072, 0.051, 0.04, 0.032, 0.028, 0.025];

  test('is what is clicked clearly less than its position earns, without the brand', async () => {
    const report = await view(
      'low_ctr',
      queries([
        { query: 'good', position: 1, impressions: 100, clicks: 28 },
        { query: 'weak', position: 1, impressions: 100, clicks: 10 },
        { query: 'acme pumps', position: 1, impressions: 100, clicks: 1 },
        { query: 'few', position: 10, impressions: 10, clicks: 0 },
      ]),
      {},
      { brandTerms: ['Acme'] },
    );
    expect(namesIn(report)).toEqual(['weak', 'few']);
    expect(report.data![0]!.reason).toBe('280 clicks where position 1 earns 28.5 % of 2800 impressions, some 798.');
  });

  test('is judged by the curve of the property itself, where its rows suffice', async () => {
    // On this site everything is clicked half as often as usual.
    const own = usual.flatMap((ctr, index) =>
      Array.from({ length: 20 }, (_, nth) => ({
        query: `at ${index + 1}, ${nth}`,
        position: index + 1,
        impressions: 200,
        clicks: Math.round(200 * ctr * 0.5),
      })),
    );
    const report = await view('low_ctr', queries([...own, { query: 'weak', position: 1, impressions: 200, clicks: 10 }]));
    expect(namesIn(report)).toEqual(['weak']);
    expect(report.basis).toContain("the property's own curve");
  });
});

describe('decay', () => {
  /** Clicks a day before and now, over two times 28 days. */
  const pages = (rows: readonly [page: string, before: Partial<Seen>, now: Partial<Seen>][]) =>
    daily(last, 56, (date, index) =>
      rows.map(([page, before, now]) => ({
        date,
        query: page,
        page: `https://example.com/${page}`,
        clicks: 0,
        impressions: 100,
        position: 4,
        ...(index < 28 ? before : now),
      })),
    );

  test('is what loses clicks that the rest of the site keeps, and says whether it ranks lower, is shown less or is clicked less', async () => {
    const report = await view(
      'decay',
      pages([
        ['steady', { clicks: 50 }, { clicks: 50 }],
        ['lower', { clicks: 20 }, { clicks: 8, position: 9 }],
        ['rarer', { clicks: 10 }, { clicks: 4, impressions: 40 }],
        ['passed-over', { clicks: 9 }, { clicks: 4 }],
        ['tiny', { clicks: 0.2 }, { clicks: 0 }],
      ]),
    );
    expect(report.comparison).toEqual({ since: '2026-03-06', until: '2026-04-02' });
    expect(report.data!.map(({ page, reason }) => [page, reason])).toEqual([
      [
        'https://example.com/lower',
        'Clicks 560 → 224, 471 expected: the other pages went 1932 → 1624. It ranks lower: position 4 → 9, click-through 20 % → 8 %.',
      ],
      ['https://example.com/rarer', expect.stringContaining('It is shown less: impressions 2800 → 1120, position 4. Fewer searches, or')],
      [
        'https://example.com/passed-over',
        expect.stringContaining('It is clicked less where it is shown: click-through 9 % → 4 %, position 4.'),
      ],
    ]);
  });

  test('is not what goes down with the whole site, as with a season', async () => {
    const report = await view(
      'decay',
      pages([
        ['one', { clicks: 50 }, { clicks: 25 }],
        ['two', { clicks: 40 }, { clicks: 20 }],
        ['worse', { clicks: 40 }, { clicks: 5 }],
      ]),
    );
    expect(namesIn(report)).toEqual(['https://example.com/worse']);
  });

  test('is measured by the whole site, whatever the filters choose', async () => {
    const rows = pages([
      ['steady', { clicks: 50 }, { clicks: 25 }],
      ['lower', { clicks: 20 }, { clicks: 2 }],
      ['low', { clicks: 20 }, { clicks: 10 }],
    ]);
    for (const page of ['lower', 'https://example.com/lower', 'example.com']) {
      const report = await view('decay', rows, { page });
      expect(report.data).toMatchObject([
        {
          page: 'https://example.com/lower',
          reason: expect.stringContaining('Clicks 560 → 56, 280 expected: the other pages went 1960 → 980.'),
        },
      ]);
    }
  });

  test('cannot be told while the days before are not held', async () => {
    const report = await view('decay', queries([{ clicks: 5 }]));
    expect(report).toMatchObject({
      data: null,
      comparison: null,
      why: { data: 'not_checked', instead: expect.stringContaining('search_console_sync') },
    });
  });
});

describe('cannibalization', () => {
  /** Two pages for one query, of which one has more impressions on some days. */
  const shared = (query: string, leads: (index: number) => boolean, least = 40) =>
    daily(last, 28, (date, index) => [
      { date, query, page: 'https://example.com/a', clicks: 1, impressions: leads(index) ? 60 : least, position: 5 },
      { date, query, page: 'https://example.com/b', clicks: 1, impressions: leads(index) ? least : 60, position: 7 },
    ]);

  test('is a query for which two pages with a real share take turns', async () => {
    const report = await view(
      'cannibalization',
      [
        ...shared('turns', (index) => index % 3 > 0),
        ...shared('one leads', () => true),
        ...shared('small share', () => true, 5),
        ...shared('acme', (index) => index % 2 > 0),
      ],
      {},
      { brandTerms: ['ACME'] },
    );
    expect(report.data).toMatchObject([
      {
        query: 'turns',
        impressions: 2800,
        reason: '2 pages with 20 % of its impressions or more led on 18 and 10 days.',
        pages: [
          { page: 'https://example.com/a', share: 0.53, position: 5, ledDays: 18 },
          { page: 'https://example.com/b', share: 0.47, position: 7, ledDays: 10 },
        ],
      },
    ]);
    expect(report.data![0]).not.toHaveProperty('page');
  });
});

describe('new and lost', () => {
  const seen = daily(last, 56, (date, index) => [
    { date, query: 'always', clicks: 1, impressions: 50, position: 4 },
    ...(index < 28 ? [{ date, query: 'gone', clicks: 1, impressions: 30, position: 4 }] : []),
    ...(index >= 28 ? [{ date, query: 'fresh', clicks: 2, impressions: 20, position: 4 }] : []),
    ...(index === 40 ? [{ date, query: 'once', clicks: 0, impressions: 1, position: 40 }] : []),
  ]);

  test('are what is there in one period only, and often enough to be no chance', async () => {
    const report = await view('new', seen);
    expect(report.data).toEqual([
      {
        query: 'fresh',
        clicks: 56,
        impressions: 560,
        ctr: 0.1,
        position: 4,
        before: { clicks: 0, impressions: 0, position: null },
        change: 56,
        reason: '560 impressions now, none before.',
      },
    ]);
    const lost = await view('lost', seen);
    expect(lost.data).toMatchObject([
      { query: 'gone', clicks: 0, position: null, before: { clicks: 28, impressions: 840, position: 4 }, change: -28 },
    ]);
  });
});

test('twenty rows of a view are an answer of under 2,500 tokens', async () => {
  const seen = daily(last, 56, (date) =>
    Array.from({ length: 30 }, (_, index) => ({
      date,
      query: `how do I choose the right water pump for a house of ${index} floors`,
      page: `https://www.example.com/guides/pumps/choosing-a-pump-for-house-${index}`,
      clicks: 3,
      impressions: 1234 + index,
      position: 9.4,
    })),
  );
  const report = await view('quick_wins', seen, { compare: 'previous' });
  expect(report.data).toHaveLength(20);
  expect(encode(JSON.stringify(report)).length).toBeLessThan(2500);
});

import { expect, test } from 'vitest';
import type { Imported } from '../../../schema/search-import.ts';
import type { SearchReport } from '../../../schema/search-console.ts';
import { zipOf } from '../../support/docx.ts';
import { exported, languages, zipped, type Language } from '../../support/exports.ts';
import { createTestApp } from '../../support/test-app.ts';

const april = { since: '2026-04-01', until: '2026-04-04' };
const headings = 'Top queries,Clicks,Impressions,CTR,Position';

async function start(siteUrl: string | null = 'https://www.example.com/') {
  const { desk } = await createTestApp();
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const change = (changes: Record<string, unknown>) => desk.call('projects_update', { id: data[0]!.id, ...changes });
  await change({ siteUrl });
  return {
    id: data[0]!.id,
    change,
    give: async (bytes: Buffer | string, more: Record<string, unknown> = {}) =>
      (await desk.call('search_console_import', { base64: Buffer.from(bytes).toString('base64'), ...more })) as Imported,
    ask: async (input: Record<string, unknown> = {}) => (await desk.call('search_console_query', input)) as SearchReport,
  };
}

test.each(Object.keys(languages) as Language[])('an export in %s is known by what its tables hold', async (language) => {
  const { give, ask } = await start();
  const imported = await give(exported(language));
  expect(imported).toMatchObject({ property: 'https://example.com/', period: april, comparison: null, unknownCountries: [] });
  const table = (name: string, rows: number) => ({ table: name, rows, cut: false, replaced: false });
  expect(imported.tables).toEqual([table('query', 3), table('page', 2), table('country', 2), table('device', 3), table('day', 4)]);
  const countries = await ask({ dimensions: ['country'] });
  expect(countries.data!.map(({ country }) => country).toSorted()).toEqual(['deu', 'usa']);
  const devices = await ask({ dimensions: ['device'] });
  expect(devices.data!.map(({ device }) => device).toSorted()).toEqual(['desktop', 'mobile', 'tablet']);
  const queries = await ask();
  expect(queries).toMatchObject({ source: 'import', totals: { clicks: 36, impressions: 3760 } });
  expect(queries.data![0]).toMatchObject({ query: 'pool timeout', clicks: 30, position: 4.1 });
});

test('what was imported says the quick wins, and that a page that decays needs another period', async () => {
  const { give, ask } = await start();
  const { next, warnings } = await give(exported('de'));
  expect(next).toEqual([{ operation: 'search_console_query', arguments: { view: 'quick_wins', ...april, limit: 5 } }]);
  expect(warnings).toEqual([expect.stringContaining('compares two periods')]);
  const { data, why } = await ask({ view: 'quick_wins' });
  expect(data!.map(({ query }) => query)).toEqual(['pool size', 'pool leak']);
  expect(data![0]).toMatchObject({ page: null });
  expect(why).toEqual({ page: 'provider_has_none', instead: expect.stringContaining('queries by page') });
});

test('pages with more clicks than the days are told, with the clicks that count', async () => {
  const { give } = await start();
  const pages = 'Top pages,Clicks,Impressions,CTR,Position\nhttps://example.com/a,30,900,3.3%,4\nhttps://example.com/b,7,90,7.7%,4\n';
  const { warnings } = await give(exported('en', { 'Pages.csv': pages }));
  expect(warnings[0]).toBe(
    'Rows by page add up to 37 clicks: who opens two pages of one search counts for each. totals are the 36 of the days.',
  );
});

test('the same period again takes the place of its tables', async () => {
  const { give } = await start();
  await give(exported('en'));
  const again = await give(exported('fr'));
  expect(again.tables.every(({ replaced }) => replaced)).toBe(true);
});

test('a comparison gives both periods, and a page that decays; what was not shown in one has empty cells', async () => {
  const { give, ask } = await start();
  const columns = ['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((name) => [`Last 4 days ${name}`, `Previous 4 days ${name}`]);
  const bytes = zipped({
    'Pages.csv': [
      ['Top pages', ...columns].join(','),
      'https://example.com/a,100,400,5000,5000,2%,8%,9.1,4',
      'https://example.com/b,500,500,5000,5000,10%,10%,3,3',
      'https://example.com/new,50,,1000,,5%,,9.1,',
      'https://example.com/gone,0,20,0,200,0%,10%,0,4.5',
    ].join('\n'),
  });
  const imported = await give(bytes, { ...april, previousSince: '2025-04-02', previousUntil: '2025-04-05' });
  expect(imported.comparison).toEqual({ since: '2025-04-02', until: '2025-04-05', assumed: false });
  expect(imported.next.at(-1)).toEqual({ operation: 'search_console_query', arguments: { view: 'decay', ...april, limit: 5 } });
  expect(imported.warnings).toEqual([]);
  expect((await ask({ view: 'decay' })).data![0]).toMatchObject({ page: 'https://example.com/a', change: -300 });
  const lost = await ask({ view: 'lost', dimensions: ['page'] });
  expect(lost.data).toMatchObject([{ page: 'https://example.com/gone', position: null }]);
});

test.each([
  ['decimal commas and semicolons', 'Suchanfrage;Klicks;Impressionen;CTR;Position\npumpen;1.234;56.789;2,2 %;12,25\n'],
  ['tabs', 'Query\tClicks\tImpressions\tCTR\tPosition\npumpen\t1,234\t56,789\t2.2%\t12.25\n'],
  [
    'a byte order mark and quotes',
    '\uFEFFTop queries,Clicks,Impressions,CTR,Position\r\n"pumpen","1\u202F234","56\u00A0789","2,2\u00A0%","12,25"\r\n',
  ],
  ['UTF-16', Buffer.from('\uFEFFQuery,Clicks,Impressions,CTR,Position\npumpen,1234,56789,2.2%,12.25\n', 'utf16le')],
  ['Arabic digits', 'الاستعلامات,النقرات,مرات الظهور,CTR,الموضع\npumpen,١٢٣٤,٥٦٧٨٩,٢٫٢٪,١٢٫٢٥\n'],
])('one table is read with %s', async (_name, bytes) => {
  const { give, ask } = await start();
  await give(bytes, april);
  expect((await ask()).data).toMatchObject([{ query: 'pumpen', clicks: 1234, impressions: 56_789, position: 12.3 }]);
});

test('one table needs its period', async () => {
  const { give } = await start();
  await expect(give(`${headings}\npumps,1,2,50%,3\n`)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/since' }] });
  await expect(give(exported('en'), { since: '2026-03-01' })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('2026-04-01'),
  });
});

test('a table of 1,000 rows is cut, but for that of days', async () => {
  const { give } = await start();
  const rows = Array.from({ length: 1000 }, (_, index) => `query ${index},1,2,50%,3`);
  const { tables, warnings } = await give([headings, ...rows].join('\n'), april);
  expect(tables).toEqual([{ table: 'query', rows: 1000, cut: true, replaced: false }]);
  expect(warnings).toEqual([expect.stringContaining('at most 1,000 rows of a table: of query there may be more')]);
});

test.each([
  ['a filter', 'Filter,Value\nSearch type,Web\nDate,Last 28 days\nPage,+/pools\n', 'filtered by Page: +/pools'],
  ['another type', 'Filter,Wert\nSuchtyp,Bild\nDatum,Letzte 28 Tage\n', 'filtered by Suchtyp: Bild'],
])('an export with %s is refused', async (_name, filters, message) => {
  const { give, ask } = await start();
  await expect(give(exported('en', { 'Filters.csv': filters }))).rejects.toMatchObject({
    code: 'filtered_export',
    message: expect.stringContaining(message),
  });
  await expect(ask()).rejects.toMatchObject({ code: 'integration_required' });
});

test("another site's pages are refused, unless the property is named", async () => {
  const { change, give } = await start('https://other.example/');
  await expect(give(exported('en'))).rejects.toMatchObject({ code: 'other_property' });
  await change({ searchConsoleProperty: 'sc-domain:other.example' });
  await expect(give(exported('en'))).rejects.toMatchObject({ code: 'other_property' });
  expect(await give(exported('en'), { property: 'sc-domain:Example.com' })).toMatchObject({ property: 'sc-domain:example.com' });
  expect(await give(exported('en'), { property: 'https://EXAMPLE.com' })).toMatchObject({ property: 'https://example.com/' });
  for (const property of ['sc-domain:exmaple.com', 'https://example.com/shop/', 'https://www.example.com/'])
    await expect(give(exported('en'), { property }), property).rejects.toMatchObject({ code: 'other_property' });
  for (const property of ['example.com', 'ftp://example.com/', 'sc-domain:', 'https://example.com/a?b'])
    await expect(give(exported('en'), { property }), property).rejects.toMatchObject({ code: 'invalid_input' });
});

test('a site with a path owns what lies below it, and a port counts', async () => {
  const page = (...urls: string[]) => ['Top pages,Clicks,Impressions,CTR,Position', ...urls.map((url) => `${url},1,2,50%,3`)].join('\n');
  const { give } = await start('https://example.com/blog/');
  expect(await give(page('https://www.example.com/blog/a'), april)).toMatchObject({ property: 'https://www.example.com/blog/' });
  for (const url of ['https://example.com/shop', 'https://blog.example.com/blog/', 'https://example.com:8443/blog/a'])
    await expect(give(page('https://example.com/blog/a', url), april), url).rejects.toMatchObject({ code: 'other_property' });
  const whole = await start('https://example.com');
  expect(await whole.give(page('https://example.com/a', 'https://shop.example.com/b'), april)).toMatchObject({
    property: 'sc-domain:example.com',
  });
});

test('an import of a property that questions are not answered of says so, and what names it', async () => {
  const { change, give, ask, id } = await start();
  await give(exported('en'));
  const other = await give(exported('en'), { property: 'sc-domain:example.com', projectId: id });
  expect(other.next).toEqual([
    { operation: 'projects_update', arguments: { id, searchConsoleProperty: 'sc-domain:example.com' } },
    { operation: 'search_console_query', arguments: { view: 'quick_wins', ...april, limit: 5, projectId: id } },
  ]);
  expect(other.warnings[0]).toContain('figures of several are held: to ask of sc-domain:example.com');
  await expect(ask()).rejects.toMatchObject({ code: 'conflict' });
  await change({ searchConsoleProperty: 'sc-domain:none.example' });
  await expect(ask()).rejects.toMatchObject({
    code: 'integration_required',
    message: 'Nothing is held of sc-domain:none.example. Held: https://example.com/, sc-domain:example.com.',
    hint: expect.stringMatching(/copydesk search-console login.*projects_update/),
  });
  await change({ searchConsoleProperty: 'sc-domain:example.com' });
  expect(await ask()).toMatchObject({ property: 'sc-domain:example.com', source: 'import' });
  expect((await give(exported('en'), { property: 'https://example.com/' })).warnings[0]).toContain('answers of sc-domain:example.com');
});

test('what is cut short, damaged, or no export is refused, and nothing is stored', async () => {
  const { give, ask } = await start();
  const whole = exported('en');
  const flipped = Buffer.from(whole);
  flipped[120]! ^= 0xff;
  const broken: (Buffer | string)[] = [
    whole.subarray(0, whole.length - 60),
    whole.subarray(0, 300),
    flipped,
    zipOf([{ name: 'Queries.csv', content: `${headings}\npumps,1,2,50%,3\n`, size: 5 }]),
    zipped({ 'readme.md': 'no table' }),
    `${headings}\npumps,1,2,50%,3\nvalves,4,5`,
    `${headings}\n"pumps,1,2,50%,3\n`,
    `${headings}\npumps,many,2,50%,3\n`,
    `${headings}\npumps,9,2,50%,3\n`,
    'Date,Clicks,Impressions,CTR,Position\n01/02/2026,1,2,50%,3\n',
    'a,b,c\n1,2,3\n',
    headings,
    Buffer.from('%PDF-1.7\n'),
  ];
  for (const bytes of broken) await expect(give(bytes, april)).rejects.toMatchObject({ code: 'unreadable_source' });
  await expect(ask()).rejects.toMatchObject({ code: 'integration_required' });
});

test('a zip that unpacks to more than an export holds is refused', async () => {
  const { give } = await start();
  const bombs = [
    zipped({ 'Queries.csv': 'a'.repeat(9 * 1024 * 1024) }),
    zipped(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${index}.csv`, headings]))),
  ];
  for (const bytes of bombs) await expect(give(bytes, april)).rejects.toMatchObject({ code: 'payload_too_large' });
});

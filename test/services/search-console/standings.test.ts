import { expect, test } from 'vitest';
import type { SearchedKeywords } from '../../../schema/keywords.ts';
import { daily, holdSearch } from '../../support/search-console.ts';
import { createTestApp } from '../../support/test-app.ts';

const april = { since: '2026-04-01', until: '2026-04-28' };

async function start() {
  const app = await createTestApp();
  const give = (queries: number) => {
    const lines = Array.from({ length: queries }, (_, index) => `query ${index},1,${5000 - index},1%,${3 + (index % 9)}.26`);
    const csv = ['Top queries,Clicks,Impressions,CTR,Position', ...lines].join('\n');
    return app.desk.call('search_console_import', {
      base64: Buffer.from(csv).toString('base64'),
      ...april,
      property: 'sc-domain:example.com',
    });
  };
  const rowsOf = async (...keywords: string[]) => {
    const { keywords: rows, why } = (await app.desk.call('keywords_search', { keywords })) as SearchedKeywords;
    return rows.map((row) => ({ ...row, why: { ...why, ...row.why } }));
  };
  return { ...app, give, rowsOf };
}

test('every query of an import has its position at once, however rare, and says that an export tells no page', async () => {
  const { give, rowsOf } = await start();
  await give(150);
  const [rare, other] = await rowsOf('Query  140', 'nowhere');
  expect(rare).toMatchObject({
    position: 8.3,
    measured: [{ figures: ['position'], source: 'search_console', checkedAt: april.until }],
    why: { url: 'provider_has_none' },
  });
  expect(other).toMatchObject({ position: null, why: { position: 'provider_has_none' } });
});

test('what a cut export lacks was not checked', async () => {
  const { give, rowsOf } = await start();
  await give(1000);
  expect(await rowsOf('query 999', 'nowhere')).toMatchObject([{ position: 3.3 }, { position: null, why: { position: 'not_checked' } }]);
});

test('synced days say on which page a keyword was shown most, and nothing held says nothing', async () => {
  const app = await start();
  expect(await app.rowsOf('pumps')).toMatchObject([{ position: null, why: { position: 'not_checked' } }]);
  const { keep } = await holdSearch(app);
  await keep(
    daily('2026-04-30', 28, (date) => [
      { date, query: 'pumps', page: 'https://example.com/a', clicks: 1, impressions: 10, position: 4 },
      { date, query: 'pumps', page: 'https://example.com/b', clicks: 1, impressions: 30, position: 8 },
    ]),
  );
  expect(await app.rowsOf('pumps')).toMatchObject([{ position: 7, url: 'https://example.com/b' }]);
});

import { expect, test } from 'vitest';
import type { Recommendation, Recommendations } from '../../../../schema/recommendations.ts';
import { storedKey } from '../../../../src/services/common/keyword-key.ts';
import { writeArticle } from '../../../support/publishing.ts';
import { rowsOf } from '../../../support/rows.ts';
import { manual } from '../../../support/scenario.ts';
import { daily, holdSearch, type Seen } from '../../../support/search-console.ts';
import { startRadar, startRival, type Radar } from './support.ts';

const site = 'https://example.com';
const last = '2026-04-30';
const lastBefore = '2026-04-02';

const recommend = (radar: Radar, input: object = {}) =>
  radar.desk.call('content_radar_recommend', { limit: 30, ...input }) as Promise<Recommendations>;

const on = ({ recommendations }: Recommendations, keyword: string): Recommendation | undefined =>
  recommendations.find((piece) => piece.keyword === keyword);

type Daily = Omit<Seen, 'date'>;

/** A desk with these posts, by path, that holds what was shown each day of 28, and of the 28 before. */
async function startSearched({
  posts = {},
  now,
  before = [],
}: {
  posts?: Readonly<Record<string, string>>;
  now: readonly Daily[];
  before?: readonly Daily[];
}) {
  const radar = await startRadar({ siteUrl: `${site}/` });
  await radar.desk.call('knowledge_create', { markdown: manual });
  const { keep, property } = await holdSearch(radar);
  const post = { project_id: property.projectId, keyword_source: 'guess', language: 'en', sources: '[]', sought: '' };
  const seenFine = { dated_at: radar.now(), words: 900, links_in: 3, competes: 0 };
  await rowsOf(radar.home).insert(
    'posts',
    Object.entries(posts).map(([path, keyword]) => ({
      ...post,
      ...seenFine,
      id: `pst_${path}`,
      place: `${site}${path}`,
      title: `All about ${keyword}`,
      keyword,
      keyword_key: storedKey(keyword, 'en'),
    })),
  );
  await keep(daily(last, 28, (date) => now.map((row) => ({ ...row, date }))));
  if (before.length > 0) await keep(daily(lastBefore, 28, (date) => before.map((row) => ({ ...row, date }))));
  return radar;
}

const shown = (query: string, page: string, more: Partial<Daily> = {}): Daily => ({
  query,
  page: `${site}${page}`,
  clicks: 1,
  impressions: 100,
  position: 11,
  ...more,
});

test('a post that decays is to be refreshed, with what it lost and why', async () => {
  const kept = shown('hash join', '/blog/hash-join', { clicks: 10, position: 2 });
  const radar = await startSearched({
    posts: { '/blog/vacuum-job': 'vacuum job', '/blog/hash-join': 'hash join' },
    now: [kept, shown('vacuum job', '/blog/vacuum-job/', { clicks: 1, position: 25 })],
    before: [kept, shown('vacuum job', '/blog/vacuum-job', { clicks: 10, position: 3 })],
  });
  const answer = await recommend(radar);
  expect(on(answer, 'vacuum job')).toMatchObject({
    kind: 'refresh',
    title: 'All about vacuum job',
    url: `${site}/blog/vacuum-job`,
    reason: 'It loses clicks that the rest of your site keeps, some 252 in 28 days.',
    parts: { clicks: 0.834, need: null, demand: null, relevance: null, recency: null },
    score: 83.4,
    evidence: [
      { what: 'Your post “All about vacuum job”' },
      {
        what: 'Search Console: Clicks 280 → 28, 280 expected: the other pages went 280 → 280. It ranks lower: position 3 → 25, click-through 10 % → 1 %',
        url: `${site}/blog/vacuum-job`,
      },
    ],
    operation: 'optimizations_create',
  });
  expect(on(answer, 'hash join')).toBeUndefined();
  expect(answer.basedOn.searchConsole).toEqual({ source: 'api', since: '2026-04-03', until: last, quickWins: 0, lowCtr: 0, decaying: 1 });
});

test('a page that Google shows at another spelling of its address does not decay', async () => {
  const kept = shown('hash join', '/blog/hash-join', { clicks: 10, position: 2 });
  const radar = await startSearched({
    posts: { '/blog/vacuum-job': 'vacuum job' },
    now: [kept, shown('vacuum job', '/blog/vacuum-job/', { clicks: 10, position: 3 })],
    before: [kept, shown('vacuum job', '/blog/vacuum-job', { clicks: 10, position: 3 })],
  });
  const answer = await recommend(radar);
  expect(on(answer, 'vacuum job')).toBeUndefined();
  expect(answer.basedOn.searchConsole).toMatchObject({ decaying: 0 });
});

test('a quick win refreshes the piece that is on it, wherever Google shows it', async () => {
  const radar = await startSearched({
    posts: { '/blog/pools': 'connection pool', '/blog/joins': 'hash join' },
    now: [shown('connection pools', '/blog/pools'), shown('hash join without index', '/blog/joins')],
  });
  const answer = await recommend(radar);
  expect(on(answer, 'connection pool')).toMatchObject({
    kind: 'refresh',
    reason: 'Google shows it a little too far down for a search: some 174 more clicks in 28 days are to be won.',
    parts: { clicks: 0.776, need: null, demand: null },
    evidence: [
      { what: 'Your post “All about connection pool”' },
      {
        what: 'Search Console: “connection pools”, 2800 impressions, 28 clicks, position 11. Some 202 clicks at position 5, not 28',
        url: `${site}/blog/pools`,
      },
    ],
  });
  // Not its keyword, but that page is about it.
  expect(on(answer, 'hash join')).toMatchObject({ kind: 'refresh' });
  expect(answer.recommendations.filter(({ kind }) => kind === 'write').map(({ keyword }) => keyword)).not.toContain(
    'hash join without index',
  );
});

test('a page that is clicked less than is usual so far up is to have another title and description, first what misses most', async () => {
  const radar = await startSearched({
    posts: { '/blog/pools': 'connection pool', '/blog/joins': 'hash join' },
    now: [
      shown('connection pools', '/blog/pools', { position: 3 }),
      shown('join in memory', '/blog/joins/', { position: 7 }),
      shown('well clicked', '/blog/fine', { clicks: 12, position: 3 }),
      shown('sign in', '/login', { position: 2 }),
    ],
  });
  const answer = await recommend(radar);
  expect(on(answer, 'connection pool')).toMatchObject({
    kind: 'refresh',
    url: `${site}/blog/pools`,
    reason:
      'Its title and description may be to mend: for a search it is clicked less than is usual where Google shows it, some 280 more clicks in 28 days are to be won.',
    parts: { clicks: 0.848, need: null, demand: null },
    evidence: [
      { what: 'Your post “All about connection pool”' },
      {
        what: 'Search Console: “connection pools”, 2800 impressions, 28 clicks, position 3. Click-through 1 %: 28 clicks where position 3 earns 11 % of 2800 impressions, some 308',
        url: `${site}/blog/pools`,
      },
    ],
    operation: 'optimizations_create',
    arguments: {
      url: `${site}/blog/pools`,
      keyword: 'connection pool',
      writer: 'agent',
      instructions: `Keep its text, which is found. Give it a title and a description that whoever searches "connection pools" clicks.`,
    },
  });
  // Whatever the search: the title that is not clicked is that page's.
  expect(on(answer, 'hash join')).toMatchObject({ kind: 'refresh', parts: { clicks: 0.627 } });
  const refreshed = answer.recommendations.filter(({ kind }) => kind === 'refresh');
  expect(refreshed.map(({ keyword }) => keyword)).toEqual(['connection pool', 'hash join']);
  expect(answer.basedOn.searchConsole).toMatchObject({ quickWins: 0, lowCtr: 3 });
});

test('an article that is clicked too little is edited, and written anew only where its text is to blame as well', async () => {
  const radar = await startRadar({ siteUrl: `${site}/` });
  await radar.desk.call('knowledge_create', { markdown: manual });
  const { id } = await writeArticle(radar);
  const { search, property } = await holdSearch(radar);
  const asked = async (queries: Readonly<Record<string, number>>) => {
    const rows = Object.entries(queries).map(([query, position]) => ({ keys: [query], clicks: 28, impressions: 2800, position }));
    const period = { since: '2026-04-03', until: last };
    await search.putImport(property, { period, tables: { query: { rows, isWhole: true } } });
    return (await recommend(radar)).recommendations.find(({ kind }) => kind === 'refresh');
  };
  expect(await asked({ 'connection pools': 3 })).toMatchObject({ operation: 'articles_update', arguments: { id } });
  const both = await asked({ 'connection pools': 3, 'a connection pool': 11 });
  expect(both).toMatchObject({ operation: 'articles_regenerate', arguments: { id }, parts: { clicks: 0.901 } });
});

test('a quick win that no page is about is something to write, and what it would win is its worth', async () => {
  const radar = await startSearched({
    posts: { '/blog/pools': 'connection pool' },
    now: [shown('query planner hints', '/blog/pools'), shown('lock table timeout', '/', { impressions: 10 })],
  });
  const answer = await recommend(radar);
  expect(answer.why).toMatchObject({ recency: 'not_applicable' });
  expect(on(answer, 'query planner hints')).toMatchObject({
    kind: 'write',
    reason: expect.stringMatching(
      /^Google showed your site for it 2800 times in 28 days, at position 11: some 174 more clicks in 28 days are to be won; by its words the page that it showed is not on it\.$/,
    ),
    parts: { clicks: 0.776, demand: null, recency: null },
    score: 77.6,
    evidence: [
      { what: expect.stringContaining('“query planner hints”, 2800 impressions, 28 clicks, position 11'), url: `${site}/blog/pools` },
    ],
    operation: 'articles_create',
    arguments: { keyword: 'query planner hints' },
  });
  // Of 280 impressions.
  expect(on(answer, 'lock table timeout')!.score).toBeLessThan(20);
});

test('a page outside of the inventory is refreshed under the words that it is searched by', async () => {
  const kept = shown('other', '/docs/other', { clicks: 10, position: 1 });
  const radar = await startSearched({
    now: [kept, shown('buffer cache size', '/docs/buffer-cache-size.html'), shown('old page', '/docs/old', { clicks: 0, position: 30 })],
    before: [kept, shown('old page', '/docs/old', { clicks: 10, position: 3 })],
  });
  const answer = await recommend(radar);
  expect(on(answer, 'buffer cache size')).toMatchObject({
    kind: 'refresh',
    url: `${site}/docs/buffer-cache-size.html`,
    evidence: [{ what: expect.stringContaining('2800 impressions'), url: `${site}/docs/buffer-cache-size.html` }],
    operation: 'optimizations_create',
    arguments: { keyword: 'buffer cache size', url: `${site}/docs/buffer-cache-size.html` },
  });
  expect(on(answer, 'old page')).toMatchObject({ kind: 'refresh', parts: { clicks: 0.86 } });
});

test('what is planned or names the brand is not recommended', async () => {
  const radar = await startSearched({ now: [shown('query planner hints', '/'), shown('acme opening hours', '/')] });
  const [{ id }] = ((await radar.desk.call('projects_list')) as { data: [{ id: string }] }).data;
  await radar.desk.call('projects_update', { id, brandTerms: ['Acme'] });
  await radar.desk.call('calendar_create', { slots: [{ date: '2026-06-01', keyword: 'Query planner hint' }] });
  const answer = await recommend(radar);
  expect(answer.recommendations.map(({ evidence }) => JSON.stringify(evidence)).join('')).not.toContain('Search Console');
  expect(answer.leftOut).toEqual({ taken: 1, brand: 1 });
});

test('impressions weigh in the demand of what competitors write about, and are told', async () => {
  const rival = await startRival(['vacuum job', 'lock table']);
  const radar = await startSearched({ now: [shown('vacuum jobs', '/', { position: 40 })] });
  await radar.watch({ url: rival.site.url });
  const answer = await recommend(radar);
  const [known, unknown] = [on(answer, 'vacuum job')!, on(answer, 'lock table')!];
  // One page of the only competitor, and 2.8 thousand impressions.
  expect(known.parts.demand).toBe(0.9);
  expect(known.evidence).toContainEqual({ what: 'Search Console: “vacuum jobs”, 2800 impressions, 28 clicks, position 40' });
  expect(unknown.parts.demand).toBe(0.29);
  expect(JSON.stringify(unknown.evidence)).not.toContain('Search Console');
});

test('an export counts for the days of its period', async () => {
  const radar = await startRadar({ siteUrl: `${site}/` });
  const { search, property } = await holdSearch(radar);
  const rows = [{ keys: ['query planner hints'], clicks: 10, impressions: 4000, position: 12 }];
  await search.putImport(property, { period: { since: '2026-01-08', until: '2026-04-29' }, tables: { query: { rows, isWhole: true } } });
  const answer = await recommend(radar);
  expect(answer.basedOn.searchConsole).toMatchObject({ source: 'import', since: '2026-01-08', quickWins: 1, decaying: 0 });
  // A quarter of what it would win in the 112 days.
  expect(on(answer, 'query planner hints')).toMatchObject({ kind: 'write', parts: { clicks: expect.closeTo(0.6, 1) } });
});

test('a page that decays and that nothing names is told with the call that lists it', async () => {
  const radar = await startRadar({ siteUrl: `${site}/` });
  const { search, property } = await holdSearch(radar);
  const page = (path: string, clicks: number) => ({ keys: [`${site}${path}`], clicks, impressions: 1000, position: 5 });
  await search.putImport(property, {
    period: { since: '2026-04-01', until: '2026-04-28' },
    comparison: { since: '2026-03-04', until: '2026-03-31', assumed: false },
    tables: {
      query: { rows: [], isWhole: true },
      page: { rows: [page('/a', 10), page('/b', 300)], previous: [page('/a', 200), page('/b', 300)], isWhole: true },
    },
  });
  const { hint, recommendations } = await recommend(radar);
  expect(hint).toContain(
    'A page loses clicks, and no query or address says what it is about: https://example.com/a (search_console_query { view: decay } lists them)',
  );
  expect(recommendations).toEqual([]);
});

test('without Search Console nothing is said of it', async () => {
  const radar = await startRadar();
  await radar.desk.call('knowledge_create', { markdown: manual });
  const answer = await recommend(radar);
  expect(answer.basedOn).not.toHaveProperty('searchConsole');
  expect(JSON.stringify(answer)).not.toContain('Search Console');
});

test('a page that Google shows far up for a search is on it, whatever its address', async () => {
  const radar = await startSearched({
    now: [shown('connection pools', '/p/1234', { clicks: 9, position: 4 }), shown('hash join', '/p/99', { position: 30 })],
  });
  const answer = await recommend(radar);
  // What the manual is about.
  expect(answer.recommendations.map(({ keyword }) => keyword)).not.toContain('connection pools');
  expect(answer.leftOut).toMatchObject({ covered: 1 });
});

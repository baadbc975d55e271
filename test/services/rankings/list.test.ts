import { expect, test } from 'vitest';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { day, giveSite, list, plantFound, rankingOf, summaryOf, track } from './support.ts';

const lastAt = (position: number | null, depth = 20) => JSON.stringify({ last: { position, depth }, days: {} });

const foundAt = (app: TestApp, position: number | null) => ({
  status: position === null ? 'not_found_in_top_n' : 'ranked',
  position,
  checked_at: app.now(),
  depth_checked: 20,
  provider: 'serper',
  sample: 'example.com/ en',
});

/** Five keywords of every kind, the first tagged. */
async function startWithRanks(): Promise<TestApp> {
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await track(app, ['alpha'], { tags: ['docs'] });
  await track(app, ['beta', 'gamma', 'delta', 'epsilon']);
  await plantFound(app, 'alpha', { position: 12, before: lastAt(4) });
  await plantFound(app, 'beta', { position: 2, before: lastAt(9) });
  await plantFound(app, 'gamma', { status: 'not_found_in_top_n', before: lastAt(15) });
  await plantFound(app, 'delta', { status: 'error', depth_checked: null, error: '{"code":"provider_failed","message":"No answer."}' });
  return app;
}

const keywordsOf = async (app: TestApp, input: Record<string, unknown>) => (await list(app, input)).data.map(({ keyword }) => keyword);

test.each([
  [{}, ['beta', 'alpha', 'gamma', 'delta', 'epsilon']],
  [{ sort: 'keyword' }, ['alpha', 'beta', 'delta', 'epsilon', 'gamma']],
  [{ sort: 'change' }, ['alpha', 'gamma', 'beta', 'delta', 'epsilon']],
  [{ tag: 'docs' }, ['alpha']],
  [{ status: 'not_found_in_top_n' }, ['gamma']],
  [{ q: 'LPH' }, ['alpha']],
  [{ engine: 'brave' }, []],
  [{ device: 'desktop', q: 'ta' }, ['beta', 'delta']],
])('%o lists what fits, in its order', async (input, keywords) => {
  const app = await startWithRanks();
  expect(await keywordsOf(app, input)).toEqual(keywords);
});

test.each(['position', 'change', 'keyword', 'checkedAt'])(
  'pages by %s follow one another, also where a row vanished between',
  async (sort) => {
    const app = await startWithRanks();
    await track(app, ['🍕'.repeat(100)]);
    const all = await keywordsOf(app, { sort });
    const first = await list(app, { sort, limit: 2 });
    const second = await list(app, { sort, limit: 2, cursor: first.nextCursor });
    await app.desk.call('rankings_untrack', { id: second.data[1]!.id });
    const third = await list(app, { sort, cursor: second.nextCursor });
    expect([...first.data, ...second.data, ...third.data].map(({ keyword }) => keyword)).toEqual(all);
    await expect(list(app, { sort: sort === 'keyword' ? 'change' : 'keyword', cursor: first.nextCursor })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  },
);

test('a position is null unless it is ranked, never 0, and says why', async () => {
  const app = await startWithRanks();
  expect(await rankingOf(app, 'gamma')).toMatchObject({ position: null, movement: 'lost', why: { position: 'not_applicable' } });
  expect(await rankingOf(app, 'delta')).toMatchObject({ position: null, movement: null, why: { position: 'provider_error' } });
  expect(await rankingOf(app, 'epsilon')).toMatchObject({ status: 'not_checked', checkedAt: null, why: { position: 'not_checked' } });
});

test('what a cap left unchecked says so', async () => {
  const app = await startWithRanks();
  await rowsOf(app.home).update('tracked_keywords', { left_code: 'cap_reached' }, { keyword: 'epsilon' });
  expect(await rankingOf(app, 'epsilon')).toMatchObject({
    status: 'not_checked',
    why: { position: 'cap_reached', change7d: 'cap_reached' },
  });
});

test('the summary counts all that match, whatever the page', async () => {
  const app = await startWithRanks();
  expect(await summaryOf(app, { limit: 1 })).toMatchObject({
    tracked: 5,
    ranked: 2,
    notFound: 1,
    errors: 1,
    notChecked: 1,
    averagePosition: 7,
    distribution: { top3: 1, top10: 0, top20: 1, beyond: 0 },
    moved: { up: 1, down: 1, entered: 0, lost: 1 },
  });
  expect(await summaryOf(app, { tag: 'docs' })).toMatchObject({ tracked: 1, ranked: 1 });
});

test('the visibility index is the share of the clicks that position 1 everywhere would bring', async () => {
  const app = await startWithRanks();
  // 15.7 of 28.5 for one of three whose last check succeeded; position 12 and not found count 0.
  expect((await summaryOf(app)).visibility).toMatchObject({ index: 18.4, keywords: 3 });
});

test('it is compared on the keywords alone that were checked at both times', async () => {
  const app = await startWithRanks();
  const days = { 7: { position: 1, depth: 20 } };
  await plantFound(app, 'beta', { position: 2, before: JSON.stringify({ days }) });
  const { visibility, why } = await summaryOf(app);
  expect(visibility).toMatchObject({ change7d: -44.9, keywords7d: 1, change30d: null, keywords30d: 0 });
  expect(why).toEqual({ change30d: 'too_few' });
});

test('volumes that research has kept weigh the index, each of the market of its keyword and however old', async () => {
  const app = await startWithRanks();
  await track(app, ['alpha', 'beta', 'gamma'], { country: 'DE' });
  for (const { keyword, country, id } of (await list(app)).data)
    if (country === 'DE') await rowsOf(app.home).update('tracked_keywords', { ...foundAt(app, keyword === 'beta' ? 1 : null) }, { id });
  const kept = (keyword: string, country: string, searchVolume: number | null, ageMs: number) => ({
    country,
    language: 'en',
    keyword,
    provider: 'dataforseo',
    figures: JSON.stringify({ searchVolume }),
    checked_at: app.now() - ageMs,
  });
  await rowsOf(app.home).insert('keyword_metrics', [
    kept('alpha', 'DE', 900, 0),
    kept('beta', 'DE', 100, 363 * day),
    kept('gamma', 'DE', null, 0),
    kept('delta', 'US', 5000, 0),
  ]);
  // Of six whose last check succeeded two have a volume: too few. Of those for Germany two of three have.
  expect((await summaryOf(app)).visibility).toMatchObject({ weighting: 'equal', keywords: 6, withoutVolume: 4 });
  await app.advance(2 * day - 1);
  await rowsOf(app.home).delete('tracked_keywords', { country: '' });
  expect((await summaryOf(app)).visibility).toMatchObject({ index: 10, weighting: 'volume', keywords: 2, withoutVolume: 1 });
});

test('where nothing was checked, no figure is given', async () => {
  const app = await createTestApp();
  await track(app, ['alpha']);
  const { visibility, averagePosition, why } = await summaryOf(app);
  expect([visibility.index, visibility.change7d, visibility.change30d, averagePosition]).toEqual([null, null, null, null]);
  expect(why).toEqual({ averagePosition: 'too_few', index: 'too_few', change7d: 'too_few', change30d: 'too_few' });
});

test('the history has a point for each check of the period, newest first, and says where there is more', async () => {
  const app = await startWithRanks();
  const { id } = await rankingOf(app, 'alpha');
  const check = { keyword_id: id, status: 'ranked', depth: 20, sample: 'example.com/ en', provider: 'serper' };
  const checks = Array.from({ length: 730 }, (_, n) => ({ ...check, checked_at: app.now() - n * day, position: (n % 20) + 1 }));
  await rowsOf(app.home).insert('ranking_checks', checks);
  const historyOf = async (input: Record<string, unknown>) => (await list(app, { include: ['history'], ...input })).data[0]!;
  const month = await historyOf({ id });
  expect(month.history!.map(({ position }) => position).slice(0, 3)).toEqual([1, 2, 3]);
  expect([month.history!.length, month.historyCut]).toEqual([31, false]);
  const all = await historyOf({ id, since: '2020-01-01T00:00:00Z' });
  expect([all.history!.length, all.historyCut]).toEqual([366, true]);
  const old = await historyOf({ id, until: '2025-01-01T00:00:00Z' });
  expect(old.history![0]!.checkedAt.slice(0, 10)).toBe('2024-12-31');
  const page = await list(app, { include: ['history'], since: '2020-01-01T00:00:00Z' });
  expect(page.data.reduce((sum, { history }) => sum + history!.length, 0)).toBeLessThanOrEqual(400);
});

test("a day of the history is one of the project's zone, from its first moment to its last", async () => {
  const app = await startWithRanks();
  const { id } = await rankingOf(app, 'alpha');
  const project = await giveSite(app, 'https://example.com/');
  // Clocks go forward that day: it has 23 hours.
  await app.desk.call('projects_update', { id: project, timezone: 'America/New_York' });
  const times = ['2026-03-08T04:59:59.999Z', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z', '2026-03-09T04:00:00.000Z'];
  const check = { keyword_id: id, status: 'ranked', depth: 20, sample: 'example.com/ en', provider: 'serper', position: 1 };
  await rowsOf(app.home).insert('ranking_checks', times.map((time) => ({ ...check, checked_at: Date.parse(time) }))); // prettier-ignore
  const timesOf = async (input: Record<string, unknown>) =>
    (await list(app, { id, include: ['history'], ...input })).data[0]!.history!.map(({ checkedAt }) => checkedAt).toReversed();
  expect(await timesOf({ since: '2026-03-08', until: '2026-03-08' })).toEqual(times.slice(1, 3));
  expect(await timesOf({ since: '2026-03-08', until: '2026-03-09T04:00:00Z' })).toEqual(times.slice(1));
  await expect(timesOf({ since: '2026-03-09', until: '2026-03-08' })).rejects.toMatchObject({ code: 'invalid_input' });
  for (const since of ['2026-02-30', '2026-3-8', '2026-03-08T05:00:00', '8 March']) {
    const errors = [{ pointer: '/since', detail: 'must be a day such as 2026-11-01, or an instant with its zone' }];
    await expect(timesOf({ since })).rejects.toMatchObject({ code: 'invalid_input', errors });
  }
});

test('one of another project is not there', async () => {
  const app = await startWithRanks();
  const { id } = await rankingOf(app, 'alpha');
  const other = (await app.desk.call('projects_create', { name: 'Other' })) as { id: string };
  await expect(list(app, { id, projectId: other.id })).rejects.toMatchObject({ code: 'not_found' });
  expect((await list(app, { projectId: other.id })).data).toEqual([]);
});

import { expect, test } from 'vitest';
import { daily, holdSearch, type Seen } from '../../../support/search-console.ts';
import { blog, listPosts, pathsOf, postAt, refreshPosts, startBlog } from './support.ts';

const last = '2026-04-30';

/** A blog whose pages Google showed so, by path, each day of the 28 before `last`; `before`: of the 28 before those. */
async function startSearched(now: Readonly<Record<string, number>>, before?: Readonly<Record<string, number>>) {
  const { app, site } = await startBlog(blog());
  await refreshPosts(app);
  const held = await holdSearch(app);
  const seen = (clicks: Readonly<Record<string, number>>, date: string): Seen[] =>
    Object.entries(clicks).map(([path, count]) => ({
      date,
      query: 'any',
      page: path.startsWith('/') ? `${site.url}${path}` : path,
      clicks: count,
      impressions: 10 * count + 1,
      position: 9,
    }));
  await held.keep(daily(last, 28, (date) => seen(now, date)));
  if (before) await held.keep(daily('2026-04-02', 28, (date) => seen(before, date)));
  return { app, site, ...held };
}

test('a post says how it was clicked in the last 28 stored days, and where that comes from', async () => {
  const { app } = await startSearched({ '/blog/pools': 3, '/blog/storms': 0 }, { '/blog/pools': 3 });
  expect(await postAt(app, '/blog/pools')).toMatchObject({ clicks: 84, impressions: 868, decay: 0, why: {} });
  // It was shown, and nobody clicked.
  expect(await postAt(app, '/blog/storms')).toMatchObject({ clicks: 0, impressions: 28, decay: null, why: { decay: 'too_few' } });
  expect(await listPosts(app)).toMatchObject({
    search: { property: 'sc-domain:example.com', source: 'api', since: '2026-04-03', until: last },
    why: {},
  });
});

test('what Google does not show is unknown, not 0', async () => {
  const { app } = await startSearched({ '/blog/pools': 3 });
  const none = { clicks: null, impressions: null, decay: null };
  const why = { clicks: 'provider_has_none', impressions: 'provider_has_none', decay: 'provider_has_none' };
  expect(await postAt(app, '/blog/storms')).toMatchObject({ ...none, why });
  // The days before are not held.
  expect(await postAt(app, '/blog/pools')).toMatchObject({ clicks: 84, decay: null, why: { decay: 'not_checked' } });
});

test('without Search Console nothing is known, and the list says so', async () => {
  const { app } = await startBlog(blog());
  await refreshPosts(app);
  const page = await listPosts(app);
  expect(page).toMatchObject({ search: null, why: { search: 'integration_required' } });
  expect(page.data[0]).toMatchObject({ clicks: null, impressions: null, why: { clicks: 'integration_required' } });
  expect(pathsOf(await listPosts(app, { sort: 'most_clicked' }))).toEqual([]);
});

test('which of several properties is meant is not guessed', async () => {
  const { app } = await startSearched({ '/blog/pools': 3 });
  await holdSearch(app, 'https://other.example/');
  expect(await listPosts(app)).toMatchObject({ search: null, why: { search: 'not_checked' } });
});

test('one page is found by every spelling of its address, and they add up', async () => {
  const others = { '/blog/pools?page=2': 5, 'https://example.com/blog/pools': 5 };
  const { app } = await startSearched({ '/blog/pools': 1, '/blog/pools/': 1, '/blog/pools#sizes': 1, ...others });
  expect(await postAt(app, '/blog/pools')).toMatchObject({ clicks: 84 });
});

test('a post that decays says which share of its clicks it lost while the rest of the site kept its own', async () => {
  const { app } = await startSearched(
    { '/blog/pools': 1, '/blog/storms': 10, '/blog/tulips': 10 },
    { '/blog/pools': 10, '/blog/storms': 10, '/blog/tulips': 10, '/blog/bread': 2 },
  );
  expect(await postAt(app, '/blog/pools')).toMatchObject({ clicks: 28, decay: 0.89 });
  expect(await postAt(app, '/blog/storms')).toMatchObject({ decay: 0 });
  // It is no longer shown at all.
  expect(await postAt(app, '/blog/bread')).toMatchObject({ clicks: 0, impressions: 0, decay: 1 });
  expect(pathsOf(await listPosts(app, { sort: 'most_decayed', limit: 2 }))).toEqual(['/blog/bread', '/blog/pools']);
});

test('posts are listed by their clicks, page by page; those of which none are known are left out', async () => {
  const { app } = await startSearched({ '/blog/pools': 2, '/blog/storms': 2, '/blog/tulips': 7, '/blog/bread': 0 });
  const first = await listPosts(app, { sort: 'most_clicked', limit: 2 });
  const second = await listPosts(app, { sort: 'most_clicked', limit: 2, cursor: first.nextCursor! });
  expect(first.data.map(({ clicks }) => clicks)).toEqual([196, 56]);
  expect(second.data.map(({ clicks }) => clicks)).toEqual([56, 0]);
  expect(second.nextCursor).toBeNull();
  expect(new Set([...pathsOf(first), ...pathsOf(second)])).toEqual(new Set(['/blog/pools', '/blog/storms', '/blog/tulips', '/blog/bread']));
  expect(pathsOf(await listPosts(app, { sort: 'most_clicked', q: 'storm' }))).toEqual(['/blog/storms']);
});
